/** Stores passkeys and their challenges (docs/product/account-security.md, Passkeys). */

import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { PasskeysTable } from '../../../database/table-types/account-security.ts';

export type PasskeyRow = Selectable<PasskeysTable>;

/** How long a challenge is valid. */
const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

/** Stores a challenge; `userId` is the account adding a passkey, or null for signing in. */
export async function storeChallenge(
  db: Database,
  challenge: string,
  userId: string | null,
  now: Date,
): Promise<void> {
  const expires_at = new Date(now.getTime() + CHALLENGE_LIFETIME_MS);
  await db
    .insertInto('passkey_challenges')
    .values({ challenge, user_id: userId, expires_at })
    .execute();
}

/** Consumes a challenge. Returns false if it is unknown, expired, consumed, or for another account or purpose. */
export async function consumeChallenge(
  db: Database,
  challenge: string,
  userId: string | null,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Lists an account's passkeys, oldest first. */
export async function findPasskeysOf(db: Database, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Finds the passkey with a credential ID. */
export async function findPasskey(
  db: Database,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Inserts a passkey. @throws AppError CONFLICT if its credential ID is already stored */
export async function insertPasskey(
  transaction: Database,
  values: Insertable<PasskeysTable>,
): Promise<PasskeyRow> {
  const row = await transaction
    .insertInto('passkeys')
    .values(values)
    .onConflict((conflict) => conflict.constraint('passkeys_credential_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined)
    throw new AppError('CONFLICT', 'This passkey has already been added to an account.');
  return row;
}

/**
 * Records the use of a passkey. Returns false if it was removed, or if its counter has changed since it was
 * read and is no longer lower than `newCounter`: another sign-in was recorded first.
 */
export async function recordUse(
  transaction: Database,
  { id, counter }: PasskeyRow,
  newCounter: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('passkeys')
    .set({ counter: String(newCounter), last_used_at: now })
    .where('id', '=', id)
    .where(({ eb, or }) =>
      or([eb('counter', '<', String(newCounter)), eb('counter', '=', counter)]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes an account's passkey. Returns false if the account does not have it. */
export async function deletePasskey(
  transaction: Database,
  userId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Removes all passkeys of an account. */
export async function deletePasskeysOf(transaction: Database, userId: string): Promise<void> {
  await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}
