/** Stores responses by Idempotency-Key (docs/product/api.md, Sending twice). */

import { sql } from 'kysely';
import type { Database } from './database.ts';

/** A stored response, which only the key's owner can decrypt. */
export type StoredResponse = { requestHash: Buffer; response: Buffer };

/**
 * Locks a key until the transaction ends, so that concurrent requests with the same key do
 * not create duplicates.
 */
export async function lockIdempotencyKey(transaction: Database, keyHash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockId(keyHash)})`.execute(transaction);
}

const lockId = (keyHash: Buffer) =>
  sql`hashtextextended('doorstep.idempotency ' || encode(${keyHash}, 'hex'), 0)`;

/** Returns whether no transaction has locked a key. */
export async function isIdempotencyKeyFree(db: Database, keyHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lockId(keyHash)}) as "isFree"`.execute(db);
  return rows[0]?.isFree ?? false;
}

/** Returns the response stored after `since`; undefined if there is none. */
export async function findStoredResponse(
  db: Database,
  keyHash: Buffer,
  since: Date,
): Promise<StoredResponse | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash as requestHash', 'response'])
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', since)
    .executeTakeFirst();
}

/** Stores a response, replacing an expired one. */
export async function storeResponse(
  transaction: Database,
  keyHash: Buffer,
  { requestHash, response }: StoredResponse,
  createdAt: Date,
): Promise<void> {
  const values = { request_hash: requestHash, response, created_at: createdAt };
  await transaction
    .insertInto('idempotency_keys')
    .values({ key_hash: keyHash, ...values })
    .onConflict((conflict) => conflict.column('key_hash').doUpdateSet(values))
    .execute();
}

/** Deletes up to 1,000 responses stored at or before a time, and returns their number. */
export async function deleteResponsesBefore(db: Database, time: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where key_hash in (
      select key_hash from idempotency_keys where created_at <= ${time} order by created_at limit 1000
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
