/** Authenticator apps and recovery codes (docs/product/account-security.md, Second factor). */

import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { type DataKey, decryptSecret, encryptSecret } from '../../../storage/data-key.ts';
import { hashRecoveryCode } from './recovery-codes.ts';

/** The purpose that a secret is bound to: this account's second factor and nothing else. */
const twoFactorOwner = (userId: string) => `two-factor:${userId}`;

/** The secret of an account's active authenticator app; undefined if it has none. */
export async function findTotpSecret(
  db: Database,
  key: DataKey,
  userId: string,
): Promise<string | undefined> {
  return readSecret(db, 'two_factors', { key, userId });
}

/** The secret of the app whose first code is awaited. */
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
  return row && decryptSecret(key, row.secret, twoFactorOwner(userId));
}

/** Whether an account has an active authenticator app. */
export async function hasTwoFactor(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('two_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the secret of an app until its first code confirms it; replaces an earlier one. */
export async function keepSetup(
  db: Database,
  key: DataKey,
  setup: { userId: string; secret: string; now: Date },
): Promise<void> {
  const { userId, now } = setup;
  const secret = encryptSecret(key, setup.secret, twoFactorOwner(userId));
  await db
    .insertInto('two_factor_setups')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret, created_at: now }))
    .execute();
}

/** Makes the awaited app the active one, in place of an earlier one; `step` can no longer be used. */
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

/** Uses a time step up: false for one that is not later than the last one used, also by a simultaneous request. */
export async function claimStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Uses a recovery code up: false if it is none of the account's that are left. */
export async function claimRecoveryCode(
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

/** The codes that are good from now on; earlier ones are not. */
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

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes an account's app and its recovery codes, and an app whose code is awaited; false if it had none. */
export async function deleteTwoFactor(transaction: Database, userId: string): Promise<boolean> {
  await transaction.deleteFrom('two_factor_setups').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await transaction
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
