/** A user's own saved searches and preferences (docs/product/alerts.md). */

import { SAVED_SEARCHES_MAX } from '#shared/limits.ts';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import type {
  Frequency,
  GivenSearch,
  Preferences,
  SavedSearch,
  SavedSearchChanges,
} from '#shared/saved-searches/saved-search.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, notFound, unauthenticated } from '../../errors/app-error.ts';
import type { Once } from '../../http/endpoints/idempotency.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { askToConfirm } from './confirmation-service.ts';
import { hasOtherTimes, moveItems } from './alerts/move-items.ts';
import { readConditions } from './alerts/read-filters.ts';
import { findPreferences, type PreferenceRow, updatePreferences } from './preference-repository.ts';
import {
  countNewHomes,
  countSavedSearches,
  deleteSavedSearch,
  findSavedSearch,
  findSavedSearches,
  insertSavedSearch,
  type SavedSearchRow,
  updateSavedSearch,
  updateTimeZones,
} from './saved-search-repository.ts';
import { toChangedValues, toSearchValues } from './saved-search-values.ts';
import { checkSearch } from './search-filters.ts';

const DEFAULT_TIME_ZONE = 'UTC';

export type SavedSearchService = ReturnType<typeof createSavedSearchService>;

export function createSavedSearchService({
  db,
  now,
  costRates,
}: {
  db: Database;
  now: () => Date;
  costRates: CostRates;
}) {
  async function toSavedSearch(reader: Database, row: SavedSearchRow): Promise<SavedSearch> {
    const { id, name, search, frequency, time_zone: timeZone } = row;
    const { seen_at: seenAt, created_at: createdAt } = row;
    const conditions = readConditions(row, { now: now(), costRates });
    const newCount = conditions === null ? 0 : await countNewHomes(reader, conditions, row.seen_at);
    return {
      _id: id,
      name,
      search,
      frequency,
      timeZone,
      newCount,
      seenAt: seenAt.toISOString(),
      createdAt: createdAt.toISOString(),
    };
  }

  /** @throws AppError NOT_FOUND, including for another user's search */
  async function findOwn(
    reader: Database,
    userId: string,
    id: string,
    options?: { lock: boolean },
  ): Promise<SavedSearchRow> {
    const row = await findSavedSearch(reader, id, options);
    if (row?.user_id !== userId) throw notFound('Saved search not found.');
    return row;
  }

  /** Changes one of the caller's searches. */
  async function changeOwn(
    actor: SignedIn,
    id: string,
    change: (transaction: Database, row: SavedSearchRow) => Promise<SavedSearchRow | undefined>,
  ): Promise<SavedSearch> {
    return inActorTransaction(db, actor, async (transaction) => {
      const row = await findOwn(transaction, actor._id, id, { lock: true });
      const changed = await change(transaction, row);
      if (changed === undefined) throw notFound('Saved search not found.');
      return toSavedSearch(transaction, changed);
    });
  }

  return {
    /**
     * Returns one page of the caller's saved searches.
     *
     * @param isDisconnected stops after a disconnect: each search takes a separate statement
     */
    async list(
      userId: string,
      query: PageQuery,
      isDisconnected: () => boolean,
    ): Promise<{ searches: SavedSearch[]; total: number }> {
      const [rows, total] = await Promise.all([
        findSavedSearches(db, userId, toSlice(query)),
        countSavedSearches(db, userId),
      ]);
      const searches: SavedSearch[] = [];
      for (const row of rows) {
        if (isDisconnected()) break;
        searches.push(await toSavedSearch(db, row));
      }
      return { searches, total };
    },

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<SavedSearch> {
      return toSavedSearch(db, await findOwn(db, userId, id));
    },

    /**
     * Saves a search; the first one with emails sends an email to confirm the account's address.
     *
     * @throws AppError VALIDATION_FAILED, or CONFLICT at the maximum number of searches
     */
    async create(
      actor: SignedIn,
      given: {
        name?: string | undefined;
        search: GivenSearch;
        frequency: Frequency;
        timeZone?: string | undefined;
      },
      once: Once,
    ): Promise<SavedSearch> {
      checkSearch(given.search);
      // Locks the account's row, so simultaneous requests count each other's searches.
      return inActorTransaction(
        db,
        actor,
        once.creating(async (transaction) => {
          if ((await countSavedSearches(transaction, actor._id)) >= SAVED_SEARCHES_MAX) {
            throw new AppError(
              'CONFLICT',
              `You have ${SAVED_SEARCHES_MAX} saved searches already: delete one first.`,
            );
          }
          const preferences = await findPreferences(transaction, actor._id);
          const timeZone = given.timeZone ?? preferences?.time_zone ?? DEFAULT_TIME_ZONE;
          const values = toSearchValues({ ...given, timeZone });
          const row = await insertSavedSearch(transaction, { userId: actor._id }, values, now());
          if (given.timeZone !== undefined && !preferences?.time_zone) {
            await updatePreferences(transaction, actor._id, { timeZone });
          }
          if (given.frequency !== 'never') await askToConfirm(transaction, actor._id, now());
          return toSavedSearch(transaction, row);
        }),
        { lock: 'for update' },
      );
    },

    /** @throws AppError VALIDATION_FAILED or NOT_FOUND */
    async change(actor: SignedIn, id: string, changes: SavedSearchChanges): Promise<SavedSearch> {
      return changeOwn(actor, id, async (transaction, row) => {
        const changed = await updateSavedSearch(transaction, id, toChangedValues(row, changes));
        if (changed !== undefined && hasOtherTimes(row, changed)) {
          await moveItems(transaction, changed, now());
        }
        const wantsMail = (changes.frequency ?? 'never') !== 'never';
        if (wantsMail) await askToConfirm(transaction, actor._id, now());
        return changed;
      });
    },

    /** Marks all homes listed so far as seen. */
    async markSeen(actor: SignedIn, id: string): Promise<SavedSearch> {
      return changeOwn(actor, id, async (transaction) =>
        updateSavedSearch(transaction, id, { seenAt: now() }),
      );
    },

    /** @throws AppError NOT_FOUND */
    async delete(actor: SignedIn, id: string): Promise<void> {
      await inActorTransaction(db, actor, async (transaction) => {
        await findOwn(transaction, actor._id, id, { lock: true });
        await deleteSavedSearch(transaction, id);
      });
    },

    /** Returns the caller's alert preferences. */
    async getPreferences(userId: string): Promise<Preferences> {
      return toPreferences(await findPreferences(db, userId));
    },

    /** Updates the given preferences; a time zone applies to all saved searches. */
    async changePreferences(
      actor: SignedIn,
      {
        alertsOnFavorites,
        timeZone,
      }: { alertsOnFavorites?: boolean | undefined; timeZone?: string | undefined },
    ): Promise<Preferences> {
      return inActorTransaction(db, actor, async (transaction) => {
        await updatePreferences(transaction, actor._id, {
          ...(alertsOnFavorites === undefined ? {} : { alertsOnFavorites }),
          ...(timeZone === undefined ? {} : { timeZone }),
        });
        if (timeZone !== undefined) {
          for (const search of await updateTimeZones(transaction, actor._id, timeZone)) {
            if (search.frequency !== 'instant') await moveItems(transaction, search, now());
          }
        }
        return toPreferences(await findPreferences(transaction, actor._id));
      });
    },
  };
}

function toPreferences(row: PreferenceRow | undefined): Preferences {
  if (row === undefined) throw unauthenticated();
  return {
    emailConfirmed: isEmailConfirmed(row),
    alertsOnFavorites: row.alerts_on_favorites,
    timeZone: row.time_zone ?? DEFAULT_TIME_ZONE,
  };
}

const isEmailConfirmed = ({ email, confirmed_email: confirmed }: PreferenceRow) =>
  confirmed?.toLowerCase() === email.toLowerCase();
