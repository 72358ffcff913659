/**
 * Migrates a database to the newest schema: plain SQL files in order, run by Kysely's migrator alongside concurrent
 * readers (decisions 007 and 018).
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { StartError } from '../errors/start-error.ts';
import { type Database, UNHURRIED_MARK } from './database.ts';
import { type MigrationFile, readMigrationFiles, splitStatements } from './migration-files.ts';

/**
 * The lock timeout of a migration: queries queued behind it, including readers, wait just as long. After it, the
 * migration retries after a pause that lets them through.
 */
const LOCK_TIMEOUT_MS = 300;
const PAUSE_MS = 1_000;
/** After this long, an operator has to deal with the holder of the lock. */
const PATIENCE_MS = 5 * 60_000;
/** The interval at which a process checks whether the migrating one is done. */
const TURN_POLL_MS = 100;

type Options = {
  /** Other migrations than this release's, for tests. */
  folder?: string;
  /** Called whenever a lock was not available in time. */
  onRetry?: (migration: string) => void;
  pauseMs?: number;
};

/** Returns the migrations of this release by name, e.g. `0001_initial`, in order. */
export async function readMigrations(folder?: string): Promise<Record<string, Migration>> {
  const files = await readMigrationFiles(folder);
  return Object.fromEntries(files.map((file) => [file.name, { up: async (db) => run(db, file) }]));
}

async function run(db: Database, { text, isOutsideTransaction }: MigrationFile): Promise<void> {
  if (!isOutsideTransaction) {
    await setLockTimeout(db, LOCK_TIMEOUT_MS, true);
    await sql.raw(`${UNHURRIED_MARK}${text}`).execute(db);
    return;
  }
  for (const statement of splitStatements(text)) {
    // Concurrent index builds wait with a lock that blocks neither readers nor writers.
    await setLockTimeout(db, /\bconcurrently\b/i.test(statement) ? 0 : LOCK_TIMEOUT_MS, false);
    await sql.raw(`${UNHURRIED_MARK}${statement}`).execute(db);
  }
}

async function setLockTimeout(db: Database, ms: number, isLocal: boolean): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${ms}ms`}, ${isLocal})`.execute(db);
}

/**
 * Migrates an empty database to an older schema, to restore a backup of that release.
 *
 * @param name a name from `readMigrations`
 */
export async function migrateTo(db: Database, name: string): Promise<void> {
  await migrate(db, {}, name);
}

/**
 * Runs missing migrations, one process at a time. An empty database is migrated in one transaction as far as possible,
 * any other one migration at a time.
 *
 * @returns the names of the migrations that ran; empty when the schema was current
 * @throws Error if one fails; StartError if the database is of a newer release
 */
export async function migrateToLatest(db: Database, options: Options = {}): Promise<string[]> {
  return migrate(db, options);
}

async function migrate(db: Database, options: Options, last?: string): Promise<string[]> {
  try {
    const files = await readMigrationFiles(options.folder);
    const end =
      last === undefined ? files.length : 1 + files.findIndex(({ name }) => name === last);
    return await runMissing(db, files.slice(0, end), options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const Kind = error instanceof StartError ? StartError : Error;
    throw new Kind(`The database could not be migrated: ${reason}`, { cause: error });
  }
}

async function runMissing(
  db: Database,
  wanted: readonly MigrationFile[],
  options: Options,
): Promise<string[]> {
  if (findMissing(wanted, await readCompleted(db)).length === 0) return [];
  // All on one connection, which holds the migration lock.
  return db.connection().execute(async (connection) => {
    // The pool's timeout is for requests, not for building an index.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      await acquireLock(connection);
      const completed = await readCompleted(connection);
      const missing = findMissing(wanted, completed);
      for (const step of toSteps(missing, { isEmpty: completed.length === 0 }))
        await runStep(connection, step, options);
      return missing.map(({ name }) => name);
    } finally {
      await sql`select pg_advisory_unlock_all()`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

/** Returns the names of completed migrations, in order. */
async function readCompleted(db: Database): Promise<string[]> {
  try {
    const { rows } = await sql<{
      name: string;
    }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/** Returns the missing migrations. @throws StartError if the database has migrations unknown to this release */
function findMissing(
  wanted: readonly MigrationFile[],
  completed: readonly string[],
): MigrationFile[] {
  const unknown = completed.find((name) => !wanted.some((file) => file.name === name));
  if (unknown !== undefined)
    throw new StartError(`it was migrated by a newer release (${unknown}).`);
  return wanted.filter(({ name }) => !completed.includes(name));
}

/**
 * Waits for the migration lock by polling: `create index concurrently` of the other process would wait for a statement
 * that waits in the database.
 */
async function acquireLock(connection: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_lock(hashtext('doorstep.migrations')) as "isMine"`.execute(connection);
    if (rows[0]?.isMine) return;
    await sleep(TURN_POLL_MS);
  }
}

/**
 * Groups migrations into transactions. An empty database has no readers, so one transaction runs as much as possible.
 */
function toSteps(
  missing: readonly MigrationFile[],
  { isEmpty }: { isEmpty: boolean },
): MigrationFile[] {
  return missing.filter((file, index) => {
    const next = missing[index + 1];
    const isMergedWithNext =
      isEmpty && next !== undefined && !file.isOutsideTransaction && !next.isOutsideTransaction;
    return !isMergedWithNext;
  });
}

/** Runs everything up to a file, retrying while locks are not available. */
async function runStep(
  connection: Database,
  { name, isOutsideTransaction }: MigrationFile,
  { folder, onRetry, pauseMs = PAUSE_MS }: Options,
): Promise<void> {
  const provider = { getMigrations: async () => readMigrations(folder) };
  const migrator = new Migrator({ db: connection, provider });
  const retryUntil = Date.now() + PATIENCE_MS;
  for (;;) {
    const { error } = await migrator.migrateTo(name, { disableTransactions: isOutsideTransaction });
    if (error === undefined) return;
    if (!LOCK_CONFLICTS.has(codeOf(error)) || Date.now() > retryUntil) throw error;
    onRetry?.(name);
    await sleep(pauseMs);
  }
}

const UNDEFINED_TABLE = '42P01';
/** Lock timeout and deadlock. */
const LOCK_CONFLICTS = new Set(['55P03', '40P01']);

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');
