/** Migrates the queue's tables, which the library creates in a separate schema. */

import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { StartError } from '../errors/start-error.ts';
import { readQueueSchema } from './job-repository.ts';

/** The number of the library's latest migration; a test compares it with the library. */
export const QUEUE_SCHEMA_VERSION = 20;

/**
 * Runs the library's missing migrations. The library is large, so it is loaded only if there are any.
 *
 * @returns whether any migrations ran
 * @throws StartError if the database's role cannot create a schema
 */
export async function migrateQueue(db: Database, pool: pg.Pool): Promise<boolean> {
  if ((await readQueueSchema(db)) >= QUEUE_SCHEMA_VERSION) return false;
  const { Logger, runMigrations } = await import('graphile-worker');
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') {
      throw new StartError(
        'The database could not be migrated: its role is not allowed to create the schema for background work. Run "grant create on database … to …" once.',
      );
    }
    throw error;
  }
  return true;
}
