/** From the noted changes to a recipient's mail, in one transaction: sent once, and not lost. */

import { matchesSearch } from '#shared/matches-search.ts';
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
  deleteItems,
  findItems,
  findNextDue,
  type ItemRow,
  rememberTold,
  setDueTime,
} from './alert-repository.ts';
import { toSearchedProperty } from '#shared/property-rows.ts';
import { nextDigest } from './digest-times.ts';
import { takeFavoriteNews } from './favorite-news.ts';
import { readFilters } from './read-filters.ts';
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
  const items = await findItems(transaction, { searchId: search.id }, now);
  if (items.length === 0) return;
  if (search.frequency !== 'instant') return moveToDigest(transaction, search, of.recipient, now);
  const { last_mail_at: lastMailAt } = search;
  if (lastMailAt !== null && now.getTime() < lastMailAt.getTime() + pauseMs) {
    const pauseEnd = new Date(lastMailAt.getTime() + pauseMs);
    await setDueTime(transaction, search.id, pauseEnd);
    const alert = { search_id: search.id, recipient: of.recipient, frequency: 'instant' } as const;
    return addJobs(transaction, [alertJob(alert, pauseEnd)]);
  }
  await deleteItems(transaction, items);
  const told = items.filter((item) => isStillTrue(item, search, now, costRates));
  if (told.length === 0) return;
  await updateSavedSearch(transaction, search.id, { lastMailAt: now });
  await sendMail(transaction, { ...of, frequency: 'instant' }, [{ search, items: told }], now);
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
  rates: CostRates,
): Promise<void> {
  const items = await findItems(transaction, of, now);
  await deleteItems(transaction, items);
  // The job may have been for a time zone that was chosen for a moment only.
  const nextDue = await findNextDue(transaction, of);
  if (nextDue !== null) await addJobs(transaction, [alertJob({ search_id: '', ...of }, nextDue)]);
  const groups: AlertGroup[] = [];
  for (const [searchId, ofSearch] of Map.groupBy(items, (item) => item.search_id)) {
    const search = await findSavedSearch(transaction, searchId);
    if (search === undefined) continue;
    const told = ofSearch.filter((item) => isStillTrue(item, search, now, rates));
    if (told.length > 0) groups.push({ search, items: told });
  }
  const except = new Set(groups.flatMap((group) => group.items.map((item) => item.property_id)));
  const favorites =
    of.frequency === 'daily'
      ? await takeFavoriteNews(transaction, of.recipient, { except, now })
      : null;
  if (groups.length > 0 || favorites !== null) {
    await sendMail(transaction, { ...of, favorites }, groups, now);
  }
}

type AlertGroup = { search: SavedSearchRow; items: ItemRow[] };

/** Whether a home still matches, is still news, and it is not too late. */
function isStillTrue(item: ItemRow, search: SavedSearchRow, now: Date, rates: CostRates): boolean {
  if (item.home === null || now.getTime() - item.due_at.getTime() > MAIL_MAX_DELAY_MS) return false;
  const home = toSearchedProperty(item.home);
  const filters = readFilters(JSON.stringify(search.search));
  if (filters === null || search.user_id === home.agent._id) return false;
  if (!matchesSearch(home, filters, now, rates)) return false;
  if (item.reason !== 'price_cut') return true;
  const known = Math.min(item.previous_price ?? Infinity, item.lowest_price ?? Infinity);
  return home.price < known;
}

async function sendMail(
  transaction: Database,
  of: { recipient: string; frequency: MailFrequency; favorites?: FavoriteMailPart | null },
  groups: readonly AlertGroup[],
  now: Date,
): Promise<void> {
  const { recipient, frequency, favorites = null } = of;
  const told = groups.flatMap(({ items }) =>
    items.map((item) => ({
      propertyId: item.property_id,
      price: Number(item.home?.['price']),
      isBack: item.reason === 'back',
    })),
  );
  await rememberTold(transaction, recipient, told, now);
  const payload: AlertMailPayload = {
    recipient,
    frequency,
    favorites,
    groups: groups.map(({ search, items }) => ({
      searchId: search.id,
      homes: items.map((item) => ({
        propertyId: item.property_id,
        reason: item.reason,
        previousPrice: item.previous_price,
      })),
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
  const title = `${told.length === 1 ? '1 home' : `${told.length} homes`} for “${first?.search.name ?? ''}”`;
  await addNotification(transaction, {
    userId: ownerId,
    kind: 'alert',
    title: groups.length > 1 ? `${told.length} homes for your saved searches` : title,
    link: pagePaths.savedSearches(),
    createdAt: now,
  });
}
