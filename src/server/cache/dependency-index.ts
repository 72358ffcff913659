/** Which cached responses a change can have made another one, found without looking at each of them. */

import type { PropertySearch } from '#shared/properties/property-filters.ts';
import {
  type Dependency,
  type HeldListings,
  isAffected,
  isListAffected,
  type ListingChange,
  matchesOf,
} from './dependencies.ts';
import { weigh } from './search-weight.ts';

/** The dependencies of cached responses, by their keys. */
export type DependencyIndex = {
  /** @param dependencies absent where every change counts; those that the key had are forgotten */
  add: (key: string, dependencies: readonly Dependency[] | undefined) => void;
  remove: (key: string) => void;
  /** The keys of what a change can have made another one. */
  affectedBy: (change: ListingChange) => Set<string>;
  /** What comparing a change with every different search takes; see `SearchWeight`. */
  comparisonCount: () => number;
};

/** Responses about the same search: their parts of its list, or all of it. */
type Group = {
  search: PropertySearch;
  held: HeldListings;
  members: Map<string, (Dependency & { kind: 'search' | 'list' })[]>;
};

const EVERY_LISTING: readonly Dependency[] = [{ kind: 'listings' }];

export function createDependencyIndex(): DependencyIndex {
  const all = new Map<string, readonly Dependency[]>();
  const byListing = new Map<string, Set<string>>();
  const bySearch = new Map<string, Group>();
  /** Few kinds that are asked at every change. */
  const others = new Map<Dependency['kind'], Set<string>>();

  let comparisonCount = 0;

  const groupKey = ({ search, held }: { search: PropertySearch; held: HeldListings }) =>
    `${held} ${weigh(search).key}`;

  function addOne(key: string, dependency: Dependency): void {
    if (dependency.kind === 'listing') {
      const keys = byListing.get(dependency.id) ?? new Set();
      byListing.set(dependency.id, keys.add(key));
    } else if (dependency.kind === 'search' || dependency.kind === 'list') {
      const group = toGroup(dependency);
      const found = bySearch.get(groupKey(group)) ?? group;
      if (found === group) comparisonCount += weigh(group.search).comparisons;
      bySearch.set(groupKey(group), found);
      found.members.set(key, [...(found.members.get(key) ?? []), dependency]);
    } else {
      const keys = others.get(dependency.kind) ?? new Set();
      others.set(dependency.kind, keys.add(key));
    }
  }

  function removeOne(key: string, dependency: Dependency): void {
    if (dependency.kind === 'listing') {
      const keys = byListing.get(dependency.id);
      keys?.delete(key);
      if (keys?.size === 0) byListing.delete(dependency.id);
    } else if (dependency.kind === 'search' || dependency.kind === 'list') {
      const name = groupKey(toGroup(dependency));
      const group = bySearch.get(name);
      if (group === undefined) return;
      group.members.delete(key);
      if (group.members.size > 0) return;
      bySearch.delete(name);
      comparisonCount -= weigh(group.search).comparisons;
    } else {
      others.get(dependency.kind)?.delete(key);
    }
  }

  const remove = (key: string) => {
    for (const dependency of all.get(key) ?? []) removeOne(key, dependency);
    all.delete(key);
  };

  return {
    add: (key, dependencies = EVERY_LISTING) => {
      remove(key);
      all.set(key, dependencies);
      for (const dependency of dependencies) addOne(key, dependency);
    },
    remove,
    affectedBy: (change) => {
      const affected = new Set(byListing.get(change.id));
      for (const [kind, keys] of others) {
        // These kinds say nothing beside what they are.
        if (isAffected({ kind } as Dependency, change)) for (const key of keys) affected.add(key);
      }
      for (const group of bySearch.values()) {
        const matches = matchesOf(group, change);
        if (!matches[0] && !matches[1]) continue;
        for (const [key, dependencies] of group.members) {
          const isOne = dependencies.some(
            (one) => one.kind === 'search' || isListAffected(one, change, matches),
          );
          if (isOne) affected.add(key);
        }
      }
      return affected;
    },
    comparisonCount: () => comparisonCount,
  };
}

function toGroup(dependency: Dependency & { kind: 'search' | 'list' }): Group {
  const held = dependency.kind === 'search' ? dependency.held : 'available';
  return { search: dependency.search, held, members: new Map() };
}
