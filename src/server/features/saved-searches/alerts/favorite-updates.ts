/** Adds saved homes to the daily email (docs/product/alerts.md, Saved homes). */

import { pagePaths } from '#shared/page-paths.ts';
import type { Database } from '../../../database/database.ts';
import { addJobs } from '../../../jobs/job-queue.ts';
import { MAX_MAIL_DELAY_MS } from '../../../jobs/mail-job.ts';
import { addNotification } from '../../notifications/notification-service.ts';
import { createAlertJob } from './alert-job.ts';
import type { FavoritesPayload } from './alert-mail.ts';
import { recordNotifiedHomes } from './alert-repository.ts';
import type { ChangedHome } from './home-repository.ts';
import { findNextDigestTime } from './digest-times.ts';
import {
  type FavoriteItemRow,
  findChangedFavorites,
  insertFavoriteItems,
  consumeFavoriteItems,
} from './favorite-item-repository.ts';

/** Records changed homes for the next daily email to the users who saved them. */
export async function recordSavedHomes(
  transaction: Database,
  homes: readonly ChangedHome[],
  now: Date,
): Promise<void> {
  const changedHomes = homes.filter(({ states }) => states !== null);
  if (changedHomes.length === 0) return;
  const favorites = await findChangedFavorites(transaction, changedHomes);
  if (favorites.length === 0) return;
  const items = favorites.map((favorite) => ({
    userId: favorite.user_id,
    propertyId: favorite.property_id,
    recipient: favorite.recipient,
    previousPrice: favorite.previous_price,
    wasAvailable: favorite.was_available,
    wasOffMarket: favorite.was_off_market,
    dueAt: findNextDigestTime(
      'daily',
      favorite.time_zone,
      favorite.changed_at < now ? favorite.changed_at : now,
    ),
  }));
  await insertFavoriteItems(transaction, items);
  const dueTimes = new Map(items.map(({ recipient, dueAt }) => [recipient, dueAt]));
  const jobs = [...dueTimes].map(([recipient, dueAt]) =>
    createAlertJob({ search_id: '', recipient, frequency: 'daily' }, dueAt),
  );
  await addJobs(transaction, jobs);
}

/**
 * Consumes the pending updates to a recipient's saved homes, records the price cuts in the recipient's
 * history, and adds an on-site notification.
 *
 * @param excludedIds IDs of homes that the same email lists for a search
 * @returns null if there are no updates
 */
export async function consumeFavoriteUpdates(
  transaction: Database,
  recipient: string,
  { excludedIds, now }: { excludedIds: ReadonlySet<string>; now: Date },
): Promise<FavoritesPayload | null> {
  const since = new Date(now.getTime() - MAX_MAIL_DELAY_MS);
  const items = (await consumeFavoriteItems(transaction, recipient, since)).filter(
    (item) => !excludedIds.has(item.property_id),
  );
  const homes = items.flatMap((item) => {
    const reason = findReason(item);
    if (reason === null) return [];
    return { propertyId: item.property_id, reason, previousPrice: item.previous_price };
  });
  const [first] = items;
  if (homes.length === 0 || first === undefined) return null;
  const priceCuts = items.filter((item) => findReason(item) === 'price_cut');
  const notifiedHomes = priceCuts.map(({ property_id: propertyId, price }) => ({
    propertyId,
    price,
    isBack: false,
  }));
  await recordNotifiedHomes(transaction, recipient, notifiedHomes, now);
  await addNotification(transaction, {
    userId: first.user_id,
    kind: 'favorite',
    title:
      homes.length === 1
        ? 'One of your saved homes has changed'
        : `${homes.length} of your saved homes have changed`,
    link: pagePaths.savedHomes(),
    createdAt: now,
  });
  return { userId: first.user_id, homes };
}

/**
 * Returns the reason to report a saved home, or null if it returned to its previous state or was
 * already reported.
 */
function findReason(item: FavoriteItemRow): FavoritesPayload['homes'][number]['reason'] | null {
  if (item.is_available) {
    const lowestKnownPrice = Math.min(item.previous_price, item.lowest_price ?? Infinity);
    return item.price < lowestKnownPrice ? 'price_cut' : null;
  }
  if (item.is_off_market) return item.was_available ? 'off_market' : null;
  // The home was already sold or rented.
  if (!item.was_available && !item.was_off_market) return null;
  return item.status === 'For Rent' ? 'rented' : 'sold';
}
