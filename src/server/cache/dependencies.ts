/**
 * What a cached response was made of, so that a change drops only what can be another one now. A response that does not
 * say so is dropped by every change; and every response by a change that may be of anything.
 */

import { hasPosition } from '#shared/geo/bounds.ts';
import { matchesSearch } from '#shared/matches-search.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import type { AnnouncedListing, PublicChange } from './public-changes.ts';

/** One of the things that a response was made of. */
export type Dependency =
  /** A listing, in whatever state, or that there is none. */
  | { kind: 'listing'; id: string }
  /** All listings that match a search: their number, and everything that is shown of any of them. */
  | { kind: 'search'; search: PropertySearch; held: HeldListings }
  /** A part of a sorted list of them: their number, and what is shown of those that stand in it. */
  | { kind: 'list'; search: PropertySearch; sort: PropertySort; ids: readonly string[] }
  /** In which places homes are available, and how many. */
  | { kind: 'places' }
  /** Which agents have how many homes. */
  | { kind: 'agents' }
  /** Every listing there is. */
  | { kind: 'listings' };

/** Which listings a search is over: those that are available, of these such without a position, or all. */
export type HeldListings = 'available' | 'unmapped' | 'all';

/** Whether a response that was made of something can be another one after a change of a listing. */
export function isAffected(dependency: Dependency, change: ListingChange): boolean {
  switch (dependency.kind) {
    case 'listing':
      return dependency.id === change.id;
    case 'search':
      return matchesOf(dependency, change).some(Boolean);
    case 'list':
      return isListAffected(dependency, change, matchesOf(dependency, change));
    case 'places':
      return isDifferent(change, PLACE_COLUMNS);
    case 'agents':
      return isDifferent(change, AGENT_COLUMNS);
    case 'listings':
      return true;
  }
}

/** A change of one listing. */
export type ListingChange = Extract<PublicChange, { kind: 'listing' }>;

/** Whether the listing matched before and matches now, as far as that is cheap to say: `true` also where it is not. */
export function matchesOf(
  { search, ...dependency }: { search: PropertySearch; held?: HeldListings },
  { before, after }: ListingChange,
): [boolean, boolean] {
  const decided = withoutUndecided(search);
  const held = dependency.held ?? 'available';
  return [couldMatch(before, decided, held), couldMatch(after, decided, held)];
}

/**
 * A listing that stays among the matches and keeps its place in the order changes nothing of a part of the list in
 * which it does not stand.
 */
export function isListAffected(
  { search, sort, ids }: Extract<Dependency, { kind: 'list' }>,
  { id, before, after }: ListingChange,
  [matched, matches]: [boolean, boolean],
): boolean {
  if (!matched && !matches) return false;
  // Where it is not decided whether a listing matches, one that may match may have come or gone.
  if (matched !== matches || !isDecided(search)) return true;
  const column = sort === 'createdAt_desc' ? 'created_at' : 'price';
  return ids.includes(id) || before?.row[column] !== after?.row[column];
}

/** The number of listings that match a search; not `isExact` where more is asked of them, such as words. */
export type MatchCount = { search: PropertySearch; isExact: boolean };

/** Listings that have come to a search, and such as have left it. */
export type ComeAndGone = { come: number; gone: number };

/** What a change makes of a number of matches; undefined where that is not decided. */
export function comeAndGone(count: MatchCount, change: ListingChange): ComeAndGone | undefined {
  const [matched, matches] = matchesOf(count, change);
  if ((matched || matches) && !(count.isExact && isDecided(count.search))) return undefined;
  return { come: Number(matches && !matched), gone: Number(matched && !matches) };
}

/** What depends on the time or on the database's own arithmetic: a listing is taken to match. */
const UNDECIDED = [
  'listedWithin',
  'openHouseWithin',
  'reduced',
  'maxMonthly',
] as const satisfies (keyof PropertySearch)[];

/** Words that are the same however they are folded and split. */
const PLAIN_WORDS = /^[\x20-\x7e]*$/;

const decidedOf = new WeakMap<PropertySearch, PropertySearch>();

/** The same search without what is not decided; itself where all is. */
function withoutUndecided(search: PropertySearch): PropertySearch {
  const known = decidedOf.get(search);
  if (known !== undefined) return known;
  const names: (keyof PropertySearch)[] = UNDECIDED.filter((name) => search[name] !== undefined);
  if (!PLAIN_WORDS.test(search.searchTerm ?? '')) names.push('searchTerm');
  const decided = names.length === 0 ? search : { ...search };
  for (const name of names) delete decided[name];
  decidedOf.set(search, decided);
  return decided;
}

const isDecided = (search: PropertySearch) => withoutUndecided(search) === search;

/** Nothing that is decided depends on it. */
const NO_TIME = new Date(0);

function couldMatch(
  listing: AnnouncedListing | null,
  search: PropertySearch,
  held: HeldListings,
): boolean {
  if (listing === null) return false;
  if (held === 'unmapped' && hasPosition(listing.property)) return false;
  const property = held === 'all' ? listing.onMarket : listing.property;
  return matchesSearch(property, search, NO_TIME, DEFAULT_COST_RATES);
}

const PLACE_COLUMNS = ['address', 'city', 'state', 'zip_code', 'status', 'latitude', 'longitude'];
const AGENT_COLUMNS = ['agent_id'];

/** Whether an available listing came or went, or any of these differs. */
function isDifferent({ before, after }: ListingChange, columns: readonly string[]): boolean {
  const told = (listing: AnnouncedListing | null) =>
    listing?.property.isAvailable === true
      ? JSON.stringify(columns.map((column) => listing.row[column]))
      : '';
  return told(before) !== told(after);
}
