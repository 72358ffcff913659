/** Turns changed homes into pending alerts (docs/product/alerts.md, What alerts report). */

import { toSearchedProperty } from '#shared/property-rows.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import {
  findChangedHomes,
  findQueuedHomes,
  dequeueChanges,
  type QueuedHome,
} from './change-repository.ts';
import type { ChangedHome } from '../alerts/home-repository.ts';
import { type Change, findMatches, type MatchContext, type Matches } from './find-matches.ts';
import { recordSavedHomes } from '../alerts/favorite-updates.ts';
import { type AlertTimes, recordMatches } from './record-matches.ts';

/** The number of changes compared together so that each search is read only once for all of them. */
const CHANGES_PER_RUN = 2_500;
/** Limits the memory for descriptions and the index of their words. A batch that reaches it is the last of a run. */
const MAX_CHARACTERS = 4_000_000;
/** The number of homes per query. A query's result is parsed without yielding to the event loop. */
const HOMES_PER_BATCH = 50;
/**
 * The maximum number of matches recorded per transaction, unless a single home has more. A search's matches share a
 * row, so larger transactions write fewer rows.
 */
const MAX_MATCHES_PER_TRANSACTION = 500_000;
/** The number of homes per query when looking up the users who saved them. */
const SAVED_HOMES_PER_BATCH = 100;

/**
 * Matches a batch of queued changes and records pending alerts with their due times. Compares
 * searches before locking anything. A change leaves the queue in the transaction that records its
 * alerts.
 *
 * @returns the number of changed homes processed; 0 if none is left for this worker
 */
export async function matchSomeChanges(
  db: Database,
  context: Omit<MatchContext, 'now'> & { times: AlertTimes },
  now: Date,
): Promise<number> {
  const next = await findQueuedHomes(db, CHANGES_PER_RUN);
  const { queued, homes, matches } = await matchHomes(db, next, { ...context, now });
  const homesById = new Map(homes.map((home) => [home.property_id, home]));
  let count = 0;
  for (const part of splitByMatches(queued, matches)) {
    context.shutdownSignal.throwIfAborted();
    count += await inTransaction(db, null, async (transaction) => {
      const dequeuedIds = await dequeueChanges(transaction, part);
      const ids = [...dequeuedIds];
      for (let start = 0; start < ids.length; start += SAVED_HOMES_PER_BATCH) {
        const batch = ids.slice(start, start + SAVED_HOMES_PER_BATCH);
        const savedHomes = batch.flatMap((id) => homesById.get(id) ?? []);
        await recordSavedHomes(transaction, savedHomes, now);
      }
      await recordMatches(transaction, matches, dequeuedIds, { ...context, now });
      return ids.length;
    });
  }
  return count;
}

/** Matches queued homes, or the first of them if they have too much text or too many matches. */
async function matchHomes(
  db: Database,
  queued: readonly QueuedHome[],
  context: MatchContext,
): Promise<{ queued: readonly QueuedHome[]; homes: ChangedHome[]; matches: Matches }> {
  const homes: ChangedHome[] = [];
  const changes: Change[] = [];
  let readCount = 0;
  let characters = 0;
  while (readCount < queued.length && characters < MAX_CHARACTERS) {
    const batch = queued.slice(readCount, readCount + HOMES_PER_BATCH);
    const changedHomes = await findChangedHomes(db, batch, context.now);
    const availableChanges = changedHomes.map(toChange).filter(({ after }) => after.isAvailable);
    for (const { after } of availableChanges) characters += after.description.length;
    homes.push(...changedHomes);
    changes.push(...availableChanges);
    readCount += batch.length;
  }
  const readHomes = queued.slice(0, readCount);
  const matches = await findMatches(db, changes, context);
  if (matches !== undefined) return { queued: readHomes, homes, matches };
  return matchHomes(db, readHomes.slice(0, Math.ceil(readHomes.length / 2)), context);
}

function toChange({ property_id: propertyId, before, after, changed_at: changedAt }: ChangedHome) {
  return {
    propertyId,
    // A change records `next_open_house` only when open houses were added. Otherwise, both states
    // have the current one.
    before: before === null ? null : toSearchedProperty({ ...after, ...before }),
    after: toSearchedProperty(after),
    changedAt,
  };
}

/** Splits homes, in order, into parts with a limited number of matches. */
function splitByMatches(
  queued: readonly QueuedHome[],
  { changes, counts }: Matches,
): QueuedHome[][] {
  const countsById = new Map(changes.map(({ propertyId }, index) => [propertyId, counts[index]]));
  const parts: QueuedHome[][] = [];
  let remaining = 0;
  for (const home of queued) {
    const matchCount = countsById.get(home.propertyId) ?? 0;
    const part = parts.at(-1);
    if (part === undefined || remaining < matchCount) {
      parts.push([home]);
      remaining = MAX_MATCHES_PER_TRANSACTION - matchCount;
    } else {
      part.push(home);
      remaining -= matchCount;
    }
  }
  return parts;
}
