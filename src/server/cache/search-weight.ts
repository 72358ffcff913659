/** What a search costs that cached responses are made of: almost nothing, but for areas with a thousand corners. */

import type { PropertySearch } from '#shared/properties/property-filters.ts';
import type { Dependency } from './dependencies.ts';
import { shortKey } from './short-key.ts';

/** See `weigh`. */
export type SearchWeight = {
  /** The same for the same search. */
  key: string;
  /** Of memory, with what is created for it: the conditions of its areas in SQL. */
  bytes: number;
  /** What comparing a listing with it takes, as a number of searches without areas. */
  comparisons: number;
};

/** As JSON a corner has 45 characters; in memory it takes 70 bytes, and in the condition of its area up to 200. */
const BYTES_PER_CHARACTER = 6;

/** Corners that are compared in the time of a search without areas. */
const CORNERS_PER_COMPARISON = 10;

/** Of a listing's identifier in a list, or of a dependency that says nothing else. */
const BYTES_PER_NAME = 60;

const weights = new WeakMap<PropertySearch, SearchWeight>();

/** Worked out once for each. */
export function weigh(search: PropertySearch): SearchWeight {
  const known = weights.get(search);
  if (known !== undefined) return known;
  const text = JSON.stringify(search);
  const corners = search.area?.flat().length ?? 0;
  const weight = {
    key: shortKey(text),
    bytes: text.length * BYTES_PER_CHARACTER,
    comparisons: 1 + Math.ceil(corners / CORNERS_PER_COMPARISON),
  };
  weights.set(search, weight);
  return weight;
}

/** What the dependencies of a response take of memory. */
export function bytesOf(dependencies: readonly Dependency[] = []): number {
  return dependencies.reduce((sum, one) => sum + BYTES_PER_NAME + bytesOfOne(one), 0);
}

function bytesOfOne(one: Dependency): number {
  if (one.kind === 'search') return weigh(one.search).bytes;
  return one.kind === 'list' ? weigh(one.search).bytes + one.ids.length * BYTES_PER_NAME : 0;
}
