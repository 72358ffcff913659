/** Records pending alerts and their due times. Each change is reported once per recipient. */

import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';
import { addJobs, type NewJob } from '../../../jobs/job-queue.ts';
import {
  type AlertHistoryRow,
  type AlertReason,
  EMAIL_COUNT_PERIOD_MS,
  findAlertHistory,
  insertPendingAlerts,
  MAX_ALERT_HOMES,
  mergeIntoPending,
  type NewPendingAlert,
} from '../alerts/alert-repository.ts';
import { findNextDigestTime } from '../alerts/digest-times.ts';
import { createPace, type Pace } from '../../../concurrency/pace.ts';
import { findSubscriptions, type SubscriptionRow } from './candidate-repository.ts';
import { type Change, type Matches, decodeMatch } from './find-matches.ts';

/** Minimum time between two reports that the same home is back on the market. */
const MIN_BACK_INTERVAL_MS = 30 * 24 * 60 * 60 * 1000;
/**
 * Maximum number of emails about one home to one recipient in `EMAIL_COUNT_PERIOD_MS`. Later changes
 * wait until the period is over.
 */
const MAX_EMAILS_PER_HOME = 5;
/**
 * The number of steps in a pause. The end of a pause is rounded up to a step so that many searches
 * share few due times.
 */
const PAUSE_STEPS = 15;
/** The number of searches per query and per insert. */
const SEARCHES_PER_BATCH = 500;
/** The number of homes per insert, unless a single recipient is notified of more. */
const HOMES_PER_BATCH = 2_000;

/**
 * The time for collecting matches before an instant email, and the pause between two emails for one
 * search.
 */
export type AlertTimes = { delayMs: number; pauseMs: number };

/** Frequencies, most frequent first. A recipient is notified by the first search that matches. */
const FREQUENCIES: readonly MailFrequency[] = ['instant', 'daily', 'weekly'];

/** A change to notify a recipient of. */
type HomeAlert = {
  subscription: SubscriptionRow;
  change: Change;
  reason: AlertReason;
  /** The price before the change if the home became cheaper, whatever the `reason`; otherwise null. */
  previousPrice: number | null;
  /** The earliest time of the email; null for no limit. */
  notBefore: Date | null;
};

/**
 * Records pending alerts for matches, one row per search and due time. Call it in the transaction
 * that dequeues the changes.
 *
 * @param dequeuedIds IDs of the dequeued homes; others are ignored
 */
