/**
 * Creates alerts for visitors without an account, and handles the links in emails: confirming an
 * address, managing an alert, and unsubscribing.
 */

import type {
  Alert,
  SearchInput,
  MailFrequency,
  SavedSearchChanges,
} from '#shared/saved-searches/saved-search.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import { notFound } from '../../../errors/app-error.ts';
import { hashToken } from '../../../http/endpoints/authentication.ts';
import type { Once } from '../../../http/endpoints/idempotency.ts';
import { hashNetwork, type Limiter } from '../../../http/limits/rate-limits.ts';
import { addMail, networkCause } from '../../../jobs/mail-job.ts';
import {
  resumeEmails,
  markProven,
  stopEmailsByToken,
} from '../../../jobs/mail-proof-repository.ts';
import { deletePendingAlertsForSearch } from './alert-repository.ts';
import { createAlertToken } from './alert-links.ts';
import { CONFIRM_MAIL } from './alert-mail.ts';
import { hasScheduleChanged, rescheduleAlerts, moveAlertsToAddress } from './reschedule-alerts.ts';
import { findPreferences, turnOffFavoriteAlerts } from '../preference-repository.ts';
import {
  deleteSavedSearch,
  findSavedSearch,
  insertSavedSearch,
  type SavedSearchRow,
  turnOffSearchAlerts,
  updateSavedSearch,
} from '../saved-search-repository.ts';
import { countCorners, toChangedValues, toSearchValues } from '../saved-search-values.ts';
import { findToken, type TokenPurpose, type TokenRow } from './token-repository.ts';

export type AlertService = ReturnType<typeof createAlertService>;

