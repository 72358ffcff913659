/** From the noted changes to a recipient's mail, in one transaction: sent once, and not lost. */

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
  findWaitingNews,
  rememberTold,
  type SearchNews,
  setDueTime,
  type WaitingNews,
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
 * Writes the instant mail of one search, if it still has news. During the pause after the last one it waits for its end:
 * what was noted while that was being written knows nothing of it.
 *
 * @param of.recipient as the matches were noted; a recipient whose email address has changed gets nothing
 */
export async function writeInstantAlert(
  transaction: Database,
  of: { searchId: string; recipient: string },
  { now, costRates, pauseMs }: { now: Date; costRates: CostRates; pauseMs: number },
): Promise<void> {
  const search = await findSavedSearch(transaction, of.searchId, { lock: true });
  if (search === undefined) return;
  const [waiting] = await findWaitingNews(transaction, { searchId: search.id }, now);
  if (waiting === undefined) return;
  if (search.frequency !== 'instant') return moveToDigest(transaction, search, of.recipient, now);
  const { last_mail_at: lastMailAt } = search;
  if (lastMailAt !== null && now.getTime() < lastMailAt.getTime() + pauseMs) {
    const pauseEnd = new Date(lastMailAt.getTime() + pauseMs);
    await setDueTime(transaction, search.id, pauseEnd);
    const alert = { search_id: search.id, recipient: of.recipient, frequency: 'instant' } as const;
    return addJobs(transaction, [alertJob(alert, pauseEnd)]);
  }
  const group = await takeNews(transaction, search, waiting, { now, costRates });
  if (group === null) return;
  await updateSavedSearch(transaction, search.id, { lastMailAt: now });
  await sendMail(transaction, { ...of, frequency: 'instant' }, [group], now);
}

/** The owner has changed the frequency. */
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

/** Writes the daily or weekly mail of one recipient, if there is any news; the daily one has that of saved homes too. */
export async function writeDigest(
  transaction: Database,
  of: { recipient: string; frequency: 'daily' | 'weekly' },
  now: Date,
  costRates: CostRates,
): Promise<void> {
  const groups: AlertGroup[] = [];
  for (const waiting of await findWaitingNews(transaction, of, now)) {
    const search = await findSavedSearch(transaction, waiting.search_id);
    if (search === undefined) continue;
    const group = await takeNews(transaction, search, waiting, { now, costRates });
    if (group !== null) groups.push(group);
  }
  // The job may have been for a time zone that was chosen for a moment only.
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

/** The remaining news of a search; homes that are not listed in `homes` are only counted. */
type AlertGroup = SearchNews & { search: SavedSearchRow };

/** Takes out what waits for a search; null if no home still matches and is still news, or if it is too late. */
async function takeNews(
  transaction: Database,
  search: SavedSearchRow,
  { ids }: WaitingNews,
  context: { now: Date; costRates: CostRates },
): Promise<AlertGroup | null> {
  const conditions = readConditions(search.search, context);
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
  const told = groups.flatMap(({ homes }) =>
    homes.map(({ propertyId, price, reason }) => ({
      propertyId,
      price,
      isBack: reason === 'back',
    })),
  );
  await rememberTold(transaction, recipient, told, now);
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
    // An address with alerts of its own has proven itself; it may be an account's as well.
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
