/** Sets the bits of listings that changed. */

import { sql } from 'kysely';
import { type CostRates, DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { type Database, inTransaction } from '../../../../database/database.ts';
import { bitmapVersion, CHUNK } from './bitmap-statements.ts';
import { chooseTerms, readTerms } from './bitmap-terms.ts';
import { setBits, setTermBits } from './set-bits.ts';

/** With fewer available listings than this, looking at each of them is fast enough. */
const LISTINGS_LEAST = 3_000;

/** Chunks whose bits are set in one transaction. */
const CHUNKS_AT_ONCE = 4;

/** Any number that is no other lock's. */
const LOCK = 731_027;

/** Terms that there are bits of at most: those that were frequent once keep theirs. */
const TERMS_MOST = 1_500;

/**
 * Sets the bits again of all listings that changed, unless another process does it just now; makes all of them where
 * there are none and listings enough. Terms that have become frequent get theirs.
 *
 * @param db the primary
 * @param now for conditions that depend on it
 * @param listingsLeast for tests
 * @param rates the installation's
 */
export async function refreshBitmaps(
  db: Database,
  now: Date,
  listingsLeast = LISTINGS_LEAST,
  rates = DEFAULT_COST_RATES,
): Promise<void> {
  await refreshChanged(db, { now, rates, listingsLeast });
  await inTransaction(db, null, async (tx) => addTerms(tx, rates));
}

/** What bits are made by, and from how many listings on. */
type Making = { now: Date; rates: CostRates; listingsLeast: number };

async function refreshChanged(db: Database, making: Making): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await inTransaction(db, null, async (tx) => refreshSome(tx, making));
}

/** @returns whether there is more to do */
async function refreshSome(db: Database, making: Making): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean; isReady: boolean; listings: number }>`
    select pg_try_advisory_xact_lock(${LOCK}) as "isFree",
      exists (select from search_bitmaps_ready where version = ${bitmapVersion(making.rates)}) as "isReady",
      (select coalesce(sum(listing_count), 0)::int from property_totals where is_available) as listings`.execute(
    db,
  );
  const [state] = rows;
  if (state === undefined || !state.isFree) return false;
  if (!state.isReady) {
    // Nobody goes by bits that are not complete, and what changed until then is in them.
    await sql`delete from search_bitmap_changes`.execute(db);
    if (state.listings >= making.listingsLeast) await makeAll(db, making);
    return false;
  }
  const { rows: noted } = await sql<{ chunk: number; places: number[] }>`
    with noted as (
      select distinct (property_id / ${CHUNK})::int as chunk from search_bitmap_changes limit ${CHUNKS_AT_ONCE}
    ),
    gone as (
      delete from search_bitmap_changes c using noted n
      where c.property_id >= n.chunk::bigint * ${CHUNK} and c.property_id < (n.chunk + 1)::bigint * ${CHUNK}
      returning n.chunk, (c.property_id % ${CHUNK})::int as place
    )
    select chunk, array_agg(distinct place) as places from gone group by chunk`.execute(db);
  // What is committed between these statements and the one above is noted again, and its note stays.
  const terms = [...(await readTerms(db))];
  for (const { chunk, places } of noted) {
    await setBits(db, { chunk, places }, making);
    await setTermBits(db, { chunk, places }, terms);
  }
  return noted.length === CHUNKS_AT_ONCE;
}

const lastChunk = async (db: Database) => {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id) / ${CHUNK}, 0)::int as last from properties`.execute(db);
  return rows[0]?.last ?? 0;
};

/** In one transaction: others go on with the bits that were there, or without. */
async function makeAll(db: Database, making: Making): Promise<void> {
  await sql`delete from search_bitmaps_ready`.execute(db);
  await sql`delete from search_bitmaps`.execute(db);
  await sql`delete from search_bitmap_terms`.execute(db);
  const terms = await chooseTerms(db);
  const last = await lastChunk(db);
  for (let chunk = 0; chunk <= last; chunk += 1) {
    await setBits(db, { chunk }, making);
    await setTermBits(db, { chunk }, terms);
  }
  await nameTerms(db, terms);
  // Else the planner takes chunks and changes for thousands, until the database gets round to them, and sorts what it
  // could look up.
  await sql`analyze search_bitmaps, search_bitmap_changes`.execute(db);
  await sql`insert into search_bitmaps_ready (version) values (${bitmapVersion(making.rates)})`.execute(
    db,
  );
}

/** Does nothing while another process sets bits, or where there are none. */
async function addTerms(db: Database, rates: CostRates): Promise<void> {
  const { rows } = await sql<{ isFree: boolean; isReady: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}) as "isFree",
      exists (select from search_bitmaps_ready where version = ${bitmapVersion(rates)}) as "isReady"`.execute(
    db,
  );
  const [state] = rows;
  if (state === undefined || !state.isFree || !state.isReady) return;
  const known = await readTerms(db);
  const missing = (await chooseTerms(db)).filter((name) => !known.has(name));
  if (missing.length === 0 || known.size + missing.length > TERMS_MOST) return;
  const last = await lastChunk(db);
  // Listings that change meanwhile are noted, and their notes stay.
  for (let chunk = 0; chunk <= last; chunk += 1) await setTermBits(db, { chunk }, missing);
  await nameTerms(db, missing);
}

const nameTerms = async (db: Database, names: readonly string[]) =>
  sql`insert into search_bitmap_terms (name) select unnest(${names}::text[])`.execute(db);

/** Bits are set again at most so often, in milliseconds. */
const REFRESH_PAUSE_MS = 10_000;

/** Terms become frequent slowly: they are looked for at most so often, in milliseconds. */
const TERMS_PAUSE_MS = 60 * 60_000;

/**
 * `refreshBitmaps`, but not more often than every ten seconds, and for terms every hour.
 *
 * @param options.now in milliseconds
 * @param options.costRates the installation's
 */
export function createRefreshBitmaps(
  db: Database,
  options: { now: () => number; costRates?: CostRates },
): () => Promise<void> {
  const { now, costRates: rates = DEFAULT_COST_RATES } = options;
  let refreshedAtMs = Number.NEGATIVE_INFINITY;
  let lookedForTermsAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - refreshedAtMs < REFRESH_PAUSE_MS) return;
    refreshedAtMs = now();
    await refreshChanged(db, { now: new Date(now()), rates, listingsLeast: LISTINGS_LEAST });
    if (now() - lookedForTermsAtMs < TERMS_PAUSE_MS) return;
    lookedForTermsAtMs = now();
    await inTransaction(db, null, async (tx) => addTerms(tx, rates));
  };
}
