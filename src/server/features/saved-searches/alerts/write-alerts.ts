/**
 * Turns pending notifications into a recipient's email in one transaction: sent once, and not lost.
 */

import type { CostRates } from '#shared/monthly-cost.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';
import { addJobs } from '../../../jobs/job-queue.ts';
import { addMail, MAIL_MAX_DELAY_MS } from '../../../jobs/mail-job.ts';
import { addNotification } from '../../notifications/notification-service.ts';
import { alertJob } from './alert-job.ts';
import { ALERT_MAIL, type AlertMailPayload, type FavoriteMailPart } from './alert-mail.ts';
import {
  deleteNews,
  findNextDue,
  findSearchNews,
  findPendingNews,
  recordNotified,
  type SearchNews,
  setDueTime,
  type PendingNews,
} from './alert-repository.ts';
import { nextDigest } from './digest-times.ts';
import { takeFavoriteNews } from './favorite-news.ts';
import { readConditions } from './read-filters.ts';
import {
  findSavedSearch,
  type SavedSearchRow,
  updateSavedSearch,
} from '../saved-search-repository.ts';

/**
 * Writes the instant email of one search, if it still has news. During the pause after the last
 * email, postpones it to the pause's end: notifications found while that email was written do not
 * consider the pause.
 *
 * @param of.recipient from the matches; a recipient whose email address has changed gets nothing
 */
export async function writeInstantAlert(
  transaction: Database,
  of: { searchId: string; recipient: string },
  { now, costRates, pauseMs }: { now: Date; costRates: CostRates; pauseMs: number },
): Promise<void> {
  const search = await findSavedSearch(transaction, of.searchId, { lock: true });
  if (search === undefined) return;
  const [pending] = await findPendingNews(transaction, { searchId: search.id }, now);
  if (pending === undefined) return;
  if (search.frequency !== 'instant') return moveToDigest(transaction, search, of.recipient, now);
  const { last_mail_at: lastMailAt } = search;
  if (lastMailAt !== null && now.getTime() < lastMailAt.getTime() + pauseMs) {
    const pauseEnd = new Date(lastMailAt.getTime() + pauseMs);
    await setDueTime(transaction, search.id, pauseEnd);
    const alert = { search_id: search.id, recipient: of.recipient, frequency: 'instant' } as const;
    return addJobs(transaction, [alertJob(alert, pauseEnd)]);
  }
  const group = await takeNews(transaction, search, pending, { now, costRates });
  if (group === null) return;
  await updateSavedSearch(transaction, search.id, { lastMailAt: now });
  await sendMail(transaction, { ...of, frequency: 'instant' }, [group], now);
}

/** Adds the digest job after the owner has changed the frequency. */
async function moveToDigest(
  transaction: Database,
  { id, frequency, time_zone: timeZone }: SavedSearchRow,
  recipient: string,
  now: Date,
): Promise<void> {
  if (frequency === 'never' || frequency === 'instant') return;
  const runAt = nextDigest(frequency, timeZone, now);
  await addJobs(transaction, [alertJob({ search_id: id, recipient, frequency }, runAt)]);
}

/**
 * Writes a recipient's daily or weekly email, if there is news; the daily one includes saved homes.
 */
export async function writeDigest(
  transaction: Database,
  of: { recipient: string; frequency: 'daily' | 'weekly' },
  now: Date,
  costRates: CostRates,
): Promise<void> {
  const groups: AlertGroup[] = [];
  for (const pending of await findPendingNews(transaction, of, now)) {
    const search = await findSavedSearch(transaction, pending.search_id);
    if (search === undefined) continue;
    const group = await takeNews(transaction, search, pending, { now, costRates });
    if (group !== null) groups.push(group);
  }
  // The job can be for a time zone that was selected only briefly.
  const nextDue = await findNextDue(transaction, of);
  if (nextDue !== null) await addJobs(transaction, [alertJob({ search_id: '', ...of }, nextDue)]);
  const except = new Set(groups.flatMap(({ homes }) => homes.map(({ propertyId }) => propertyId)));
  const favorites =
    of.frequency === 'daily'
      ? await takeFavoriteNews(transaction, of.recipient, { except, now })
      : null;
  if (groups.length > 0 || favorites !== null) {
    await sendMail(transaction, { ...of, favorites }, groups, now);
  }
}

/** The current news of a search; homes not listed in `homes` are only counted. */
type AlertGroup = SearchNews & { search: SavedSearchRow };

/** Takes a search's pending news; returns null if no home is still news, or if it is too late. */
async function takeNews(
  transaction: Database,
  search: SavedSearchRow,
  { ids }: PendingNews,
  context: { now: Date; costRates: CostRates },
): Promise<AlertGroup | null> {
  const conditions = readConditions(search, context);
  const since = new Date(context.now.getTime() - MAIL_MAX_DELAY_MS);
  const news =
    conditions === null
      ? null
      : await findSearchNews(transaction, { ids, conditions, ownerId: search.user_id, since });
  await deleteNews(transaction, ids);
  return news === null || news.homes.length === 0 ? null : { search, ...news };
}

async function sendMail(
  transaction: Database,
  of: { recipient: string; frequency: MailFrequency; favorites?: FavoriteMailPart | null },
  groups: readonly AlertGroup[],
  now: Date,
): Promise<void> {
  const { recipient, frequency, favorites = null } = of;
  const notified = groups.flatMap(({ homes }) =>
    homes.map(({ propertyId, price, reason }) => ({
      propertyId,
      price,
      isBack: reason === 'back',
    })),
  );
  await recordNotified(transaction, recipient, notified, now);
  const payload: AlertMailPayload = {
    recipient,
    frequency,
    favorites,
    groups: groups.map(({ search, homes, count }) => ({
      searchId: search.id,
      homes: homes.map(({ price: _price, ...home }) => home),
      moreCount: count - homes.length,
    })),
  };
  const owners = groups.map(({ search }) => search.user_id);
  const ownerId = owners.find((id) => id !== null) ?? null;
  const accountId = ownerId ?? favorites?.userId;
  await addMail(transaction, {
    kind: ALERT_MAIL,
    // An address with its own alerts is verified, and can also belong to an account.
    to:
      accountId === undefined || owners.includes(null)
        ? { proof: 'address', address: recipient }
        : { proof: 'account', userId: accountId },
    author: 'agent',
    payload,
    now,
  });
  if (ownerId === null) return;
  const [first] = groups;
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const homes = total === 1 ? '1 home' : `${total} homes`;
  await addNotification(transaction, {
    userId: ownerId,
    kind: 'alert',
    title:
      groups.length > 1
        ? `${homes} for your saved searches`
        : `${homes} for “${first?.search.name ?? ''}”`,
    link: pagePaths.savedSearches(),
    createdAt: now,
  });
}
