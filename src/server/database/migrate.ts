/** Brings a database to the newest schema: plain SQL files in order, run by Kysely's migrator under its lock. */

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

const MIGRATIONS_FOLDER = path.join(import.meta.dirname, '../../../db/migrations');

/** The migrations of this release by name, e.g. `0001_initial`, in order. */
export async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(MIGRATIONS_FOLDER))
    .filter((file) => file.endsWith('.sql'))
    .toSorted();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(path.join(MIGRATIONS_FOLDER, file), 'utf8');
    return [
      path.basename(file, '.sql'),
      {
        up: async (db) => {
          // Within the migrator's transaction: the pool's limit is for requests, not for building an index.
          await sql`set local statement_timeout = 0`.execute(db);
          await sql.raw(text).execute(db);
        },
      },
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Brings an empty database to an older schema, for a backup of that time.
 *
 * @param name of one of `readMigrations`
 */
export async function migrateTo(db: Database, name: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error } = await migrator.migrateTo(name);
  if (error !== undefined)
    throw new Error(`The database could not be brought to ${name}`, { cause: error });
}

/**
 * Runs what is missing, all or nothing, one process at a time.
 *
 * @returns the names of the migrations that ran; empty when the schema was current
 * @throws Error when one fails, or when the database is of a newer release than this one
 */
export async function migrateToLatest(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new Error(
      `The database could not be migrated: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
  return (results ?? [])
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName);
}
