/** Finds the saved searches for which changed homes are news. */

import { type SearchedProperty, toCondition } from '#shared/matches-search.ts';
import type { CostRates } from '#shared/monthly-cost.ts';
import { createPace, type Pace } from '../../../concurrency/pace.ts';
import type { Database } from '../../../database/database.ts';
import { homeKeys, homePlaces, searchPlaces } from '../search-keys.ts';
import type { AlertReason } from '../alerts/alert-repository.ts';
import {
  type CandidateRow,
  findCandidates,
  findNextSearches,
  readCandidates,
} from './candidate-repository.ts';
import { readFilters } from '../alerts/read-filters.ts';

/** With more homes, reading every search once is cheaper than finding candidates for each home. */
const MIN_SCAN_HOMES = 100;
/** Homes per query for candidates. */
const HOMES_PER_BATCH = 5;
/** Searches read at a time, which limits the memory for their filters. */
const SEARCHES_PER_BATCH = 500;

/** A change with both versions of the home. */
export type Change = {
  propertyId: string;
  /** Null for a new home. */
  before: SearchedProperty | null;
  after: SearchedProperty;
  changedAt: Date;
};

/** Other inputs of matching. */
export type MatchContext = { now: Date; costRates: CostRates; shutdownSignal: AbortSignal };

/**
 * The searches for which changes are news. Each match is a number (`toMatch`), as there can be
 * millions.
 */
export type Matches = {
  changes: readonly Change[];
  /** Only searches with matches; a search can occur several times. */
  searches: { id: string; matches: readonly number[] }[];
  /** The number of matching searches per change. */
  counts: Uint32Array;
};

const REASONS: readonly AlertReason[] = ['new', 'price_cut', 'back', 'open_house'];

const toNumber = (change: number, reason: AlertReason) =>
  change * REASONS.length + REASONS.indexOf(reason);

/** Decodes a match. @returns the index of the change, and the reason */
export function toMatch(number: number): { change: number; reason: AlertReason } {
  const reason = REASONS[number % REASONS.length] ?? 'new';
  return { change: Math.floor(number / REASONS.length), reason };
}

/** Compares changes with searches that could match, yielding to the event loop. */
export async function findMatches(
  db: Database,
  changes: readonly Change[],
  context: MatchContext,
): Promise<Matches> {
  const found: Matches = { changes, searches: [], counts: new Uint32Array(changes.length) };
  const pace = createPace();
  const numbers = [...changes.keys()];
  if (changes.length >= MIN_SCAN_HOMES) {
    const places = await indexByPlace(changes, numbers, pace);
    for (let last: string | undefined = '0'; last !== undefined;) {
      const searches = await findNextSearches(db, last, SEARCHES_PER_BATCH);
      await compare(searches, places, { ...context, found, pace });
      last = searches.at(-1)?.id;
    }
    return found;
  }
  for (let start = 0; start < changes.length; start += HOMES_PER_BATCH) {
    const some = numbers.slice(start, start + HOMES_PER_BATCH);
    const keys = new Set(some.flatMap((number) => homeKeys(at(changes, number).after)));
    const places = await indexByPlace(changes, some, pace);
    const ids = await findCandidates(db, [...keys]);
    for (let first = 0; first < ids.length; first += SEARCHES_PER_BATCH) {
      const searches = await readCandidates(db, ids.slice(first, first + SEARCHES_PER_BATCH));
      await compare(searches, places, { ...context, found, pace });
    }
  }
  return found;
}

function at(changes: readonly Change[], number: number): Change {
  const change = changes[number];
  if (change === undefined) throw new RangeError(`There is no change ${number}.`);
  return change;
}

/** Indexes of changes by the places of their homes. */
type Places = ReadonlyMap<string, readonly number[]>;

async function indexByPlace(
  changes: readonly Change[],
  numbers: readonly number[],
  pace: Pace,
): Promise<Places> {
  const places = new Map<string, number[]>();
  for (const number of numbers) {
    for (const place of homePlaces(at(changes, number).after)) {
      const there = places.get(place);
      if (there === undefined) places.set(place, [number]);
      else there.push(number);
    }
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  return places;
}

/** Compares searches with the homes in their places. */
async function compare(
  searches: readonly CandidateRow[],
  places: Places,
  context: MatchContext & { found: Matches; pace: Pace },
): Promise<void> {
  const { found, pace, now, costRates, shutdownSignal } = context;
  for (const { id, filters: parsed, search } of searches) {
    shutdownSignal.throwIfAborted();
    const filters = parsed ?? readFilters(search ?? '');
    if (filters === null) continue;
    const matches: number[] = [];
    let isFound: ReturnType<typeof toCondition> | undefined;
    for (const place of searchPlaces(filters)) {
      for (const number of places.get(place) ?? []) {
        isFound ??= toCondition(filters, now, costRates);
        const reason = reasonOf(at(found.changes, number), isFound);
        if (reason === null) continue;
        matches.push(toNumber(number, reason));
        found.counts[number] = (found.counts[number] ?? 0) + 1;
      }
    }
    if (matches.length > 0) found.searches.push({ id, matches });
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
}

/** Returns why a change is news for a search; null if it is not. */
function reasonOf(
  { before, after }: Change,
  isFound: (home: SearchedProperty) => boolean,
): AlertReason | null {
  if (!isFound(after)) return null;
  const isCut = before !== null && after.price < before.price;
  if (before !== null && isFound(before)) return isCut ? 'price_cut' : null;
  if (before !== null && !before.isAvailable) return 'back';
  if (isCut) return 'price_cut';
  // Whether it matches only because of the open house.
  const isAnnounced =
    before !== null && !isFound({ ...after, nextOpenHouse: before.nextOpenHouse });
  return isAnnounced ? 'open_house' : 'new';
}
