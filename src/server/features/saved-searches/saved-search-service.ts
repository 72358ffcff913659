/** Manages a user's saved searches and preferences (docs/product/alerts.md). */

import { MAX_SAVED_CORNERS, MAX_SAVED_SEARCHES } from '#shared/limits.ts';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import type {
  Frequency,
  SearchInput,
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
import { sendConfirmationLink } from './confirmation-service.ts';
import { hasScheduleChanged, rescheduleAlerts } from './alerts/reschedule-alerts.ts';
import { readConditions } from './alerts/read-filters.ts';
import { findPreferences, type PreferenceRow, updatePreferences } from './preference-repository.ts';
import {
  countNewHomes,
  countSavedCorners,
  countSavedSearches,
  deleteSavedSearch,
  findSavedSearch,
  findSavedSearches,
  insertSavedSearch,
  type SavedSearchRow,
  updateSavedSearch,
  updateTimeZones,
} from './saved-search-repository.ts';
import { countCorners, toChangedValues, toSearchValues } from './saved-search-values.ts';
import { parseSearch } from './search-filters.ts';

const DEFAULT_TIME_ZONE = 'UTC';

/**
 * Maximum time to count new homes for a page of searches. One search takes up to a tenth of a
 * second if it has five drawn areas and tens of thousands of new homes.
 */
const MAX_COUNTING_MS = 500;

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
  async function countNew(connection: Database, row: SavedSearchRow): Promise<number> {
    const conditions = readConditions(row, { now: now(), costRates });
    return conditions === null ? 0 : countNewHomes(connection, conditions, row.seen_at);
  }

  const withCount = async (connection: Database, row: SavedSearchRow) =>
    toSavedSearch(row, await countNew(connection, row));

  /** @throws AppError NOT_FOUND, including for another user's search */
  async function findOwn(
    connection: Database,
    userId: string,
    id: string,
    options?: { lock: boolean },
  ): Promise<SavedSearchRow> {
    // Checks before locking, too: otherwise, anyone could keep others' searches locked.
    if (options?.lock === true) await findOwn(connection, userId, id);
    const row = await findSavedSearch(connection, id, options);
    if (row?.user_id !== userId) throw notFound('Saved search not found.');
    return row;
  }

  /** Locks and updates one of the caller's searches. */
  async function updateOwn(
    actor: SignedIn,
    id: string,
    change: (transaction: Database, row: SavedSearchRow) => Promise<SavedSearchRow | undefined>,
  ): Promise<SavedSearchRow> {
    return inActorTransaction(db, actor, async (transaction) => {
      const row = await findOwn(transaction, actor._id, id, { lock: true });
      const updatedRow = await change(transaction, row);
      if (updatedRow === undefined) throw notFound('Saved search not found.');
      return updatedRow;
    });
  }

  return {
    /**
     * Returns one page of the caller's saved searches.
     *
     * If counting takes too long, the remaining searches get no count.
     *
     * @param isDisconnected returns whether the client has disconnected; if so, the rest of the page is
     *   skipped because counting takes a statement per search
     */
    async list(
      userId: string,
      query: PageQuery,
      isDisconnected: () => boolean,
    ): Promise<{ searches: SavedSearch[]; total: number }> {
      const rows = await findSavedSearches(db, userId, toSlice(query));
      const total = await countSavedSearches(db, userId);
      const searches: SavedSearch[] = [];
      const countDeadline = now().getTime() + MAX_COUNTING_MS;
      for (const row of rows) {
        if (isDisconnected()) break;
        const isTimeUp = now().getTime() > countDeadline;
        searches.push(toSavedSearch(row, isTimeUp ? null : await countNew(db, row)));
      }
      return { searches, total };
    },

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<SavedSearch> {
      return withCount(db, await findOwn(db, userId, id));
    },

    /**
     * Saves a search. If it sends emails and the account's address is not confirmed, emails a
     * confirmation link.
     *
     * @throws AppError VALIDATION_FAILED, or CONFLICT at the maximum number of searches or corners
     */
    async create(
      actor: SignedIn,
      input: {
        name?: string | undefined;
        search: SearchInput;
        frequency: Frequency;
        timeZone?: string | undefined;
      },
      once: Once,
    ): Promise<SavedSearch> {
      parseSearch(input.search);
      // Locks the account so that concurrent requests cannot exceed the maximum.
      return inActorTransaction(
        db,
        actor,
        once.wrapCreate(async (transaction) => {
          if ((await countSavedSearches(transaction, actor._id)) >= MAX_SAVED_SEARCHES) {
            throw new AppError(
              'CONFLICT',
              `You can have at most ${MAX_SAVED_SEARCHES} saved searches. Delete one first.`,
            );
          }
          const preferences = await findPreferences(transaction, actor._id);
          const timeZone = input.timeZone ?? preferences?.time_zone ?? DEFAULT_TIME_ZONE;
          const values = toSearchValues({ ...input, timeZone });
          await checkCorners(transaction, actor._id, countCorners(values.filters));
          const row = await insertSavedSearch(transaction, { userId: actor._id }, values, now());
          if (input.timeZone !== undefined && !preferences?.time_zone) {
            await updatePreferences(transaction, actor._id, { timeZone });
          }
          if (input.frequency !== 'never') await sendConfirmationLink(transaction, actor, now());
          // No matching home is new yet: all of them were listed before the search was saved.
          return toSavedSearch(row, 0);
        }),
      );
    },

    /**
     * Changes a search. Read it afterward: counting its new homes takes too long for a transaction.
     *
     * @throws AppError VALIDATION_FAILED, NOT_FOUND, or CONFLICT at the maximum number of corners
     */
    async change(actor: SignedIn, id: string, changes: SavedSearchChanges): Promise<void> {
      await updateOwn(actor, id, async (transaction, row) => {
        const values = toChangedValues(row, changes);
        if (changes.search !== undefined) {
          const addedCorners = countCorners(values.filters) - countCorners(row.filters);
          await checkCorners(transaction, actor._id, addedCorners);
        }
        const updatedRow = await updateSavedSearch(transaction, id, values);
        if (updatedRow !== undefined && hasScheduleChanged(row, updatedRow)) {
          await rescheduleAlerts(transaction, updatedRow, now());
        }
        const turnsOnEmails =
          row.frequency === 'never' && updatedRow !== undefined && updatedRow.frequency !== 'never';
        if (turnsOnEmails) await sendConfirmationLink(transaction, actor, now());
        return updatedRow;
      });
    },

    /** Marks all homes listed so far as seen. @throws AppError NOT_FOUND */
    async markSeen(actor: SignedIn, id: string): Promise<SavedSearch> {
      const row = await updateOwn(actor, id, async (transaction) =>
        updateSavedSearch(transaction, id, { seenAt: now() }),
      );
      return toSavedSearch(row, 0);
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

    /** Updates preferences. A new time zone applies to all saved searches. */
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
            if (search.frequency !== 'instant') await rescheduleAlerts(transaction, search, now());
          }
        }
        return toPreferences(await findPreferences(transaction, actor._id));
      });
    },
  };
}

/** @throws AppError CONFLICT if a change adds corners beyond the maximum for all of a user's searches */
async function checkCorners(
  transaction: Database,
  userId: string,
  addedCorners: number,
): Promise<void> {
  if (addedCorners <= 0) return;
  if ((await countSavedCorners(transaction, userId)) + addedCorners <= MAX_SAVED_CORNERS) return;
  throw new AppError(
    'CONFLICT',
    'The areas in your saved searches have too many corners. Delete a search or draw a simpler area.',
  );
}

function toSavedSearch(row: SavedSearchRow, newCount: number | null): SavedSearch {
  const { id, name, search, frequency, time_zone: timeZone } = row;
  const { seen_at: seenAt, created_at: createdAt } = row;
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

function toPreferences(row: PreferenceRow | undefined): Preferences {
  if (row === undefined) throw unauthenticated();
  return {
    emailConfirmed: isEmailConfirmed(row),
    alertsOnFavorites: row.alerts_on_favorites,
    timeZone: row.time_zone ?? DEFAULT_TIME_ZONE,
  };
}

const isEmailConfirmed = ({ email, confirmed_email: confirmedEmail }: PreferenceRow) =>
  confirmedEmail?.toLowerCase() === email.toLowerCase();
