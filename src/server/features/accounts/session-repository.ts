/** Sessions: a token is random and stored only as its SHA-256: a reader of the table cannot sign in with it. */

import { sql } from 'kysely';
import { membershipOf } from '../../database/agent-office.ts';
import type { Database } from '../../database/database.ts';
import { createToken, hashToken, type SessionUser } from '../../http/endpoints/authentication.ts';

/** How long a token lasts, in milliseconds (docs/product/accounts.md, Sessions). */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** Expired rows that one sign-in clears away. */
const CLEARED_AT_ONCE = 100;

/**
 * Opens a session for an account whose password was checked, unless the password was changed in the meantime: a
 * session opened with an old password must not outlive it.
 *
 * @param account its id, and the password hash that was checked
 * @returns the token, or null if the account was deleted or has another password by now
 */
export async function createSession(
  db: Database,
  account: { id: string; passwordHash: string },
  now: Date,
): Promise<string | null> {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS);
  // The lock waits for a change of password that is on its way, and then looks again.
  const { rows } = await sql`
    insert into sessions (token_hash, user_id, created_at, expires_at)
    select ${hashToken(token)}, id, ${now}, ${expiresAt} from users
    where id = ${account.id} and password_hash = ${account.passwordHash}
    for share
    returning user_id`.execute(db);
  return rows.length === 0 ? null : token;
}

/** The user of a token, as of now; undefined when there is no such session or its time is over. */
export async function findSessionUser(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'name', 'email', 'role', 'avatar_key', 'is_demo'])
    .select(membershipOf(sql`users.id`))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, name, email, role, avatar_key: avatarKey, is_demo: isDemo, office, officeRole } = row;
  return { _id: id, name, email, role, avatarKey, isDemo, office, officeRole };
}

/** Ends one session; nothing happens when it is not there. */
export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/**
 * Ends the sessions of an account.
 *
 * @param except the hash of a token that stays, or null
 */
export async function deleteSessionsOf(
  db: Database,
  userId: string,
  except: Buffer | null,
): Promise<void> {
  const sessions = db.deleteFrom('sessions').where('user_id', '=', userId);
  await (except === null ? sessions : sessions.where('token_hash', '!=', except)).execute();
}

/** Clears away some sessions and links whose time is over; those that another process is clearing are left to it. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  for (const table of ['sessions', 'password_resets'] as const) {
    await sql`
      delete from ${sql.table(table)} where token_hash in (
        select token_hash from ${sql.table(table)} where expires_at <= ${now}
        limit ${CLEARED_AT_ONCE} for update skip locked
      )`.execute(db);
  }
}