export function createAlertService(options: {
  db: Database;
  now: () => Date;
  /** Limits new alerts per IP address. */
  alertsPerIp: Limiter;
  /** Limits confirmations per IP address because each can store a token. */
  confirmationsPerIp: Limiter;
  /** Limits new corners of drawn areas per IP address. */
  cornersPerIp: Limiter;
}) {
  const { db, now, alertsPerIp, confirmationsPerIp, cornersPerIp } = options;

  /** @throws AppError NOT_FOUND for an invalid or expired link */
  async function readToken(
    transaction: Database,
    token: string,
    purpose: TokenPurpose,
  ): Promise<TokenRow> {
    const row = await findToken(transaction, hashToken(token), purpose, now());
    if (row === undefined) throw notFound('This link is no longer valid.');
    return row;
  }

  /** @throws AppError NOT_FOUND */
  async function findByManageToken(transaction: Database, token: string): Promise<SavedSearchRow> {
    const { search_id: id } = await readToken(transaction, token, 'manage');
    const row = id === null ? undefined : await findSavedSearch(transaction, id, { lock: true });
    if (row === undefined) throw notFound('This link is no longer valid.');
    return row;
  }

  /** @throws AppError TOO_MANY_REQUESTS */
  async function consumeCorners(clientKey: string, addedCorners: number): Promise<void> {
    if (addedCorners > 0) await cornersPerIp.consume(clientKey, addedCorners);
  }

  async function findByConfirmationToken(transaction: Database, token: string) {
    const link = await readToken(transaction, token, 'confirm');
    if (link.search_id !== null) {
      const row = await findSavedSearch(transaction, link.search_id, { lock: true });
      if (row !== undefined) return { link, row, alert: toAlert(row) };
    } else if (link.user_id !== null && link.email !== null) {
      const account = await findPreferences(transaction, link.user_id);
      // If the address has changed, only the link sent to the new address can confirm it.
      if (account?.email.toLowerCase() === link.email.toLowerCase()) {
        const { email, confirmed_email: confirmedEmail } = account;
        const isConfirmed = confirmedEmail?.toLowerCase() === email.toLowerCase();
        return { link, row: undefined, alert: toAccountAlert(email, isConfirmed) };
      }
    }
    throw notFound('This link is no longer valid.');
  }

  return {
    /**
     * Stores an alert without an account and sends a link to confirm it. The response does not
     * reveal whether the address has an account.
     *
     * @param clientKey the client's rate limit key, see addressKey
     * @throws AppError VALIDATION_FAILED or TOO_MANY_REQUESTS
     */
    async create(
      input: {
        email: string;
        search: SearchInput;
        frequency: MailFrequency;
        timeZone?: string | undefined;
      },
      clientKey: string,
      once: Once,
    ): Promise<{ message: string }> {
      const { email, search, frequency, timeZone = 'UTC' } = input;
      const values = toSearchValues({ search, frequency, timeZone });
      await alertsPerIp.consume(clientKey);
      await consumeCorners(clientKey, countCorners(values.filters));
      const create = once.wrapCreate(async (transaction) => {
        const { id } = await insertSavedSearch(transaction, { email }, values, now());
        await addMail(transaction, {
          kind: CONFIRM_MAIL,
          to: { proof: 'address', address: email },
          author: 'site',
          cause: networkCause(hashNetwork(clientKey)),
          payload: { searchId: id },
          now: now(),
        });
        return { message: 'We sent a link to confirm.' };
      });
      return inTransaction(db, null, create);
    },

    /** Returns the alert that a link confirms. @throws AppError NOT_FOUND */
    async getAlertToConfirm(token: string): Promise<Alert> {
      return inTransaction(
        db,
        null,
        async (transaction) => (await findByConfirmationToken(transaction, token)).alert,
      );
    },

    /**
     * Confirms an address. Repeated calls succeed.
     *
     * @returns the alert with a new token to manage it; the token is null for an account
     * @throws AppError NOT_FOUND or TOO_MANY_REQUESTS
     */
    async confirm(
      token: string,
      clientKey: string,
    ): Promise<Alert & { manageToken: string | null }> {
      await confirmationsPerIp.consume(clientKey);
      return inTransaction(db, null, async (transaction) => {
        const { link, row, alert } = await findByConfirmationToken(transaction, token);
        if (row === undefined) {
          const { user_id: userId, email } = link;
          if (userId !== null && email !== null)
            await confirmAccountAddress(transaction, { userId, address: email });
          return { ...alert, isConfirmed: true, manageToken: null };
        }
        if (row.email !== null) await resumeEmails(transaction, row.email);
        if (row.confirmed_at === null) {
          await updateSavedSearch(transaction, row.id, { confirmedAt: now() });
        }
        const subject = { searchId: row.id };
        const manageToken = await createAlertToken(transaction, 'manage', subject, now());
        return { ...alert, isConfirmed: true, manageToken };
      });
    },

    /** @throws AppError NOT_FOUND */
    async get(token: string): Promise<Alert> {
      return inTransaction(db, null, async (transaction) =>
        toAlert(await findByManageToken(transaction, token)),
      );
    },

    /** @throws AppError NOT_FOUND, VALIDATION_FAILED, or TOO_MANY_REQUESTS */
    async change(token: string, changes: SavedSearchChanges, clientKey: string): Promise<Alert> {
      return inTransaction(db, null, async (transaction) => {
        const row = await findByManageToken(transaction, token);
        const values = toChangedValues(row, changes);
        await consumeCorners(clientKey, countCorners(values.filters) - countCorners(row.filters));
        const updatedRow = (await updateSavedSearch(transaction, row.id, values)) ?? row;
        if (hasScheduleChanged(row, updatedRow))
          await rescheduleAlerts(transaction, updatedRow, now());
        return toAlert(updatedRow);
      });
    },

    /** @throws AppError NOT_FOUND */
    async delete(token: string): Promise<void> {
      await inTransaction(db, null, async (transaction) => {
        const row = await findByManageToken(transaction, token);
        await deleteSavedSearch(transaction, row.id);
      });
    },

    /**
     * Unsubscribes from the emails that a link covers: one search, all emails of a frequency, or
     * all emails. Repeated calls succeed.
     *
     * @throws AppError NOT_FOUND for an unknown or expired link
     */
    async unsubscribe(token: string): Promise<void> {
      await inTransaction(db, null, async (transaction) => {
        if (await stopEmailsByToken(transaction, token, now())) return;
        const link = await readToken(transaction, token, 'unsubscribe');
        if (link.search_id !== null) {
          await updateSavedSearch(transaction, link.search_id, { frequency: 'never', keys: [] });
          await deletePendingAlertsForSearch(transaction, link.search_id);
        } else if (link.email !== null && link.frequency !== null) {
          await turnOffSearchAlerts(transaction, link.email, link.frequency);
          if (link.frequency === 'daily') await turnOffFavoriteAlerts(transaction, link.email);
        }
      });
    },
  };
}

function toAlert(row: SavedSearchRow): Alert {
  const { email, name, search, frequency, time_zone: timeZone, confirmed_at: confirmedAt } = row;
  return {
    email: email ?? '',
    name,
    search,
    frequency,
    timeZone,
    isConfirmed: confirmedAt !== null,
  };
}

/** Returns the alert to show for a link that confirms an account's address. */
function toAccountAlert(email: string, isConfirmed: boolean): Alert {
  return {
    email,
    name: 'Alerts for your account',
    search: null,
    frequency: null,
    timeZone: null,
    isConfirmed,
  };
}

/**
 * Marks an account's address as proven by an emailed link and moves pending alerts from the
 * previous address.
 */
export async function confirmAccountAddress(
  transaction: Database,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  const previous = (await findPreferences(transaction, userId))?.confirmed_email ?? null;
  await markProven(transaction, { userId, address });
  if (previous !== null)
    await moveAlertsToAddress(transaction, userId, { from: previous, to: address });
}
