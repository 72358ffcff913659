/** Which saved searches some changed homes are news for. */

import { matchesSearch, type SearchedProperty } from '#shared/matches-search.ts';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import { createPace, type Pace } from '../../../concurrency/pace.ts';
import type { Database } from '../../../database/database.ts';
import { homeKeys, homePlaces, searchPlaces } from '../search-keys.ts';
import type { AlertReason } from '../alerts/alert-repository.ts';
import { type CandidateRow, findCandidates, findNextSearches } from './candidate-repository.ts';
import { readFilters } from '../alerts/read-filters.ts';

/** From so many homes on it is cheaper to read every search once than to look for candidates of each. */
const WALK_FROM = 100;
/** Homes whose candidates are looked for at once. */
const HOMES_AT_ONCE = 5;
/** Searches that are read at once. */
const SEARCHES_AT_ONCE = 500;

/** A change with both versions of the home. */
export type Change = {
  propertyId: string;
  /** Null for a new home. */
  before: SearchedProperty | null;
  after: SearchedProperty;
  changedAt: Date;
};

/** A search that a change is news for. */
export type Match = { searchId: string; reason: AlertReason };

/** What a match depends on besides. */
export type MatchContext = { now: Date; costRates: CostRates; ending: AbortSignal };

/**
 * Compares changes with the searches that may match them, with pauses.
 *
 * @returns the matches of each change, by the home's identifier
 */
export async function findMatches(
  db: Database,
  changes: readonly Change[],
  context: MatchContext,
): Promise<Map<string, Match[]>> {
  const found = new Map<string, Match[]>();
  const pace = createPace();
  if (changes.length >= WALK_FROM) {
    const places = await indexByPlace(changes, pace);
    for (let last: string | undefined = '0'; last !== undefined;) {
      const searches = await findNextSearches(db, last, SEARCHES_AT_ONCE);
      await compare(searches, places, { ...context, found, pace });
      last = searches.at(-1)?.id;
    }
    return found;
  }
  for (let start = 0; start < changes.length; start += HOMES_AT_ONCE) {
    const some = changes.slice(start, start + HOMES_AT_ONCE);
    const keys = new Set(some.flatMap(({ after }) => homeKeys(after)));
    const searches = await findCandidates(db, [...keys]);
    await compare(searches, await indexByPlace(some, pace), { ...context, found, pace });
  }
  return found;
}

type Places = ReadonlyMap<string, readonly Change[]>;

async function indexByPlace(changes: readonly Change[], pace: Pace): Promise<Places> {
  const places = new Map<string, Change[]>();
  for (const change of changes) {
    for (const place of homePlaces(change.after)) {
      const there = places.get(place);
      if (there === undefined) places.set(place, [change]);
      else there.push(change);
    }
    if (pace.isTired()) await pace.rest();
  }
  return places;
}

/** Compares searches with the homes that lie where they look: a home is there once, whatever the search names. */
async function compare(
  searches: readonly CandidateRow[],
  places: Places,
  context: MatchContext & { found: Map<string, Match[]>; pace: Pace },
): Promise<void> {
  const { found, pace } = context;
  for (const { id, filters: checked, search } of searches) {
    context.ending.throwIfAborted();
    const filters = checked ?? readFilters(search ?? '');
    if (filters === null) continue;
    for (const place of searchPlaces(filters)) {
      for (const change of places.get(place) ?? []) {
        if (pace.isTired()) await pace.rest();
        const reason = reasonOf(change, filters, context);
        if (reason === null) continue;
        const matches = found.get(change.propertyId);
        if (matches === undefined) found.set(change.propertyId, [{ searchId: id, reason }]);
        else matches.push({ searchId: id, reason });
      }
    }
    if (pace.isTired()) await pace.rest();
  }
}

/** Why a change is news for a search; null where it is none. */
function reasonOf(
  { before, after }: Change,
  filters: PropertySearch,
  { now, costRates }: MatchContext,
): AlertReason | null {
  if (!matchesSearch(after, filters, now, costRates)) return null;
  const isCut = before !== null && after.price < before.price;
  if (before !== null && matchesSearch(before, filters, now, costRates)) {
    return isCut ? 'price_cut' : null;
  }
  if (before !== null && !before.isAvailable) return 'back';
  return isCut ? 'price_cut' : 'new';
}
