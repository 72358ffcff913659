/** Sets the bits of listings that changed. */

import { sql } from 'kysely';
import { type Database, inTransaction } from '../../../../database/database.ts';
import { AVAILABLE_NAME, BITMAP_CONDITIONS } from './bitmap-names.ts';
import { BITMAP_VERSION, CHUNK } from './bitmap-statements.ts';

/** With fewer available listings than this, looking at each of them is fast enough. */
const LISTINGS_LEAST = 20_000;

/** Chunks whose bits are set in one transaction. */
const CHUNKS_AT_ONCE = 4;

/** Any number that is no other lock's. */
const LOCK = 731_027;

/**
 * Sets the bits again of all listings that changed, unless another process does it just now; makes all of them where
 * there are none and listings enough.
 *
 * @param db the primary
 * @param now for conditions that depend on it
 * @param listingsLeast for tests
 */
export async function refreshBitmaps(
  db: Database,
  now: Date,
  listingsLeast = LISTINGS_LEAST,
): Promise<void> {
  let isMore = true;
  while (isMore)
    isMore = await inTransaction(db, null, async (tx) => refreshSome(tx, now, listingsLeast));
}

/** @returns whether there is more to do */
async function refreshSome(db: Database, now: Date, listingsLeast: number): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean; isReady: boolean; listings: number }>`
    select pg_try_advisory_xact_lock(${LOCK}) as "isFree",
      exists (select from search_bitmaps_ready where version = ${BITMAP_VERSION}) as "isReady",
      (select coalesce(sum(listing_count), 0)::int from property_totals where is_available) as listings`.execute(
    db,
  );
  const [state] = rows;
  if (state === undefined || !state.isFree) return false;
  if (!state.isReady) {
    // Nobody goes by bits that are not complete, and what changed until then is in them.
    await sql`delete from search_bitmap_changes`.execute(db);
    if (state.listings >= listingsLeast) await makeAll(db, now);
    return false;
  }
  const { rows: noted } = await sql<{ chunk: number }>`
    with noted as (
      select distinct (property_id / ${CHUNK})::int as chunk from search_bitmap_changes limit ${CHUNKS_AT_ONCE}
    ),
    gone as (
      delete from search_bitmap_changes c using noted n
      where c.property_id >= n.chunk::bigint * ${CHUNK} and c.property_id < (n.chunk + 1)::bigint * ${CHUNK}
    )
    select chunk from noted`.execute(db);
  // What is committed between these statements and the one above is noted again, and its note stays.
  for (const { chunk } of noted) await setBits(db, chunk, now);
  return noted.length === CHUNKS_AT_ONCE;
}

/** In one transaction: others go on with the bits that were there, or without. */
async function makeAll(db: Database, now: Date): Promise<void> {
  await sql`delete from search_bitmaps_ready`.execute(db);
  await sql`delete from search_bitmaps`.execute(db);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id) / ${CHUNK}, 0)::int as last from properties`.execute(db);
  const last = rows[0]?.last ?? 0;
  for (let chunk = 0; chunk <= last; chunk += 1) await setBits(db, chunk, now);
  await sql`insert into search_bitmaps_ready (version) values (${BITMAP_VERSION})`.execute(db);
}

const NAMES = [...BITMAP_CONDITIONS.keys()];

/** One column of bits for each condition, as text until all places of a chunk are joined. */
const COLUMNS = sql.raw(
  [...BITMAP_CONDITIONS]
    .map(
      ([name, condition]) =>
        `string_agg(case when ${name === AVAILABLE_NAME ? 'p.id is not null' : condition} then '1' else '0' end, '' order by place)::bit(${CHUNK})`,
    )
    .join(', '),
);

async function setBits(db: Database, chunk: number, now: Date): Promise<void> {
  const first = chunk * CHUNK;
  await sql`
    insert into search_bitmaps (name, chunk, bits)
    select made.name, ${chunk}::int, made.bits
    from (
      select array[${COLUMNS}] as bits
      from (select place, ${now}::timestamptz as made_at from generate_series(0, ${CHUNK} - 1) place order by place) places
      left join properties p on p.id = ${first}::bigint + place and p.is_available
        and p.id >= ${first}::bigint and p.id < ${first + CHUNK}::bigint
    ) columns, unnest(${NAMES}::text[], columns.bits) as made (name, bits)
    on conflict (name, chunk) do update set bits = excluded.bits
    where search_bitmaps.bits <> excluded.bits`.execute(db);
}

/** Bits are set again at most so often, in milliseconds. */
const REFRESH_PAUSE_MS = 10_000;

/**
 * `refreshBitmaps`, but not more often than every ten seconds.
 *
 * @param now in milliseconds
 */
export function createRefreshBitmaps(db: Database, now: () => number): () => Promise<void> {
  let refreshedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - refreshedAtMs < REFRESH_PAUSE_MS) return;
    refreshedAtMs = now();
    await refreshBitmaps(db, new Date(now()));
  };
}
