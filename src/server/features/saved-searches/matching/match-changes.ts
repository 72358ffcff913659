/** From changed homes to what each recipient will be notified of (docs/product/alerts.md, What alerts report). */

import { toSearchedProperty } from '#shared/property-rows.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import {
  findChangedHomes,
  findWaitingHomes,
  takeChanges,
  type WaitingHome,
} from './change-repository.ts';
import type { ChangedHome } from '../alerts/home-repository.ts';
import { type Change, findMatches, type MatchContext, type Matches } from './find-matches.ts';
import { noteSavedHomes } from '../alerts/favorite-news.ts';
import { type AlertTimes, noteMatches } from './note-matches.ts';

/** Changes that are compared together: each search is read once for all of them. */
const CHANGES_AT_ONCE = 2_500;
/** Homes that are read at once: what comes in one piece is also parsed without a pause. */
const HOMES_AT_ONCE = 50;
/**
 * Matches that are noted in one transaction, unless one home has more. A row holds what a search finds among them: the
 * more there are, the fewer rows.
 */
const MATCHES_AT_ONCE = 500_000;
/** Homes that are looked for among the saved ones at once. */
const SAVED_AT_ONCE = 100;
/** A home that comes in later than this after its date is no news, whenever it is matched; in milliseconds. */
const NEWS_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Matches some of the queued changes, and records notifications and their times. Searches are compared before
 * anything is locked; a change leaves the queue in the transaction that records its notifications.
 *
 * @returns the number of changed homes taken; 0 if none is queued that no other worker is taking
 */
export async function matchSomeChanges(
  db: Database,
  context: Omit<MatchContext, 'now'> & { times: AlertTimes },
  now: Date,
): Promise<number> {
  const waiting = await findWaitingHomes(db, CHANGES_AT_ONCE);
  const homes: ChangedHome[] = [];
  for (let start = 0; start < waiting.length; start += HOMES_AT_ONCE)
    homes.push(...(await findChangedHomes(db, waiting.slice(start, start + HOMES_AT_ONCE), now)));
  const changes = homes.map(toChange).filter((change) => isNews(change, now));
  const matches = await findMatches(db, changes, { ...context, now });
  const homeOf = new Map(homes.map((home) => [home.property_id, home]));
  let taken = 0;
  for (const part of divide(waiting, matches)) {
    context.ending.throwIfAborted();
    taken += await inTransaction(db, null, async (transaction) => {
      const homesTaken = await takeChanges(transaction, part);
      const ids = [...homesTaken];
      for (let start = 0; start < ids.length; start += SAVED_AT_ONCE) {
        const some = ids.slice(start, start + SAVED_AT_ONCE);
        const saved = some.flatMap((id) => homeOf.get(id) ?? []);
        await noteSavedHomes(transaction, saved, now);
      }
      await noteMatches(transaction, matches, homesTaken, { ...context, now });
      return ids.length;
    });
  }
  return taken;
}

function toChange({ property_id: propertyId, before, after, changed_at: changedAt }: ChangedHome) {
  return {
    propertyId,
    // The next open house is noted only where one was announced: else it is the one of now.
    before: before === null ? null : toSearchedProperty({ ...after, ...before }),
    after: toSearchedProperty(after),
    changedAt,
  };
}

function isNews({ before, after, changedAt }: Change, now: Date): boolean {
  if (!after.isAvailable) return false;
  const cameAt = Math.min(changedAt.getTime(), now.getTime());
  return before !== null || cameAt - Date.parse(after.createdAt) <= NEWS_MAX_AGE_MS;
}

/** Homes in their order, as many together as have few matches. */
function divide(waiting: readonly WaitingHome[], { changes, counts }: Matches): WaitingHome[][] {
  const countOf = new Map(changes.map(({ propertyId }, number) => [propertyId, counts[number]]));
  const parts: WaitingHome[][] = [];
  let room = 0;
  for (const home of waiting) {
    const many = countOf.get(home.propertyId) ?? 0;
    const part = parts.at(-1);
    if (part === undefined || room < many) {
      parts.push([home]);
      room = MATCHES_AT_ONCE - many;
    } else {
      part.push(home);
      room -= many;
    }
  }
  return parts;
}
