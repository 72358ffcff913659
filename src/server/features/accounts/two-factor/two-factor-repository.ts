/** Stores authenticator apps and recovery codes (docs/product/account-security.md, Second factor). */

import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { type DataKey, decryptSecret, encryptSecret } from '../../../storage/data-key.ts';
import { hashRecoveryCode } from './recovery-codes.ts';

/** Returns the owner name used to encrypt the secret of an account's authenticator app. */
const secretOwner = (userId: string) => `two-factor:${userId}`;

/** Finds the secret of an account's active authenticator app. Returns undefined if there is none. */
export async function findTotpSecret(
  db: Database,
  key: DataKey,
  userId: string,
): Promise<string | undefined> {
  return readSecret(db, 'two_factors', { key, userId });
}

/** Finds the secret of an app that is not confirmed yet. */
export async function findSetupSecret(
  db: Database,
  key: DataKey,
  userId: string,
): Promise<string | undefined> {
  return readSecret(db, 'two_factor_setups', { key, userId });
}

async function readSecret(
  db: Database,
  table: 'two_factors' | 'two_factor_setups',
  { key, userId }: { key: DataKey; userId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom(table)
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && decryptSecret(key, row.secret, secretOwner(userId));
}

/** Returns whether an account has an active authenticator app. */
export async function hasTwoFactor(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('two_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores the secret of an app until its first code confirms it. Replaces an earlier unconfirmed
 * app.
 */
export async function storeSetup(
  db: Database,
  key: DataKey,
  setup: { userId: string; secret: string; now: Date },
): Promise<void> {
  const { userId, now } = setup;
  const secret = encryptSecret(key, setup.secret, secretOwner(userId));
  await db
    .insertInto('two_factor_setups')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret, created_at: now }))
    .execute();
}

/** Activates the confirmed app and replaces an earlier one. Codes up to `step` become invalid. */
export async function activateSetup(
  transaction: Database,
  userId: string,
  step: number,
  now: Date,
): Promise<void> {
  await sql`
    with setup as (delete from two_factor_setups where user_id = ${userId} returning user_id, secret)
    insert into two_factors (user_id, secret, last_step, created_at)
    select user_id, secret, ${step}, ${now} from setup
    on conflict (user_id) do update set
      secret = excluded.secret, last_step = excluded.last_step, created_at = excluded.created_at`.execute(
    transaction,
  );
}

/** Consumes a time step. Returns false unless it is later than the last one used. */
export async function consumeStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Consumes a recovery code. Returns false if the account does not have it. */
export async function consumeRecoveryCode(
  db: Database,
  key: DataKey,
  userId: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(key, userId, code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Replaces an account's recovery codes. */
export async function replaceRecoveryCodes(
  transaction: Database,
  key: DataKey,
  userId: string,
  codes: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = codes.map((code) => ({
    user_id: userId,
    code_hash: hashRecoveryCode(key, userId, code),
  }));
  await transaction.insertInto('recovery_codes').values(rows).execute();
}

/** Counts the remaining recovery codes. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes an account's app, recovery codes, and unconfirmed app. Returns false if no app was active. */
export async function deleteTwoFactor(transaction: Database, userId: string): Promise<boolean> {
  await transaction.deleteFrom('two_factor_setups').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await transaction
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
