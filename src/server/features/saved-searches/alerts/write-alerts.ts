/**
 * Turns pending alerts into a recipient's email in one transaction so that no alert is emailed twice
 * or lost. Alerts that no longer match or are too old are deleted without an email.
 */

import type { CostRates } from '#shared/monthly-cost.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';
import { addJobs } from '../../../jobs/job-queue.ts';
import { addMail, mailboxCause, MAX_MAIL_DELAY_MS } from '../../../jobs/mail-job.ts';
import { addNotification } from '../../notifications/notification-service.ts';
import { createAlertJob } from './alert-job.ts';
import { ALERT_MAIL, type AlertMailPayload, type FavoritesPayload } from './alert-mail.ts';
import {
  deletePendingAlerts,
  findNextDueTime,
  findCurrentMatches,
  lockPendingAlerts,
  recordNotifiedHomes,
  type CurrentMatches,
  setDueTime,
  type PendingAlerts,
} from './alert-repository.ts';
import { findNextDigestTime } from './digest-times.ts';
import { consumeFavoriteUpdates } from './favorite-updates.ts';
import { readConditions } from './read-filters.ts';
import {
  findSavedSearch,
  type SavedSearchRow,
  updateSavedSearch,
} from '../saved-search-repository.ts';

/**
 * Writes the instant email of one search, if any pending home still matches. If the pause after the
 * last email is not over, postpones the email to the end of the pause: alerts that were recorded
 * while the last email was being written have due times that do not account for this pause.
 *
 * @param alert.recipient the recipient at the time of the match, who gets no email if the address
 *   has changed since
 */
export async function writeInstantAlert(
  transaction: Database,
  alert: { searchId: string; recipient: string },
  { now, costRates, pauseMs }: { now: Date; costRates: CostRates; pauseMs: number },
): Promise<void> {
  const search = await findSavedSearch(transaction, alert.searchId, { lock: true });
  if (search === undefined) return;
  const [pending] = await lockPendingAlerts(transaction, { searchId: search.id }, now);
  if (pending === undefined) return;
  if (search.frequency !== 'instant')
    return moveToDigest(transaction, search, alert.recipient, now);
  const { last_mail_at: lastMailAt } = search;
  if (lastMailAt !== null && now.getTime() < lastMailAt.getTime() + pauseMs) {
    const pauseEnd = new Date(lastMailAt.getTime() + pauseMs);
    await setDueTime(transaction, search.id, pauseEnd);
    const job = { search_id: search.id, recipient: alert.recipient, frequency: 'instant' } as const;
    return addJobs(transaction, [createAlertJob(job, pauseEnd)]);
  }
  const group = await consumePending(transaction, search, pending, { now, costRates });
  if (group === null) return;
  await updateSavedSearch(transaction, search.id, { lastMailAt: now });
  await sendMail(transaction, { ...alert, frequency: 'instant' }, [group], now);
}

/** Adds the digest job after the owner has changed the frequency. */
async function moveToDigest(
  transaction: Database,
  { id, frequency, time_zone: timeZone }: SavedSearchRow,
  recipient: string,
  now: Date,
): Promise<void> {
  if (frequency === 'never' || frequency === 'instant') return;
  const runAt = findNextDigestTime(frequency, timeZone, now);
  await addJobs(transaction, [createAlertJob({ search_id: id, recipient, frequency }, runAt)]);
}

/**
 * Writes a recipient's daily or weekly email, if there is anything to report. The daily email also
 * covers saved homes.
 */
export async function writeDigest(
  transaction: Database,
  digest: { recipient: string; frequency: 'daily' | 'weekly' },
  now: Date,
  costRates: CostRates,
): Promise<void> {
  const groups: AlertGroup[] = [];
  for (const pending of await lockPendingAlerts(transaction, digest, now)) {
    const search = await findSavedSearch(transaction, pending.search_id);
    if (search === undefined) continue;
    const group = await consumePending(transaction, search, pending, { now, costRates });
    if (group !== null) groups.push(group);
  }
  // Alerts can be due later than this job, for example if the user changed the time zone briefly.
  const nextDue = await findNextDueTime(transaction, digest);
  if (nextDue !== null)
    await addJobs(transaction, [createAlertJob({ search_id: '', ...digest }, nextDue)]);
  const excludedIds = new Set(
    groups.flatMap(({ homes }) => homes.map(({ propertyId }) => propertyId)),
  );
  const favorites =
    digest.frequency === 'daily'
      ? await consumeFavoriteUpdates(transaction, digest.recipient, { excludedIds, now })
      : null;
  if (groups.length > 0 || favorites !== null) {
    await sendMail(transaction, { ...digest, favorites }, groups, now);
  }
}

/** A search with its current matches. */
type AlertGroup = CurrentMatches & { search: SavedSearchRow };

/** Consumes a search's pending alerts. Returns null if no home still matches, or if the alerts are too old. */
async function consumePending(
  transaction: Database,
  search: SavedSearchRow,
  { ids }: PendingAlerts,
  context: { now: Date; costRates: CostRates },
): Promise<AlertGroup | null> {
  const conditions = readConditions(search, context);
  const since = new Date(context.now.getTime() - MAX_MAIL_DELAY_MS);
  const matches =
    conditions === null
      ? null
      : await findCurrentMatches(transaction, { ids, conditions, ownerId: search.user_id, since });
  await deletePendingAlerts(transaction, ids);
  return matches === null || matches.homes.length === 0 ? null : { search, ...matches };
}

async function sendMail(
  transaction: Database,
  mail: { recipient: string; frequency: MailFrequency; favorites?: FavoritesPayload | null },
  groups: readonly AlertGroup[],
  now: Date,
): Promise<void> {
  const { recipient, frequency, favorites = null } = mail;
  const notifiedHomes = groups.flatMap(({ homes }) =>
    homes.map(({ propertyId, price, reason }) => ({
      propertyId,
      price,
      isBack: reason === 'back',
    })),
  );
  await recordNotifiedHomes(transaction, recipient, notifiedHomes, now);
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
    // An alert without an account requires a confirmed address, so its email goes to the address, even
    // if an account also has that address.
    to:
      accountId === undefined || owners.includes(null)
        ? { proof: 'address', address: recipient }
        : { proof: 'account', userId: accountId },
    author: 'agent',
    cause: mailboxCause(recipient),
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
