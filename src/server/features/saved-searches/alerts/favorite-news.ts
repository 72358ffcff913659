/** Saved homes in the daily email (docs/product/alerts.md, Saved homes). */

import { pagePaths } from '#shared/page-paths.ts';
import type { Database } from '../../../database/database.ts';
import { addJobs } from '../../../jobs/job-queue.ts';
import { MAIL_MAX_DELAY_MS } from '../../../jobs/mail-job.ts';
import { addNotification } from '../../notifications/notification-service.ts';
import { alertJob } from './alert-job.ts';
import type { FavoriteMailPart } from './alert-mail.ts';
import { recordNotified } from './alert-repository.ts';
import type { ChangedHome } from './home-repository.ts';
import { nextDigest } from './digest-times.ts';
import {
  type FavoriteItemRow,
  findSavers,
  insertFavoriteItems,
  takeFavoriteItems,
} from './favorite-item-repository.ts';

/** Records changed homes for the next daily email of everyone who saved them. */
export async function recordSavedHomes(
  transaction: Database,
  homes: readonly ChangedHome[],
  now: Date,
): Promise<void> {
  const changed = homes.filter(({ states }) => states !== null);
  if (changed.length === 0) return;
  const savers = await findSavers(transaction, changed);
  if (savers.length === 0) return;
  const items = savers.map((saver) => ({
    userId: saver.user_id,
    propertyId: saver.property_id,
    recipient: saver.recipient,
    previousPrice: saver.previous_price,
    wasAvailable: saver.was_available,
    wasOffMarket: saver.was_off_market,
    dueAt: nextDigest('daily', saver.time_zone, saver.changed_at < now ? saver.changed_at : now),
  }));
  await insertFavoriteItems(transaction, items);
  const due = new Map(items.map(({ recipient, dueAt }) => [recipient, dueAt]));
  const jobs = [...due].map(([recipient, dueAt]) =>
    alertJob({ search_id: '', recipient, frequency: 'daily' }, dueAt),
  );
  await addJobs(transaction, jobs);
}

/**
 * Takes the pending news about a recipient's saved homes, records the homes as notified, and adds
 * notifications.
 *
 * @param except homes that the same email lists for a search
 * @returns null if there is no news
 */
export async function takeFavoriteNews(
  transaction: Database,
  recipient: string,
  { except, now }: { except: ReadonlySet<string>; now: Date },
): Promise<FavoriteMailPart | null> {
  const since = new Date(now.getTime() - MAIL_MAX_DELAY_MS);
  const items = (await takeFavoriteItems(transaction, recipient, since)).filter(
    (item) => !except.has(item.property_id),
  );
  const homes = items.flatMap((item) => {
    const reason = reasonOf(item);
    if (reason === null) return [];
    return { propertyId: item.property_id, reason, previousPrice: item.previous_price };
  });
  const [first] = items;
  if (homes.length === 0 || first === undefined) return null;
  const cuts = items.filter((item) => reasonOf(item) === 'price_cut');
  const notified = cuts.map(({ property_id: propertyId, price }) => ({
    propertyId,
    price,
    isBack: false,
  }));
  await recordNotified(transaction, recipient, notified, now);
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
 * Returns why a saved home is news; null if it is back to its previous state, or already reported.
 */
function reasonOf(item: FavoriteItemRow): FavoriteMailPart['homes'][number]['reason'] | null {
  if (item.is_available) {
    const known = Math.min(item.previous_price, item.lowest_price ?? Infinity);
    return item.price < known ? 'price_cut' : null;
  }
  if (item.is_off_market) return item.was_available ? 'off_market' : null;
  // The home was already sold or rented.
  if (!item.was_available && !item.was_off_market) return null;
  return item.status === 'For Rent' ? 'rented' : 'sold';
}
