/** Turns changed homes into pending notifications (docs/product/alerts.md, What alerts report). */

import { toSearchedProperty } from '#shared/property-rows.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import {
  findChangedHomes,
  findQueuedHomes,
  takeChanges,
  type QueuedHome,
} from './change-repository.ts';
import type { ChangedHome } from '../alerts/home-repository.ts';
import { findMatches, type MatchContext, type Matches } from './find-matches.ts';
import { recordSavedHomes } from '../alerts/favorite-news.ts';
import { type AlertTimes, recordMatches } from './note-matches.ts';

/** Changes compared together: each search is read once for all of them. */
const CHANGES_PER_RUN = 2_500;
/** Homes read at a time: a query's result is parsed without yielding. */
const HOMES_PER_BATCH = 50;
/**
 * Matches recorded per transaction, unless one home has more. A search's matches share a row, so
 * larger transactions write fewer rows.
 */
const MATCHES_PER_TRANSACTION = 500_000;
/** Homes per query for saved homes. */
const SAVED_HOMES_PER_BATCH = 100;

/**
 * Matches some of the queued changes, and records notifications and their times. Searches are
 * compared before anything is locked; a change leaves the queue in the transaction that records its
 * notifications.
 *
 * @returns the number of changed homes taken; 0 if none is left for this worker
 */
export async function matchSomeChanges(
  db: Database,
  context: Omit<MatchContext, 'now'> & { times: AlertTimes },
  now: Date,
): Promise<number> {
  const queued = await findQueuedHomes(db, CHANGES_PER_RUN);
  const homes: ChangedHome[] = [];
  for (let start = 0; start < queued.length; start += HOMES_PER_BATCH)
    homes.push(...(await findChangedHomes(db, queued.slice(start, start + HOMES_PER_BATCH), now)));
  const changes = homes.map(toChange).filter(({ after }) => after.isAvailable);
  const matches = await findMatches(db, changes, { ...context, now });
  const homeOf = new Map(homes.map((home) => [home.property_id, home]));
  let taken = 0;
  for (const part of divide(queued, matches)) {
    context.shutdownSignal.throwIfAborted();
    taken += await inTransaction(db, null, async (transaction) => {
      const takenHomes = await takeChanges(transaction, part);
      const ids = [...takenHomes];
      for (let start = 0; start < ids.length; start += SAVED_HOMES_PER_BATCH) {
        const some = ids.slice(start, start + SAVED_HOMES_PER_BATCH);
        const saved = some.flatMap((id) => homeOf.get(id) ?? []);
        await recordSavedHomes(transaction, saved, now);
      }
      await recordMatches(transaction, matches, takenHomes, { ...context, now });
      return ids.length;
    });
  }
  return taken;
}

function toChange({ property_id: propertyId, before, after, changed_at: changedAt }: ChangedHome) {
  return {
    propertyId,
    // The previous next open house is recorded only if one was announced; else it is the current
    // one.
    before: before === null ? null : toSearchedProperty({ ...after, ...before }),
    after: toSearchedProperty(after),
    changedAt,
  };
}

/** Divides homes, in order, into parts with a limited number of matches. */
function divide(queued: readonly QueuedHome[], { changes, counts }: Matches): QueuedHome[][] {
  const countOf = new Map(changes.map(({ propertyId }, number) => [propertyId, counts[number]]));
  const parts: QueuedHome[][] = [];
  let room = 0;
  for (const home of queued) {
    const many = countOf.get(home.propertyId) ?? 0;
    const part = parts.at(-1);
    if (part === undefined || room < many) {
      parts.push([home]);
      room = MATCHES_PER_TRANSACTION - many;
    } else {
      part.push(home);
      room -= many;
    }
  }
  return parts;
}