export async function recordMatches(
  transaction: Database,
  matches: Matches,
  dequeuedIds: ReadonlySet<string>,
  { times, now, shutdownSignal }: { times: AlertTimes; now: Date; shutdownSignal: AbortSignal },
): Promise<void> {
  const pace = createPace();
  const matchesBySearch = await groupBySearch(matches, dequeuedIds, pace);
  const subscriptionsByRecipient = await groupByRecipient(
    transaction,
    [...matchesBySearch.keys()],
    pace,
  );
  const dueTimes = new Set<number>();
  const record = async (alerts: readonly HomeAlert[]) => {
    shutdownSignal.throwIfAborted();
    const remaining = await removeRepeats(transaction, alerts, now);
    const groups = Map.groupBy(
      remaining,
      ({ subscription, notBefore }) => `${subscription.search_id} ${notBefore?.getTime() ?? ''}`,
    );
    const pendingAlerts = [...groups.values()].map((group) => toPendingAlert(group, times, now));
    if (pendingAlerts.length > 0) await insertPendingAlerts(transaction, pendingAlerts);
    for (const { dueAt } of pendingAlerts) dueTimes.add(dueAt.getTime());
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  };
  let [batch, searchCount]: [HomeAlert[], number] = [[], 0];
  for (const subscriptions of subscriptionsByRecipient.values()) {
    batch.push(...toHomeAlerts(subscriptions, matchesBySearch, matches.changes));
    searchCount += subscriptions.length;
    if (searchCount >= SEARCHES_PER_BATCH || batch.length >= HOMES_PER_BATCH) {
      await record(batch);
      [batch, searchCount] = [[], 0];
    } else if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  await record(batch);
  await addJobs(transaction, [...dueTimes].map(toJob));
}

/** Groups the matches of dequeued homes by search. */
async function groupBySearch(
  { changes, searches }: Matches,
  dequeuedIds: ReadonlySet<string>,
  pace: Pace,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const isDequeued = changes.map(({ propertyId }) => dequeuedIds.has(propertyId));
  const areAllDequeued = isDequeued.every(Boolean);
  const groups = new Map<string, readonly number[]>();
  for (const { id, matches } of searches) {
    const dequeuedMatches = areAllDequeued
      ? matches
      : matches.filter((match) => isDequeued[decodeMatch(match).changeIndex]);
    if (dequeuedMatches.length > 0) groups.set(id, dequeuedMatches);
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  return groups;
}

/** Groups active searches by recipient, most frequent emails first. */
async function groupByRecipient(
  db: Database,
  searchIds: readonly string[],
  pace: Pace,
): Promise<ReadonlyMap<string, SubscriptionRow[]>> {
  const groups = new Map<string, SubscriptionRow[]>();
  for (let start = 0; start < searchIds.length; start += SEARCHES_PER_BATCH) {
    const subscriptions = await findSubscriptions(
      db,
      searchIds.slice(start, start + SEARCHES_PER_BATCH),
    );
    for (const subscription of subscriptions) {
      const group = groups.get(subscription.recipient);
      if (group === undefined) groups.set(subscription.recipient, [subscription]);
      else group.push(subscription);
    }
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  for (const subscriptions of groups.values())
    subscriptions.sort(
      (a, b) => FREQUENCIES.indexOf(a.frequency) - FREQUENCIES.indexOf(b.frequency),
    );
  return groups;
}

/** Returns one recipient's alerts, with each home for only one search. */
function toHomeAlerts(
  subscriptions: readonly SubscriptionRow[],
  matchesBySearch: ReadonlyMap<string, readonly number[]>,
  changes: readonly Change[],
): HomeAlert[] {
  const alerts: HomeAlert[] = [];
  const reported = new Set<Change>();
  for (const subscription of subscriptions) {
    for (const match of matchesBySearch.get(subscription.search_id) ?? []) {
      const { changeIndex, reason } = decodeMatch(match);
      const change = changes[changeIndex];
      if (change === undefined || subscription.user_id === change.after.agent._id) continue;
      if (subscriptions.length > 1) {
        if (reported.has(change)) continue;
        reported.add(change);
      }
      alerts.push({
        subscription,
        change,
        reason,
        previousPrice: previousPriceOf(change),
        notBefore: null,
      });
    }
  }
  return alerts;
}

/**
 * Removes price cuts that are not below the lowest price in earlier emails, homes recently reported
 * as back on the market, and homes already pending. A home that was recently reported as back on
 * the market, and is back again at a lower price than in earlier emails, is reported as a price
 * cut. Delays homes for which the recipient has reached the maximum number of emails.
 */
async function removeRepeats(
  db: Database,
  alerts: readonly HomeAlert[],
  now: Date,
): Promise<readonly HomeAlert[]> {
  // A new home has no history.
  const pairs = alerts.filter(({ change }) => change.before !== null).map(toPair);
  if (pairs.length === 0) return alerts;
  const rows = await findAlertHistory(db, pairs);
  const history = new Map(rows.map((row) => [`${row.recipient} ${row.property_id}`, row]));
  const remaining = alerts.flatMap((alert): HomeAlert[] => {
    const { change, reason } = alert;
    const previous = history.get(toKey(alert));
    if (previous === undefined) return [alert];
    const limitedAlert = { ...alert, notBefore: findEndOfLimit(previous) };
    if (reason === 'new' || reason === 'open_house') return [limitedAlert];
    const { lowest_price: lowestPrice, back_at: backAt } = previous;
    const isPriceCut = change.after.price < lowestPrice;
    if (reason === 'price_cut') return isPriceCut ? [limitedAlert] : [];
    if (backAt === null || now.getTime() - backAt.getTime() > MIN_BACK_INTERVAL_MS)
      return [limitedAlert];
    return isPriceCut ? [{ ...limitedAlert, reason: 'price_cut', previousPrice: lowestPrice }] : [];
  });
  const remainingPairs = remaining.filter(({ change }) => change.before !== null).map(toPair);
  if (remainingPairs.length === 0) return remaining;
  const pending = new Set(
    (await mergeIntoPending(db, remainingPairs)).map(
      (row) => `${row.recipient} ${row.property_id}`,
    ),
  );
  return remaining.filter((alert) => !pending.has(toKey(alert)));
}

/** Returns the time when emails to a recipient about a home are allowed again; null below the limit. */
function findEndOfLimit(history: AlertHistoryRow): Date | null {
  const { email_count: emailCount, counted_since: countedSince } = history;
  if (countedSince === null || emailCount < MAX_EMAILS_PER_HOME) return null;
  return new Date(countedSince.getTime() + EMAIL_COUNT_PERIOD_MS);
}

const toKey = ({ subscription, change }: HomeAlert) =>
  `${subscription.recipient} ${change.propertyId}`;

const toPair = ({ subscription, change, previousPrice }: HomeAlert) => ({
  recipient: subscription.recipient,
  propertyId: change.propertyId,
  previousPrice,
});

const previousPriceOf = ({ before, after }: Change) =>
  before !== null && before.price > after.price ? before.price : null;

/** Combines the alerts for one search. */
function toPendingAlert(
  alerts: readonly HomeAlert[],
  times: AlertTimes,
  now: Date,
): NewPendingAlert {
  const [first] = alerts;
  if (first === undefined) throw new Error('There are no alerts.');
  const { subscription, notBefore } = first;
  const since = Math.min(...alerts.map(({ change }) => change.changedAt.getTime()), now.getTime());
  return {
    recipient: subscription.recipient,
    searchId: subscription.search_id,
    // Based on the time of the first change so that late matching does not postpone the email.
    dueAt: laterOf(findDueTime(subscription, new Date(since), times), notBefore),
    homes: findNewest(alerts).map(({ change, reason, previousPrice }) => ({
      propertyId: change.propertyId,
      reason,
      previousPrice,
    })),
    moreCount: Math.max(0, alerts.length - MAX_ALERT_HOMES),
  };
}

/** Returns the newest homes, up to the maximum that is stored. */
function findNewest(alerts: readonly HomeAlert[]): readonly HomeAlert[] {
  if (alerts.length <= MAX_ALERT_HOMES) return alerts;
  const listedAt = ({ change }: HomeAlert) => Date.parse(change.after.createdAt);
  return alerts.toSorted((a, b) => listedAt(b) - listedAt(a)).slice(0, MAX_ALERT_HOMES);
}

const laterOf = (time: Date, other: Date | null): Date =>
  other === null || other < time ? time : other;

function findDueTime(
  subscription: SubscriptionRow,
  since: Date,
  { delayMs, pauseMs }: AlertTimes,
): Date {
  const { frequency, time_zone: timeZone, last_mail_at: lastMailAt } = subscription;
  if (frequency !== 'instant') return findNextDigestTime(frequency, timeZone, since);
  const delayEnd = since.getTime() + delayMs;
  if (lastMailAt === null) return new Date(delayEnd);
  const step = Math.max(1, Math.floor(pauseMs / PAUSE_STEPS));
  const pauseEnd = Math.ceil((lastMailAt.getTime() + pauseMs) / step) * step;
  return new Date(Math.max(delayEnd, pauseEnd));
}

/** Returns the job that adds the jobs to write all alerts due at `time` (in milliseconds); see `addDueAlertJobs`. */
function toJob(time: number): NewJob {
  return {
    name: 'saved-searches.due',
    payload: { dueAt: new Date(time).toISOString() },
    runAt: new Date(time),
    key: `alerts-due:${time}`,
    isRunAtPreserved: true,
  };
}
