/** Finds the saved searches that match changed homes. */

import { type SearchedProperty, toCondition } from '#shared/matches-search.ts';
import type { CostRates } from '#shared/monthly-cost.ts';
import { createPace, type Pace } from '../../../concurrency/pace.ts';
import type { Database } from '../../../database/database.ts';
import { buildHomeKeys, buildHomePlaces, buildSearchPlaces } from '../search-keys.ts';
import type { AlertReason } from '../alerts/alert-repository.ts';
import {
  type CandidateRow,
  findCandidates,
  findNextSearches,
  readCandidates,
} from './candidate-repository.ts';
import { readFilters } from '../alerts/read-filters.ts';

/** With this many homes or more, reading every search once is cheaper than finding candidates per home. */
const MIN_SCAN_HOMES = 100;
/** The number of homes per candidate query. */
const HOMES_PER_BATCH = 5;
/** The number of searches per query, limited because their filters are in memory at the same time. */
const SEARCHES_PER_BATCH = 500;
/** The default of `maxMatches`; matches take about 16 bytes each. */
const MAX_MATCHES = 4_000_000;

/** A change with both versions of the home. */
export type Change = {
  propertyId: string;
  /** Null for a new home. */
  before: SearchedProperty | null;
  after: SearchedProperty;
  changedAt: Date;
};

/** The inputs of matching, except changes and searches. */
export type MatchContext = {
  now: Date;
  costRates: CostRates;
  shutdownSignal: AbortSignal;
  /** The maximum number of matches to keep in memory, unless a single home has more. */
  maxMatches?: number;
};

/** The searches that match changes. Each match is a number (see `decodeMatch`) because there can be millions. */
export type Matches = {
  changes: readonly Change[];
  /** Searches with matches. Each search occurs once. */
  searches: { id: string; matches: readonly number[] }[];
  /** The number of matching searches per change. */
  counts: Uint32Array;
};

const REASONS: readonly AlertReason[] = ['new', 'price_cut', 'back', 'open_house'];

const encodeMatch = (changeIndex: number, reason: AlertReason) =>
  changeIndex * REASONS.length + REASONS.indexOf(reason);

/** Decodes a match into the index of the change and the reason. */
export function decodeMatch(match: number): { changeIndex: number; reason: AlertReason } {
  const reason = REASONS[match % REASONS.length] ?? 'new';
  return { changeIndex: Math.floor(match / REASONS.length), reason };
}

/**
 * Compares changes with candidate searches. Yields to the event loop.
 *
 * @returns undefined if several changes have too many matches; the caller must compare fewer at a time
 */
export async function findMatches(
  db: Database,
  changes: readonly Change[],
  context: MatchContext,
): Promise<Matches | undefined> {
  const result: Matches = { changes, searches: [], counts: new Uint32Array(changes.length) };
  const pace = createPace();
  const changesByPlace = await indexByPlace(changes, pace);
  if (changes.length >= MIN_SCAN_HOMES) {
    for (let lastId: string | undefined = '0'; lastId !== undefined;) {
      const searches = await findNextSearches(db, lastId, SEARCHES_PER_BATCH);
      await compare(searches, changesByPlace, { ...context, result, pace });
      if (hasTooManyMatches(result, context)) return undefined;
      lastId = searches.at(-1)?.id;
    }
    return result;
  }
  const candidateIds = new Set<string>();
  for (let start = 0; start < changes.length; start += HOMES_PER_BATCH) {
    const batch = changes.slice(start, start + HOMES_PER_BATCH);
    const keys = new Set(batch.flatMap(({ after }) => buildHomeKeys(after)));
    for (const id of await findCandidates(db, [...keys])) candidateIds.add(id);
  }
  const ids = [...candidateIds];
  for (let start = 0; start < ids.length; start += SEARCHES_PER_BATCH) {
    // Reads each search once for all changes because its filters can take up to 50 kB.
    const searches = await readCandidates(db, ids.slice(start, start + SEARCHES_PER_BATCH));
    await compare(searches, changesByPlace, { ...context, result, pace });
    if (hasTooManyMatches(result, context)) return undefined;
  }
  return result;
}

const hasTooManyMatches = (
  { changes, counts }: Matches,
  { maxMatches = MAX_MATCHES }: MatchContext,
) => changes.length > 1 && counts.reduce((sum, count) => sum + count, 0) > maxMatches;

function getChange(changes: readonly Change[], index: number): Change {
  const change = changes[index];
  if (change === undefined) throw new RangeError(`There is no change ${index}.`);
  return change;
}

/** Indexes of changes by place, see `buildHomePlaces`. */
type ChangesByPlace = ReadonlyMap<string, readonly number[]>;

async function indexByPlace(changes: readonly Change[], pace: Pace): Promise<ChangesByPlace> {
  const changesByPlace = new Map<string, number[]>();
  for (const [index, { after }] of changes.entries()) {
    for (const place of buildHomePlaces(after)) {
      const knownIndexes = changesByPlace.get(place);
      if (knownIndexes === undefined) changesByPlace.set(place, [index]);
      else knownIndexes.push(index);
    }
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  return changesByPlace;
}

/** Compares searches with the homes in their places. */
async function compare(
  searches: readonly CandidateRow[],
  changesByPlace: ChangesByPlace,
  context: MatchContext & { result: Matches; pace: Pace },
): Promise<void> {
  const { result, pace, now, costRates, shutdownSignal } = context;
  for (const { id, filters: storedFilters, search } of searches) {
    shutdownSignal.throwIfAborted();
    const filters = storedFilters ?? readFilters(search ?? '');
    if (filters === null) continue;
    const matches: number[] = [];
    let isMatch: ReturnType<typeof toCondition> | undefined;
    for (const place of buildSearchPlaces(filters)) {
      for (const index of changesByPlace.get(place) ?? []) {
        isMatch ??= toCondition(filters, now, costRates);
        const reason = findReason(getChange(result.changes, index), isMatch);
        if (reason === null) continue;
        matches.push(encodeMatch(index, reason));
        result.counts[index] = (result.counts[index] ?? 0) + 1;
      }
    }
    if (matches.length > 0) result.searches.push({ id, matches });
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
}

/** Returns the reason to notify a search's recipient of a change, or null if there is none. */
function findReason(
  { before, after }: Change,
  isMatch: (home: SearchedProperty) => boolean,
): AlertReason | null {
  if (!isMatch(after)) return null;
  const isPriceCut = before !== null && after.price < before.price;
  if (before !== null && isMatch(before)) return isPriceCut ? 'price_cut' : null;
  if (before !== null && !before.isAvailable) return 'back';
  if (isPriceCut) return 'price_cut';
  // The home matches only because of the announced open house.
  const isAnnounced =
    before !== null && !isMatch({ ...after, nextOpenHouse: before.nextOpenHouse });
  return isAnnounced ? 'open_house' : 'new';
}
