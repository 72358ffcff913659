/** Stores the API keys of other systems, and their tokens. */

import { sql } from 'kysely';
import type { ApiKeyForm, ApiScope } from '#shared/schemas/open/api-key.ts';
import type { Database } from '../../database/database.ts';

/** A key as stored, without its secret. */
export type ApiKeyRow = {
  id: string;
  name: string;
  scopes: ApiScope[];
  clientId: string;
  createdAt: Date;
  expiresOn: string | null;
  lastUsedAt: Date | null;
};

/** A valid key. `scopes` are the token's if the request used a token, otherwise the key's. */
export type ValidKey = { id: string; scopes: ApiScope[] };

const COLUMNS = sql`id, name, scopes, client_id as "clientId", created_at as "createdAt",
  expires_on::text as "expiresOn", last_used_at as "lastUsedAt"`;

/** Matches keys `k` that have not expired. */
const isValid = (now: Date) =>
  sql`(k.expires_on is null or k.expires_on >= (${now}::timestamptz at time zone 'UTC')::date)`;

/** Lists keys, newest first. */
export async function findKeys(db: Database, limit: number): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select ${COLUMNS} from api_keys order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countKeys(db: Database): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from api_keys`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertKey(
  transaction: Database,
  key: ApiKeyForm & { clientId: string; secretHash: Buffer; now: Date },
): Promise<ApiKeyRow | undefined> {
  const { rows } = await sql<ApiKeyRow>`
    insert into api_keys (name, scopes, client_id, secret_hash, expires_on, created_at)
    values (${key.name}, ${key.scopes}, ${key.clientId}, ${key.secretHash}, ${key.expiresOn ?? null}, ${key.now})
    returning ${COLUMNS}`.execute(transaction);
  return rows[0];
}

/** Deletes a key and its tokens. Returns its name; undefined if there is no such key. */
export async function deleteKey(
  transaction: Database,
  id: string,
): Promise<{ name: string } | undefined> {
  return transaction
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}

/** Finds the valid key with these credentials. */
export async function findKeyByCredentials(
  db: Database,
  { clientId, secretHash, now }: { clientId: string; secretHash: Buffer; now: Date },
): Promise<ValidKey | undefined> {
  const { rows } = await sql<ValidKey>`
    select k.id, k.scopes from api_keys k
    where k.client_id = ${clientId} and k.secret_hash = ${secretHash} and ${isValid(now)}`.execute(
    db,
  );
  return rows[0];
}

/** Finds the valid key by the hash of its secret or of one of its unexpired tokens. */
export async function findKeyByBearer(
  db: Database,
  hash: Buffer,
  now: Date,
): Promise<ValidKey | undefined> {
  const { rows } = await sql<ValidKey>`
    select k.id, k.scopes from api_keys k where k.secret_hash = ${hash} and ${isValid(now)}
    union all
    select k.id, t.scopes from api_tokens t join api_keys k on k.id = t.key_id
    where t.token_hash = ${hash} and t.expires_at > ${now} and ${isValid(now)}`.execute(db);
  return rows[0];
}

/** Stores a token and deletes up to 100 expired ones. */
export async function insertToken(
  db: Database,
  token: { hash: Buffer; keyId: string; scopes: ApiScope[]; expiresAt: Date; now: Date },
): Promise<void> {
  await sql`
    with expired as (
      delete from api_tokens where token_hash in (
        select token_hash from api_tokens where expires_at <= ${token.now} limit 100 for update skip locked))
    insert into api_tokens (token_hash, key_id, scopes, expires_at)
    values (${token.hash}, ${token.keyId}, ${token.scopes}, ${token.expiresAt})`.execute(db);
}

/** Records the use of a key, at most once a minute. */
export async function recordUse(db: Database, id: string, now: Date): Promise<void> {
  await sql`
    update api_keys set last_used_at = ${now}
    where id = ${id} and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')`.execute(
    db,
  );
}
