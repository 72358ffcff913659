/** The full-text indexes during a long import, and what one that was killed leaves of them (decision 006). */

import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../database/database.ts';

const SEARCH_INDEXES = ['properties_kinds_search', 'properties_all_search'];
/** Insufficient privilege, lock not available. */
const CANNOT_NOW = new Set(['42501', '55P03']);

/** Held, shared, by the connection of every import that has switched them; PostgreSQL gives up a killed one's. */
const GATHERING_LOCK = sql`hashtext('doorstep.gathering')`;

/**
 * Runs a long import with the full-text indexes gathering their entries and sorting them in together, which takes a
 * third of the time; searches look through what is gathered as well, which costs them some milliseconds. Where the
 * indexes cannot be switched now, the work is done all the same.
 *
 * @param db one connection
 */
export async function withGatheringIndexes<T>(db: Database, work: () => Promise<T>): Promise<T> {
  await sql`select pg_advisory_lock_shared(${GATHERING_LOCK})`.execute(db);
  try {
    const isSwitched = await switchGathering(db, 'on');
    try {
      return await work();
    } finally {
      if (isSwitched) await endGathering(db);
    }
  } finally {
    await sql`select pg_advisory_unlock_shared(${GATHERING_LOCK})`.execute(db);
  }
}

/**
 * Puts back what an import that was killed has left switched; changes nothing while one is at work.
 *
 * @returns whether there was something to put back, and it could be
 */
export async function endLeftGathering(db: Database): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    if (!(await isGathering(connection))) return false;
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_lock(${GATHERING_LOCK}) as "isMine"`.execute(connection);
    if (!rows[0]?.isMine) return false;
    try {
      return await endGathering(connection);
    } finally {
      await sql`select pg_advisory_unlock(${GATHERING_LOCK})`.execute(connection);
    }
  });
}

/** Whether one of the indexes gathers its entries now. */
async function isGathering(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class
    where oid = any(${SEARCH_INDEXES}::regclass[]) and reloptions @> '{fastupdate=on}'`.execute(db);
  return rows.length > 0;
}

/** @returns false when they cannot be switched now */
async function endGathering(db: Database): Promise<boolean> {
  if (!(await switchGathering(db, 'off'))) return false;
  for (const index of SEARCH_INDEXES) {
    await sql`select gin_clean_pending_list(${index}::regclass)`.execute(db);
  }
  return true;
}

/** Waits only briefly for statements that use the indexes, since others would have to wait behind it. */
async function switchGathering(db: Database, setting: 'on' | 'off'): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '2s'`.execute(transaction);
      for (const index of SEARCH_INDEXES) {
        await sql`alter index ${sql.id(index)} set (fastupdate = ${sql.raw(setting)})`.execute(
          transaction,
        );
      }
    });
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && CANNOT_NOW.has(error.code ?? '')) return false;
    throw error;
  }
}
