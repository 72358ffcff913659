/** Records what recipients will be notified of, each home once, and when. */

import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';
import { addJobs, type NewJob } from '../../../jobs/job-queue.ts';
import {
  type AlertReason,
  findMemory,
  insertItems,
  MAX_NEWS_HOMES,
  mergePending,
  type NewItem,
} from '../alerts/alert-repository.ts';
import { nextDigest } from '../alerts/digest-times.ts';
import { createPace, type Pace } from '../../../concurrency/pace.ts';
import { findWatchers, type WatcherRow } from './candidate-repository.ts';
import { type Change, type Matches, toMatch } from './find-matches.ts';

/** A home is reported as back on the market at most once in this time. */
const BACK_AGAIN_MS = 30 * 24 * 60 * 60 * 1000;
/** Pauses are rounded up to this fraction, so those of many searches end at the same few times. */
const PAUSE_STEPS = 15;
/** Searches read or recorded at a time. */
const SEARCHES_PER_BATCH = 500;
/** Homes recorded at a time, unless one recipient is notified of more. */
const HOMES_PER_BATCH = 2_000;

/**
 * How long matches are collected before an instant email, and the pause between two emails of one
 * search.
 */
export type AlertTimes = { delayMs: number; pauseMs: number };

/** Frequencies, soonest first: a recipient is notified by the first one that matches. */
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
 * Records notifications of matches, one row per search. Call it in the transaction that takes the
 * changes.
 *
 * @param taken the ids of the taken homes; others are ignored
 */
