/** Runs a signed-in user's transactions, each of which checks the user again before it writes. */

import { sql } from 'kysely';
import type { Actor } from '#shared/permissions.ts';
import type { Role } from '#shared/schemas/user.ts';
import { lockMembership } from './agent-office.ts';
import { createFairSlots, type Requester, TooManyWaiting } from '../concurrency/fair-slots.ts';
import { AppError, unauthenticated } from '../errors/app-error.ts';
import { type Database, inTransaction } from './database.ts';

/**
 * Limits the concurrent changes from one IP address, whose accounts take turns. Otherwise, one client's changes could
 * hold all connections while they wait for a lock.
 */
const runByAddress = createFairSlots({
  slots: Infinity,
  perKey: 4,
  perAccount: 1,
  maxQueuedPerKey: 500,
});

/**
 * Changes by one account wait for each other without a connection. Its IP addresses take turns, so
 * that the owner is not delayed by someone who floods the server with a stolen token.
 */
const runByAccount = createFairSlots({ slots: Infinity, perKey: 1, maxQueuedPerKey: 500 });

/**
 * Returns an account's role, or undefined if it does not exist, and locks the account against changes until the
 * transaction ends. Imports of its listings do not wait.
 */
export async function lockRole(transaction: Database, userId: string): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select role from users where id = ${userId} for no key update`.execute(transaction);
  return rows[0]?.role;
}

/**
 * Runs a change on behalf of a user whose request may have started long ago: during the minutes of an upload, the token
 * can be revoked, the account deleted, or its role changed. Locks prevent these changes until the
 * transaction ends. Other changes by the account wait, too: with a shared lock, they could delay these changes forever.
 * Imports do not wait, because they only prevent the account from being deleted.
 *
 * The order of all locks is accounts, office memberships, listings, then tours and inquiries. In any other order,
 * transactions could deadlock, or one caller's changes could keep another's from ever getting their locks.
 *
 * @param actor the user as of the start of the request
 * @param change receives the current user, to check permissions against. Can run more than once, see
 *   `inTransaction`
 * @param options.before takes locks that must be taken before the account's
 * @throws AppError UNAUTHENTICATED if the session or the account no longer exists,
 * TOO_MANY_REQUESTS if too many of the account's changes are waiting
 */
export async function inActorTransaction<T>(
  db: Database,
  actor: { _id: string; tokenHash: Buffer; requester: Requester },
  change: (transaction: Database, current: NonNullable<Actor>) => Promise<T>,
  options: {
    before?: (transaction: Database) => Promise<void>;
  } = {},
): Promise<T> {
  const { before } = options;
  const run = async (transaction: Database) => {
    await before?.(transaction);
    const role = await lockRole(transaction, actor._id);
    const membership = await lockMembership(transaction, actor._id);
    const session = await sql`
      select from sessions where token_hash = ${actor.tokenHash} for key share`.execute(
      transaction,
    );
    if (role === undefined || session.rows.length === 0) throw unauthenticated();
    return change(transaction, { _id: actor._id, role, ...membership });
  };
  try {
    const { key, signal } = actor.requester;
    return await runByAddress(actor.requester, () =>
      runByAccount({ key: actor._id, account: key, signal }, () =>
        inTransaction(db, actor._id, run),
      ),
    );
  } catch (error) {
    throw error instanceof TooManyWaiting
      ? new AppError(
          'TOO_MANY_REQUESTS',
          'You are making too many changes. Please wait a moment and try again.',
          {
            retryAfterSeconds: 1,
          },
        )
      : error;
  }
}
