/** Notes what recipients will be notified of, each home once, and when. */

import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';
import { addJobs, type NewJob } from '../../../jobs/job-queue.ts';
import { findMemory, insertItems, type NewItem } from '../alerts/alert-repository.ts';
import { findWatchers, type WatcherRow } from './candidate-repository.ts';
import { nextDigest } from '../alerts/digest-times.ts';
import type { Change, Match } from './find-matches.ts';

/** A home is back on the market once in this time, in milliseconds. */
const BACK_AGAIN_MS = 30 * 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;

/** How long matches are gathered before an instant mail, and the pause between two for one search, in milliseconds. */
export type AlertTimes = { delayMs: number; pauseMs: number };

/** A recipient is notified with the first of these whose search matches. */
const SOONEST: readonly MailFrequency[] = ['instant', 'daily', 'weekly'];

/** A change that is news for a search of somebody. */
type News = { watcher: WatcherRow; change: Change; reason: Match['reason'] };

/** Call it with the transaction that takes the changes. */
export async function noteMatches(
  transaction: Database,
  found: readonly { change: Change; matches: readonly Match[] }[],
  { times, now }: { times: AlertTimes; now: Date },
): Promise<void> {
  const searchIds = new Set(
    found.flatMap(({ matches }) => matches.map(({ searchId }) => searchId)),
  );
  if (searchIds.size === 0) return;
  const watchers = new Map(
    (await findWatchers(transaction, [...searchIds])).map((row) => [row.search_id, row]),
  );
  const news = found.flatMap(({ change, matches }) =>
    oncePerPerson(
      matches.flatMap(({ searchId, reason }) => {
        const watcher = watchers.get(searchId);
        if (watcher === undefined || watcher.user_id === change.after.agent._id) return [];
        return [{ watcher, change, reason }];
      }),
    ),
  );
  const told = await withoutRepeats(transaction, news, now);
  if (told.length === 0) return;
  const items = told.map((one) => toItem(one, times, now));
  await insertItems(transaction, items);
  await addJobs(transaction, jobsOf(items));
}

/** Of the searches of one recipient that a home matches, the one that notifies first. */
function oncePerPerson(news: readonly News[]): News[] {
  const first = new Map<string, News>();
  for (const one of news) {
    const { recipient, frequency } = one.watcher;
    const known = first.get(recipient)?.watcher.frequency;
    if (known === undefined || SOONEST.indexOf(frequency) < SOONEST.indexOf(known)) {
      first.set(recipient, one);
    }
  }
  return [...first.values()];
}

/** Without price cuts of which the recipient knows a lower price, and homes that were back a while ago. */
async function withoutRepeats(db: Database, news: readonly News[], now: Date): Promise<News[]> {
  const pairs = news
    .filter(({ change }) => change.before !== null)
    .map(({ watcher, change }) => ({
      recipient: watcher.recipient,
      propertyId: change.propertyId,
    }));
  const rows = pairs.length === 0 ? [] : await findMemory(db, pairs);
  const memory = new Map(rows.map((row) => [`${row.recipient} ${row.property_id}`, row]));
  return news.filter(({ watcher, change, reason }) => {
    const known = memory.get(`${watcher.recipient} ${change.propertyId}`);
    if (known === undefined) return true;
    if (reason === 'price_cut') return change.after.price < known.lowest_price;
    if (reason === 'back') {
      return known.back_at === null || now.getTime() - known.back_at.getTime() > BACK_AGAIN_MS;
    }
    return true;
  });
}

function toItem({ watcher, change, reason }: News, times: AlertTimes, now: Date): NewItem {
  const { propertyId, before, after, changedAt } = change;
  return {
    recipient: watcher.recipient,
    searchId: watcher.search_id,
    propertyId,
    reason,
    previousPrice: before !== null && before.price > after.price ? before.price : null,
    // A change that was found late is sent when it would have been.
    dueAt: dueTime(watcher, changedAt < now ? changedAt : now, times),
  };
}

function dueTime(watcher: WatcherRow, since: Date, { delayMs, pauseMs }: AlertTimes): Date {
  const { frequency, time_zone: timeZone, last_mail_at: lastMailAt } = watcher;
  if (frequency !== 'instant') return nextDigest(frequency, timeZone, since);
  const gathered = since.getTime() + delayMs;
  if (lastMailAt === null) return new Date(gathered);
  // To the full minute: very many searches have few such times.
  const paused = Math.ceil((lastMailAt.getTime() + pauseMs) / MINUTE_MS) * MINUTE_MS;
  return new Date(Math.max(gathered, paused));
}

/** One job for each time at which something is due, however many recipients wait for it. */
function jobsOf(items: readonly NewItem[]): NewJob[] {
  const times = new Set(items.map(({ dueAt }) => dueAt.getTime()));
  return [...times].map((time) => ({
    name: 'saved-searches.due',
    payload: { dueAt: new Date(time).toISOString() },
    runAt: new Date(time),
    key: `alerts-due:${time}`,
    isRunAtPreserved: true,
  }));
}
