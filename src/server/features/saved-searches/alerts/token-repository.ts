import { sql } from 'kysely';
import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';

/** The purpose of an emailed link. */
export type TokenPurpose = 'confirm' | 'manage' | 'unsubscribe';

/**
 * The subject of an emailed link: a search, an account's address, or all emails of a frequency to
 * an address.
 */
export type TokenSubject = {
  searchId?: string;
  userId?: string;
  email?: string;
  frequency?: MailFrequency;
};

/** The subject of a stored link. */
export type TokenRow = {
  search_id: string | null;
  user_id: string | null;
  email: string | null;
  frequency: MailFrequency | null;
};

/** Inserts a link, identified by the hash of its token. */
export async function insertToken(
  db: Database,
  tokenHash: Buffer,
  purpose: TokenPurpose,
  subject: TokenSubject,
  times: { now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('alert_tokens')
    .values({
      token_hash: tokenHash,
      purpose,
      search_id: subject.searchId ?? null,
      user_id: subject.userId ?? null,
      email: subject.email ?? null,
      frequency: subject.frequency ?? null,
      created_at: times.now,
      expires_at: times.expiresAt,
    })
    .execute();
}

/** Returns the subject of a link; undefined if it is unknown or expired. */
export async function findToken(
  db: Database,
  tokenHash: Buffer,
  purpose: TokenPurpose,
  now: Date,
): Promise<TokenRow | undefined> {
  const { rows } = await sql<TokenRow>`
    select search_id, user_id, email, frequency from alert_tokens
    where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now}`.execute(db);
  return rows[0];
}

/** Deletes a batch of expired links. */
export async function deleteExpiredTokens(db: Database, now: Date): Promise<void> {
  await sql`
    delete from alert_tokens where token_hash in (
      select token_hash from alert_tokens where expires_at <= ${now} limit 10000
    )`.execute(db);
}
