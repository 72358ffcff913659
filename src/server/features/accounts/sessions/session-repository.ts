/**
 * Stores sessions. Tokens are random, and only their SHA-256 hashes are stored, so read access to the
 * table does not allow signing in.
 */

import { sql } from 'kysely';
import { membershipOf } from '../../../database/agent-office.ts';
import type { Database } from '../../../database/database.ts';
import { DEVICE_MEMORY_MS, recordDeviceUse } from './device-repository.ts';
import type { RequestOrigin } from './request-origin.ts';
import {
  createToken,
  hashToken,
  type SessionUser,
} from '../../../http/endpoints/authentication.ts';

/** How long a token is valid, in milliseconds (docs/product/accounts.md, Sessions). */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** The maximum number of sessions per account. A sign-in ends the least recently used ones above it. */
const MAX_SESSIONS = 1_000;
/** A session's last use is stored at most this often. */
const SEEN_INTERVAL_MS = 60 * 1000;
/** The maximum number of expired rows that `deleteExpired` deletes from each table. */
const MAX_DELETED_ROWS = 100;

/**
 * Opens a session for a verified account, unless its password has changed since the verification.
 *
 * @param account the account's ID, and its password hash at the time of the verification
 * @param origin the sign-in's origin, and the passkey used
 * @returns the token, or null if the account was deleted or its password has changed
 */
export async function createSession(
  db: Database,
  account: { id: string; passwordHash: string },
  now: Date,
  origin?: RequestOrigin & { passkeyId?: string | undefined },
): Promise<string | null> {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS);
  // The lock waits for a concurrent password change and then rechecks the condition.
  const { rows } = await sql`
    insert into sessions
      (token_hash, user_id, created_at, expires_at, last_seen_at, device, place, passkey_id)
    select ${hashToken(token)}, id, ${now}, ${expiresAt}, ${now}, ${origin?.device ?? null},
      ${origin?.place ?? null}, ${origin?.passkeyId ?? null} from users
    where id = ${account.id} and password_hash = ${account.passwordHash}
    for no key update
    returning user_id`.execute(db);
  if (rows.length === 0) return null;
  await sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where user_id = ${account.id}
      order by coalesce(last_seen_at, created_at) desc, created_at desc offset ${MAX_SESSIONS})`.execute(
    db,
  );
  return token;
}

/**
 * Locks an account for a sign-in. Changes to its password or second factor wait until the sign-in
 * is done, and the sign-in sees earlier changes.
 *
 * @returns false if the account was deleted or its password has changed
 */
export async function lockForSignIn(
  transaction: Database,
  account: { id: string; passwordHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${account.id} and password_hash = ${account.passwordHash}
    for no key update`.execute(transaction);
  return rows.length === 1;
}

/**
 * Finds a token's user, and records the use of the session. Returns undefined if the session does not
 * exist or has expired.
 */
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
    .select(['sessions.last_seen_at', 'sessions.device'])
    .select(
      sql<boolean>`exists (select from two_factors f where f.user_id = users.id) or exists (
        select from passkeys k where k.id = sessions.passkey_id and k.user_id = users.id
      )`.as('hasSecondFactor'),
    )
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, name, email, role, avatar_key: avatarKey, is_demo: isDemo, office, officeRole } = row;
  const { hasSecondFactor } = row;
  const { last_seen_at: seenAt, device } = row;
  if (seenAt === null || now.getTime() - seenAt.getTime() >= SEEN_INTERVAL_MS) {
    await recordUse(db, tokenHash, { userId: id, device, now });
  }
  return { _id: id, name, email, role, avatarKey, isDemo, hasSecondFactor, office, officeRole };
}

/** Records the use of a session and its device. */
async function recordUse(
  db: Database,
  tokenHash: Buffer,
  use: { userId: string; device: string | null; now: Date },
): Promise<void> {
  const { userId, device, now } = use;
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .where(({ eb, or }) =>
      or([
        eb('last_seen_at', 'is', null),
        eb('last_seen_at', '<=', new Date(now.getTime() - SEEN_INTERVAL_MS)),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 1n && device !== null) await recordDeviceUse(db, { userId, device, now });
}

/** A session's public identifier, which does not expose the token's hash. */
const SESSION_ID = sql<string>`left(encode(sha256(token_hash), 'hex'), 32)`;

/** Lists an account's open sessions, most recently used first. */
export async function findSessionsOf(db: Database, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['token_hash', 'created_at', 'last_seen_at', 'device', 'place'])
    .select(SESSION_ID.as('id'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy(sql`coalesce(last_seen_at, created_at)`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute();
}

/** Ends one of an account's sessions. Returns false if it does not exist. */
export async function deleteSessionById(
  db: Database,
  userId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(SESSION_ID, '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Returns the time when a session was opened. */
export async function findSessionStart(db: Database, tokenHash: Buffer): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.created_at;
}

/** Ends one session, if it exists. */
export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/**
 * Ends the sessions of an account.
 *
 * @param except the hash of a token whose session stays open, or null
 */
export async function deleteSessionsOf(
  db: Database,
  userId: string,
  except: Buffer | null,
): Promise<void> {
  const sessions = db.deleteFrom('sessions').where('user_id', '=', userId);
  await (except === null ? sessions : sessions.where('token_hash', '!=', except)).execute();
}

/**
 * Deletes some expired sessions, password reset links, passkey challenges, and devices. Skips rows
 * that another process is deleting.
 */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - DEVICE_MEMORY_MS);
  for (const [table, isExpired] of [
    ['sessions', sql`expires_at <= ${now}`],
    ['password_resets', sql`expires_at <= ${now}`],
    ['passkey_challenges', sql`expires_at <= ${now}`],
    ['account_devices', sql`last_used_at <= ${cutoff}`],
  ] as const) {
    await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${isExpired}
        limit ${MAX_DELETED_ROWS} for update skip locked
      ))`.execute(db);
  }
}