export async function recordMatches(
  transaction: Database,
  matches: Matches,
  taken: ReadonlySet<string>,
  { times, now, shutdownSignal }: { times: AlertTimes; now: Date; shutdownSignal: AbortSignal },
): Promise<void> {
  const pace = createPace();
  const ofSearch = await findNews(matches, taken, pace);
  const watchersOf = await groupByRecipient(transaction, [...ofSearch.keys()], pace);
  const dueTimes = new Set<number>();
  const record = async (news: readonly News[]) => {
    shutdownSignal.throwIfAborted();
    const remaining = await withoutRepeats(transaction, news, now);
    const items = [...Map.groupBy(remaining, ({ watcher }) => watcher).values()].map((ofWatcher) =>
      toItem(ofWatcher, times, now),
    );
    if (items.length > 0) await insertItems(transaction, items);
    for (const { dueAt } of items) dueTimes.add(dueAt.getTime());
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  };
  let [pending, searches]: [News[], number] = [[], 0];
  for (const watchers of watchersOf.values()) {
    pending.push(...newsOf(watchers, ofSearch, matches.changes));
    searches += watchers.length;
    if (searches >= SEARCHES_PER_BATCH || pending.length >= HOMES_PER_BATCH) {
      await record(pending);
      [pending, searches] = [[], 0];
    } else if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  await record(pending);
  await addJobs(transaction, [...dueTimes].map(toJob));
}

/** Returns each search's matches among the taken homes. */
async function findNews(
  { changes, searches }: Matches,
  taken: ReadonlySet<string>,
  pace: Pace,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const isTaken = changes.map(({ propertyId }) => taken.has(propertyId));
  const isAll = isTaken.every(Boolean);
  const news = new Map<string, readonly number[]>();
  for (const { id, matches } of searches) {
    const ofTaken = isAll ? matches : matches.filter((match) => isTaken[toMatch(match).change]);
    // Homes are compared in batches, so a search can occur several times.
    if (ofTaken.length > 0) news.set(id, [...(news.get(id) ?? []), ...ofTaken]);
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  return news;
}

/** Groups active searches by recipient, those that notify soonest first. */
async function groupByRecipient(
  db: Database,
  searchIds: readonly string[],
  pace: Pace,
): Promise<ReadonlyMap<string, WatcherRow[]>> {
  const groups = new Map<string, WatcherRow[]>();
  for (let start = 0; start < searchIds.length; start += SEARCHES_PER_BATCH) {
    const watchers = await findWatchers(db, searchIds.slice(start, start + SEARCHES_PER_BATCH));
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

/** Returns the news of one recipient, each home for one search. */
function newsOf(
  watchers: readonly WatcherRow[],
  ofSearch: ReadonlyMap<string, readonly number[]>,
  changes: readonly Change[],
): News[] {
  const news: News[] = [];
  const reported = new Set<Change>();
  for (const watcher of watchers) {
    for (const match of ofSearch.get(watcher.search_id) ?? []) {
      const { change: number, reason } = toMatch(match);
      const change = changes[number];
      if (change === undefined || watcher.user_id === change.after.agent._id) continue;
      if (watchers.length > 1) {
        if (reported.has(change)) continue;
        reported.add(change);
      }
      news.push({ watcher, change, reason, previousPrice: previousPriceOf(change) });
    }
  }
  return news;
}

/**
 * Removes price cuts above the lowest price in earlier emails, homes recently reported as back, and
 * homes already pending. A home that is back again at a lower price than in earlier emails becomes
 * a price cut.
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
  const remaining = news.flatMap((one): News[] => {
    const { change, reason } = one;
    const known = memory.get(keyOf(one));
    if (known === undefined || reason === 'new' || reason === 'open_house') return [one];
    const { lowest_price: lowestPrice, back_at: backAt } = known;
    const isCut = change.after.price < lowestPrice;
    if (reason === 'price_cut') return isCut ? [one] : [];
    if (backAt === null || now.getTime() - backAt.getTime() > BACK_AGAIN_MS) return [one];
    return isCut ? [{ ...one, reason: 'price_cut', previousPrice: lowestPrice }] : [];
  });
  const changed = remaining.filter(({ change }) => change.before !== null).map(toPair);
  if (changed.length === 0) return remaining;
  const pending = new Set(
    (await mergePending(db, changed)).map((row) => `${row.recipient} ${row.property_id}`),
  );
  return remaining.filter((one) => !pending.has(keyOf(one)));
}

const keyOf = ({ watcher, change }: News) => `${watcher.recipient} ${change.propertyId}`;

const toPair = ({ watcher, change, previousPrice }: News) => ({
  recipient: watcher.recipient,
  propertyId: change.propertyId,
  previousPrice,
});

const previousPriceOf = ({ before, after }: Change) =>
  before !== null && before.price > after.price ? before.price : null;

/** Combines the news of one search. */
function toItem(news: readonly News[], times: AlertTimes, now: Date): NewItem {
  const [first] = news;
  if (first === undefined) throw new Error('There is no news.');
  const { watcher } = first;
  const since = Math.min(...news.map(({ change }) => change.changedAt.getTime()), now.getTime());
  return {
    recipient: watcher.recipient,
    searchId: watcher.search_id,
    // Late news is due at its original time, and is sent together with later news.
    dueAt: dueTime(watcher, new Date(since), times),
    homes: newestOf(news).map(({ change, reason, previousPrice }) => ({
      propertyId: change.propertyId,
      reason,
      previousPrice,
    })),
    moreCount: Math.max(0, news.length - MAX_NEWS_HOMES),
  };
}

/** Returns the newest homes, as many as are stored. */
function newestOf(news: readonly News[]): readonly News[] {
  if (news.length <= MAX_NEWS_HOMES) return news;
  const listedAt = ({ change }: News) => Date.parse(change.after.createdAt);
  return news.toSorted((one, other) => listedAt(other) - listedAt(one)).slice(0, MAX_NEWS_HOMES);
}

function dueTime(watcher: WatcherRow, since: Date, { delayMs, pauseMs }: AlertTimes): Date {
  const { frequency, time_zone: timeZone, last_mail_at: lastMailAt } = watcher;
  if (frequency !== 'instant') return nextDigest(frequency, timeZone, since);
  const collected = since.getTime() + delayMs;
  if (lastMailAt === null) return new Date(collected);
  const step = Math.max(1, Math.floor(pauseMs / PAUSE_STEPS));
  const paused = Math.ceil((lastMailAt.getTime() + pauseMs) / step) * step;
  return new Date(Math.max(collected, paused));
}

/** Returns one job per due time, for all recipients. */
function toJob(time: number): NewJob {
  return {
    name: 'saved-searches.due',
    payload: { dueAt: new Date(time).toISOString() },
    runAt: new Date(time),
    key: `alerts-due:${time}`,
    isRunAtPreserved: true,
  };
}
