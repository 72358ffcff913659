/** The queue's tables, which the library creates itself, in a separate schema. */

import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { StartError } from '../errors/start-error.ts';
import { readQueueSchema } from './job-repository.ts';

/** The newest migration of the library in this release; the tests compare it with the library's own. */
export const QUEUE_SCHEMA = 20;

/**
 * Migrates the queue's tables to this release. The library is large and only loaded if something is missing.
 *
 * @returns whether anything was missing
 * @throws StartError if the database's role cannot create a schema
 */
export async function migrateQueue(db: Database, pool: pg.Pool): Promise<boolean> {
  if ((await readQueueSchema(db)) >= QUEUE_SCHEMA) return false;
  const { Logger, runMigrations } = await import('graphile-worker');
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') {
      throw new StartError(
        'The database could not be migrated: its role may not create the schema of the background work. Run "grant create on database … to …" once.',
      );
    }
    throw error;
  }
  return true;
}
