/** Stores the token hashes of password reset links. Each link works once (docs/product/accounts.md, Forgotten passwords). */

import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

/** How long a link is valid, in milliseconds (docs/product/accounts.md, Forgotten passwords). */
export const RESET_LIFETIME_MS = 60 * 60 * 1000;

/** Stores the hash of a link's token, for an account and its current email address. */
export async function insertReset(
  db: Database,
  tokenHash: Buffer,
  account: { id: string; email: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({
      token_hash: tokenHash,
      user_id: account.id,
      email: account.email,
      created_at: now,
      expires_at: new Date(now.getTime() + RESET_LIFETIME_MS),
    })
    .execute();
}

/**
 * Finds the ID of a link's account. Returns undefined if the link is unknown, expired, or for a previous
 * email address.
 */
export async function findResetUserId(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.id from password_resets r join users u on u.id = r.user_id
    where r.token_hash = ${tokenHash} and r.expires_at > ${now} and lower(r.email) = lower(u.email)`.execute(
    db,
  );
  return rows[0]?.id;
}

/**
 * Revokes an account's links after one was used or after its password or email address has changed.
 */
export async function deleteResetsOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}
