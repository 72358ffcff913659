/** Notes what recipients will be notified of, each home once, and when. */

import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';
import { addJobs, type NewJob } from '../../../jobs/job-queue.ts';
import {
  type AlertReason,
  findMemory,
  insertItems,
  MAX_NEWS_HOMES,
  mergeWaiting,
  type NewItem,
} from '../alerts/alert-repository.ts';
import { nextDigest } from '../alerts/digest-times.ts';
import { createPace, type Pace } from '../../../concurrency/pace.ts';
import { findWatchers, type WatcherRow } from './candidate-repository.ts';
import { type Change, type Matches, toMatch } from './find-matches.ts';

/** A home is back on the market once in this time, in milliseconds. */
const BACK_AGAIN_MS = 30 * 24 * 60 * 60 * 1000;
/** The pause is longer by this share at most, so that very many searches end theirs at few times. */
const PAUSE_STEPS = 15;
/** Searches that are read, or noted, at once. */
const SEARCHES_AT_ONCE = 500;
/** The number of homes recorded at once, unless one person is notified of more. */
const HOMES_AT_ONCE = 2_000;

/** How long matches are gathered before an instant mail, and the pause between two for one search, in milliseconds. */
export type AlertTimes = { delayMs: number; pauseMs: number };

/** A recipient is notified with the first of these whose search matches. */
const SOONEST: readonly MailFrequency[] = ['instant', 'daily', 'weekly'];

/** A change that is news for a search. */
type News = {
  watcher: WatcherRow;
  change: Change;
  reason: AlertReason;
  /** The price before a price cut, or before a home became cheaper for another reason. */
  previousPrice: number | null;
};

/**
 * Notes changes for those whose searches they match, a row for each search. Call it with the transaction that takes the
 * changes.
 *
 * @param taken the homes that are taken: nothing is noted of others
 */
