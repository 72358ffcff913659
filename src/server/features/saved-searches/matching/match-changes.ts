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
import { type Change, findMatches, type Match, type MatchContext } from './find-matches.ts';
import { noteSavedHomes } from '../alerts/favorite-news.ts';
import { type AlertTimes, noteMatches } from './note-matches.ts';

/** Changes that are compared together: each search is read once for all of them. */
const CHANGES_AT_ONCE = 1_000;
/** Homes that are read at once: what comes in one piece is also parsed without a pause. */
const HOMES_AT_ONCE = 50;
/** Matches that are noted in one transaction, unless one home has more. */
const MATCHES_AT_ONCE = 1_000;
/** A home that comes in later than this after its date is no news, in milliseconds. */
const NEWS_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Matches some of the changes that wait, and notes the notifications and their times. The searches are compared before
 * anything is locked; a change leaves the queue in the transaction that notes what it brings.
 *
 * @returns how many changed homes were taken; 0 when none waits that nobody else is taking
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
  const changes = new Map(
    homes
      .map(toChange)
      .flatMap((change) => (isNews(change, now) ? [[change.propertyId, change]] : [])),
  );
  const matches = await findMatches(db, [...changes.values()], { ...context, now });
  const homeOf = new Map(homes.map((home) => [home.property_id, home]));
  let taken = 0;
  for (const part of divide(waiting, matches)) {
    context.ending.throwIfAborted();
    taken += await inTransaction(db, null, async (transaction) => {
      const ids = await takeChanges(transaction, part);
      await noteSavedHomes(
        transaction,
        [...ids].flatMap((id) => homeOf.get(id) ?? []),
        now,
      );
      const found = [...ids].flatMap((id) => {
        const change = changes.get(id);
        return change === undefined ? [] : [{ change, matches: matches.get(id) ?? [] }];
      });
      await noteMatches(transaction, found, { times: context.times, now });
      return ids.size;
    });
  }
  return taken;
}

function toChange({ property_id: propertyId, before, after, changed_at: changedAt }: ChangedHome) {
  return {
    propertyId,
    // Open houses are of the home as it is: they are no part of what is noted of a change.
    before: before === null ? null : toSearchedProperty({ ...after, ...before }),
    after: toSearchedProperty(after),
    changedAt,
  };
}

function isNews({ before, after }: Change, now: Date): boolean {
  if (!after.isAvailable) return false;
  return before !== null || now.getTime() - Date.parse(after.createdAt) <= NEWS_MAX_AGE_MS;
}

/** Homes in their order, as many together as have few matches. */
function divide(
  waiting: readonly WaitingHome[],
  matches: ReadonlyMap<string, readonly Match[]>,
): WaitingHome[][] {
  const parts: WaitingHome[][] = [];
  let room = 0;
  for (const home of waiting) {
    const many = matches.get(home.propertyId)?.length ?? 0;
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
