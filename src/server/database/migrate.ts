/**
 * Migrates a database to the latest schema, with Kysely's migrator and plain SQL files, while other processes read and
 * write (decisions 007 and 018).
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { StartError } from '../errors/start-error.ts';
import { type Database, LOCK_NOT_AVAILABLE, NO_TIMEOUT_MARK } from './database.ts';
import { type MigrationFile, readMigrationFiles, splitStatements } from './migration-files.ts';

/**
 * The lock timeout of a migration. Queries queued behind the migration, including reads, wait at
 * most this long and run during the pause before the next attempt.
 */
const LOCK_TIMEOUT_MS = 300;
const PAUSE_MS = 1_000;
/** If a lock is held longer than this, an operator must intervene. */
const MAX_LOCK_WAIT_MS = 5 * 60_000;
/** How often a process checks whether another process has finished migrating. */
const MIGRATION_LOCK_POLL_MS = 100;

type Options = {
  /** A folder with other migrations, for tests. */
  folder?: string;
  /** Called before each retry, after a lock timeout or a deadlock. */
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
    await sql.raw(`${NO_TIMEOUT_MARK}${text}`).execute(db);
    return;
  }
  for (const statement of splitStatements(text)) {
    // While a concurrent index build waits, its lock blocks neither readers nor writers.
    await setLockTimeout(db, /\bconcurrently\b/i.test(statement) ? 0 : LOCK_TIMEOUT_MS, false);
    await sql.raw(`${NO_TIMEOUT_MARK}${statement}`).execute(db);
  }
}

async function setLockTimeout(db: Database, ms: number, isLocal: boolean): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${ms}ms`}, ${isLocal})`.execute(db);
}

/**
 * Migrates an empty database to the schema of an older release, to restore a backup from it.
 *
 * @param name a name from `readMigrations`
 */
export async function migrateTo(db: Database, name: string): Promise<void> {
  await migrate(db, {}, name);
}

/**
 * Runs missing migrations; only one process does so at a time. In an empty database, consecutive migrations share a
 * transaction where possible. In other databases, each has its own, unless it is marked to run outside a transaction.
 *
 * @returns the names of the migrations that ran; empty if the schema was current
 * @throws Error if a migration fails; StartError if the database was migrated by a newer release
 */
export async function migrateToLatest(db: Database, options: Options = {}): Promise<string[]> {
  return migrate(db, options);
}

async function migrate(db: Database, options: Options, last?: string): Promise<string[]> {
  try {
    const files = await readMigrationFiles(options.folder);
    const count =
      last === undefined ? files.length : 1 + files.findIndex(({ name }) => name === last);
    return await runMissing(db, files.slice(0, count), options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const ErrorClass = error instanceof StartError ? StartError : Error;
    throw new ErrorClass(`The database could not be migrated: ${reason}`, { cause: error });
  }
}

async function runMissing(
  db: Database,
  files: readonly MigrationFile[],
  options: Options,
): Promise<string[]> {
  if (findMissing(files, await readCompleted(db)).length === 0) return [];
  // Everything runs on one connection, which holds the migration lock.
  return db.connection().execute(async (connection) => {
    // The pool's timeout is meant for requests, not for index builds.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      await acquireLock(connection);
      const completed = await readCompleted(connection);
      const missing = findMissing(files, completed);
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
  files: readonly MigrationFile[],
  completed: readonly string[],
): MigrationFile[] {
  const unknownMigration = completed.find((name) => !files.some((file) => file.name === name));
  if (unknownMigration !== undefined)
    throw new StartError(`it was migrated by a newer release (${unknownMigration}).`);
  return files.filter(({ name }) => !completed.includes(name));
}

/**
 * Acquires the migration lock by polling. If it waited in the database instead, the other process's
 * `create index concurrently` would wait for this statement and deadlock.
 */
async function acquireLock(connection: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isAcquired: boolean }>`
      select pg_try_advisory_lock(hashtext('doorstep.migrations')) as "isAcquired"`.execute(
      connection,
    );
    if (rows[0]?.isAcquired) return;
    await sleep(MIGRATION_LOCK_POLL_MS);
  }
}

/**
 * Returns the last migration of each transaction. An empty database has no readers, so each transaction includes as
 * many migrations as possible.
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

/** Runs all missing migrations up to a file, and retries while locks are unavailable. */
async function runStep(
  connection: Database,
  { name, isOutsideTransaction }: MigrationFile,
  { folder, onRetry, pauseMs = PAUSE_MS }: Options,
): Promise<void> {
  const provider = { getMigrations: async () => readMigrations(folder) };
  const migrator = new Migrator({ db: connection, provider });
  const retryUntil = Date.now() + MAX_LOCK_WAIT_MS;
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
const LOCK_CONFLICTS = new Set([LOCK_NOT_AVAILABLE, '40P01']);

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');
