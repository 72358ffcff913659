/** Users' saved homes (docs/product/saved-homes.md, Saved homes). */

import { MAX_FAVORITES } from '#shared/limits.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import type { Favorite } from '#shared/schemas/saved-homes/favorite.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import {
  countFavorites,
  countNewFavorites,
  type FavoriteRow,
  findFavorite,
  findFavoriteIds,
  findFavorites,
  insertFavorites,
  removeFavorite,
  setFavoriteNote,
} from './favorite-repository.ts';

export type FavoriteService = ReturnType<typeof createFavoriteService>;

/** @param options.findListings finds listings by identifier, in order, available or not */
export function createFavoriteService(options: {
  db: Database;
  findListings: (ids: readonly string[]) => Promise<Property[]>;
  now: () => Date;
}) {
  const { db, findListings, now } = options;

  /** Adds the listings to the rows. Omits rows of listings that were deleted in the meantime. */
  async function withListings(rows: readonly FavoriteRow[]): Promise<Favorite[]> {
    const existing = await findListings(rows.map(({ property_id: id }) => id));
    const listings = new Map(existing.map((listing) => [listing._id, listing]));
    return rows.flatMap((row) => {
      const listing = listings.get(row.property_id);
      return listing === undefined
        ? []
        : [
            {
              ...listing,
              savedAt: row.saved_at.toISOString(),
              note: row.note,
              savedPrice: row.saved_price,
            },
          ];
    });
  }

  /**
   * Runs a change that must not exceed the limit for saved homes, one at a time per account.
   */
  async function withinLimit<T>(
    actor: SignedIn,
    change: (transaction: Database) => Promise<T>,
  ): Promise<T> {
    return inActorTransaction(db, actor, async (transaction) => {
      const result = await change(transaction);
      if ((await countFavorites(transaction, actor._id)) > MAX_FAVORITES)
        throw tooManyFavoritesError();
      return result;
    });
  }

  return {
    /** Returns one page, newest first. */
    async list(
      userId: string,
      query: PageQuery,
    ): Promise<{ favorites: Favorite[]; total: number }> {
      const { rows, total } = await findFavorites(db, userId, toSlice(query));
      return { favorites: await withListings(rows), total };
    },

    /** Returns all IDs, newest first. */
    async listIds(userId: string): Promise<string[]> {
      return findFavoriteIds(db, userId);
    },

    /**
     * Saves a home, or changes the note of a saved home without changing its date and price.
     *
     * @param note undefined leaves it unchanged; an empty string clears it
     * @throws AppError NOT_FOUND, CONFLICT if there are too many
     */
    async save(actor: SignedIn, propertyId: string, note: string | undefined): Promise<Favorite> {
      const row = await withinLimit(actor, async (transaction) => {
        await insertFavorites(transaction, actor._id, [propertyId], now());
        if (note !== undefined)
          await setFavoriteNote(transaction, actor._id, propertyId, note === '' ? null : note);
        return findFavorite(transaction, actor._id, propertyId);
      });
      const [favorite] = row === undefined ? [] : await withListings([row]);
      if (favorite === undefined) throw notFound('Property not found.');
      return favorite;
    },

    /** Removes a home from the saved homes, if it is saved. */
    async remove(actor: SignedIn, propertyId: string): Promise<void> {
      await inActorTransaction(db, actor, (transaction) =>
        removeFavorite(transaction, actor._id, propertyId),
      );
    },

    /**
     * Adds the homes saved on a device.
     *
     * @param ids newest first; listings that are not public are skipped
     * @returns all IDs, newest first
     * @throws AppError CONFLICT if there would be too many; in that case, nothing is added
     */
    async merge(actor: SignedIn, ids: readonly string[]): Promise<string[]> {
      const uniqueIds = [...new Set(ids)];
      return withinLimit(actor, async (transaction) => {
        const newCount = await countNewFavorites(transaction, actor._id, uniqueIds);
        // Check before inserting because a thousand rows take a while to insert and roll back.
        if ((await countFavorites(transaction, actor._id)) + newCount > MAX_FAVORITES)
          throw tooManyFavoritesError();
        await insertFavorites(transaction, actor._id, uniqueIds, now());
        return findFavoriteIds(transaction, actor._id);
      });
    },
  };
}

function tooManyFavoritesError(): AppError {
  return new AppError(
    'CONFLICT',
    `You can save at most ${MAX_FAVORITES.toLocaleString('en-US')} homes. Remove some first.`,
  );
}