export async function noteMatches(
  transaction: Database,
  matches: Matches,
  taken: ReadonlySet<string>,
  { times, now, ending }: { times: AlertTimes; now: Date; ending: AbortSignal },
): Promise<void> {
  const pace = createPace();
  const ofSearch = await findNews(matches, taken, pace);
  const watchersOf = await groupByPerson(transaction, [...ofSearch.keys()], pace);
  const dueTimes = new Set<number>();
  const note = async (news: readonly News[]) => {
    ending.throwIfAborted();
    const told = await withoutRepeats(transaction, news, now);
    const items = [...Map.groupBy(told, ({ watcher }) => watcher).values()].map((ofWatcher) =>
      toItem(ofWatcher, times, now),
    );
    if (items.length > 0) await insertItems(transaction, items);
    for (const { dueAt } of items) dueTimes.add(dueAt.getTime());
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  };
  let [waiting, searches]: [News[], number] = [[], 0];
  for (const watchers of watchersOf.values()) {
    waiting.push(...newsOf(watchers, ofSearch, matches.changes));
    searches += watchers.length;
    if (searches >= SEARCHES_AT_ONCE || waiting.length >= HOMES_AT_ONCE) {
      await note(waiting);
      [waiting, searches] = [[], 0];
    } else if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  await note(waiting);
  await addJobs(transaction, [...dueTimes].map(toJob));
}

/** The news of each search among the given homes. */
async function findNews(
  { changes, searches }: Matches,
  taken: ReadonlySet<string>,
  pace: Pace,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const isTaken = changes.map(({ propertyId }) => taken.has(propertyId));
  const isAll = isTaken.every(Boolean);
  const news = new Map<string, readonly number[]>();
  for (const { id, matches } of searches) {
    const mine = isAll ? matches : matches.filter((match) => isTaken[toMatch(match).change]);
    // Homes are processed in chunks, so the same search may match again.
    if (mine.length > 0) news.set(id, [...(news.get(id) ?? []), ...mine]);
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  return news;
}

/** Groups active searches by person; each person's first one is the one that notifies first. */
async function groupByPerson(
  db: Database,
  searchIds: readonly string[],
  pace: Pace,
): Promise<ReadonlyMap<string, WatcherRow[]>> {
  const groups = new Map<string, WatcherRow[]>();
  for (let start = 0; start < searchIds.length; start += SEARCHES_AT_ONCE) {
    const watchers = await findWatchers(db, searchIds.slice(start, start + SEARCHES_AT_ONCE));
    for (const watcher of watchers) {
      const known = groups.get(watcher.recipient);
      if (known === undefined) groups.set(watcher.recipient, [watcher]);
      else known.push(watcher);
    }
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  for (const watchers of groups.values())
    watchers.sort(
      (one, other) => SOONEST.indexOf(one.frequency) - SOONEST.indexOf(other.frequency),
    );
  return groups;
}

/** The news of one person, each home for one search. */
function newsOf(
  watchers: readonly WatcherRow[],
  ofSearch: ReadonlyMap<string, readonly number[]>,
  changes: readonly Change[],
): News[] {
  const news: News[] = [];
  const told = new Set<Change>();
  for (const watcher of watchers) {
    for (const match of ofSearch.get(watcher.search_id) ?? []) {
      const { change: number, reason } = toMatch(match);
      const change = changes[number];
      if (change === undefined || watcher.user_id === change.after.agent._id) continue;
      if (watchers.length > 1) {
        if (told.has(change)) continue;
        told.add(change);
      }
      news.push({ watcher, change, reason, previousPrice: previousPriceOf(change) });
    }
  }
  return news;
}

/**
 * Without price cuts of which the recipient knows a lower price, homes that were back a while ago, and what waits to be
 * mailed already. A home that is back again for less than the recipient knows is a price cut.
 */
async function withoutRepeats(
  db: Database,
  news: readonly News[],
  now: Date,
): Promise<readonly News[]> {
  // A new home has no history.
  const pairs = news.filter(({ change }) => change.before !== null).map(toPair);
  if (pairs.length === 0) return news;
  const rows = await findMemory(db, pairs);
  const memory = new Map(rows.map((row) => [`${row.recipient} ${row.property_id}`, row]));
  const told = news.flatMap((one): News[] => {
    const { change, reason } = one;
    const known = memory.get(keyOf(one));
    if (known === undefined || reason === 'new' || reason === 'open_house') return [one];
    const { lowest_price: lowestPrice, back_at: backAt } = known;
    const isCut = change.after.price < lowestPrice;
    if (reason === 'price_cut') return isCut ? [one] : [];
    if (backAt === null || now.getTime() - backAt.getTime() > BACK_AGAIN_MS) return [one];
    return isCut ? [{ ...one, reason: 'price_cut', previousPrice: lowestPrice }] : [];
  });
  const again = told.filter(({ change }) => change.before !== null).map(toPair);
  if (again.length === 0) return told;
  const waiting = new Set(
    (await mergeWaiting(db, again)).map((row) => `${row.recipient} ${row.property_id}`),
  );
  return told.filter((one) => !waiting.has(keyOf(one)));
}

const keyOf = ({ watcher, change }: News) => `${watcher.recipient} ${change.propertyId}`;

const toPair = ({ watcher, change, previousPrice }: News) => ({
  recipient: watcher.recipient,
  propertyId: change.propertyId,
  previousPrice,
});

const previousPriceOf = ({ before, after }: Change) =>
  before !== null && before.price > after.price ? before.price : null;

/** @param news of one search */
function toItem(news: readonly News[], times: AlertTimes, now: Date): NewItem {
  const [first] = news;
  if (first === undefined) throw new Error('There is no news.');
  const { watcher } = first;
  const since = Math.min(...news.map(({ change }) => change.changedAt.getTime()), now.getTime());
  return {
    recipient: watcher.recipient,
    searchId: watcher.search_id,
    // Late news is sent at its original time, together with later news.
    dueAt: dueTime(watcher, new Date(since), times),
    homes: newestOf(news).map(({ change, reason, previousPrice }) => ({
      propertyId: change.propertyId,
      reason,
      previousPrice,
    })),
    moreCount: Math.max(0, news.length - MAX_NEWS_HOMES),
  };
}

/** As many as are stored, the newest homes. */
function newestOf(news: readonly News[]): readonly News[] {
  if (news.length <= MAX_NEWS_HOMES) return news;
  const cameAt = ({ change }: News) => Date.parse(change.after.createdAt);
  return news.toSorted((one, other) => cameAt(other) - cameAt(one)).slice(0, MAX_NEWS_HOMES);
}

function dueTime(watcher: WatcherRow, since: Date, { delayMs, pauseMs }: AlertTimes): Date {
  const { frequency, time_zone: timeZone, last_mail_at: lastMailAt } = watcher;
  if (frequency !== 'instant') return nextDigest(frequency, timeZone, since);
  const gathered = since.getTime() + delayMs;
  if (lastMailAt === null) return new Date(gathered);
  const step = Math.max(1, Math.floor(pauseMs / PAUSE_STEPS));
  const paused = Math.ceil((lastMailAt.getTime() + pauseMs) / step) * step;
  return new Date(Math.max(gathered, paused));
}

/** One job for each time at which something is due, however many recipients wait for it. */
function toJob(time: number): NewJob {
  return {
    name: 'saved-searches.due',
    payload: { dueAt: new Date(time).toISOString() },
    runAt: new Date(time),
    key: `alerts-due:${time}`,
    isRunAtPreserved: true,
  };
}
