/** Opens the installation that every command uses: its data folder, data key, database, and picture store. */

import path from 'node:path';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { checkDatabaseServer } from '../database/check-server.ts';
import { type Connection, type Database, openServerDatabase } from '../database/database.ts';
import { resolveDataDir } from '../database/embedded/data-dir.ts';
import { startEmbeddedDatabase } from '../database/embedded/embedded-database.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { migrateQueue } from '../jobs/queue-schema.ts';
import { withDemoImages } from '../storage/demo-image-store.ts';
import { createDiskImageStore } from '../storage/disk-image-store.ts';
import { type DataKey, readOrCreateDataKey } from '../storage/data-key.ts';
import type { ImageStore } from '../storage/image-store.ts';

/** The root folder of the project. */
export const PROJECT_FOLDER = path.join(import.meta.dirname, '../../..');

/** For statements outside of transactions (4), transactions (8), jobs and emails (13), worker locks, health checks, and change notifications. */
const CONNECTIONS_PER_PROCESS = 28;

/** An open installation. */
export type Installation = {
  /** An absolute path. */
  dataDir: string;
  /** The database's connection settings, for connections outside the pool. */
  connection: Connection;
  db: Database;
  /** Connections for statements outside of transactions. */
  pool: pg.Pool;
  transactionPool: pg.Pool;
  images: ImageStore;
  /** Encrypts the secrets in the database. */
  dataKey: DataKey;
  /** Closes the pools and releases the embedded server, which stops unless another process uses it. */
  close: () => Promise<void>;
};

/**
 * Reads or creates the data key, opens or starts the database, migrates it, and opens the picture store.
 *
 * @param log receives messages for the operator, one line each
 * @param options.migrate false skips migrations: for backups, restores, and workers
 * @param options.checkServer false continues even if the server in DATABASE_URL is down
 * @throws StartError for problems that the operator can fix
 */
export async function openInstallation(
  config: Config,
  log: (line: string) => void,
  { migrate = true, checkServer = true } = {},
): Promise<Installation> {
  const dataDir = resolveDataDir({
    projectDir: PROJECT_FOLDER,
    configured: config.dataDir,
    hasEmbeddedDatabase: config.databaseUrl === undefined,
  });
  if (dataDir.isRelocated) log(`Data is stored in ${dataDir.path}`);

  const dataKey = readOrCreateDataKey(dataDir.path, config.dataKey);
  const s3 = config.s3 && (await openS3(config.s3));
  await s3?.check();
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedDatabase({
          dataDir: dataDir.path,
          log,
          maxConnections: Math.max(60, config.webConcurrency * CONNECTIONS_PER_PROCESS + 20),
        })
      : undefined;
  const connection = config.databaseUrl ?? embedded?.connection ?? '';
  const { db, pool, transactionPool, close: closeDatabase } = openServerDatabase(connection);
  const close = async () => {
    s3?.close();
    await closeDatabase();
    await embedded?.stop();
  };
  try {
    if (config.databaseUrl !== undefined && checkServer) await checkDatabaseServer(pool);
    const migrated = migrate ? await migrateToLatest(db, { onRetry: logOnce(log) }) : [];
    if (migrated.length > 0) log(`Database migrated to ${migrated.at(-1) ?? ''}`);
    if (migrate) await migrateQueue(db, pool);
  } catch (error) {
    await close();
    throw error;
  }
  const images = withDemoImages(s3 ?? createDiskImageStore(path.join(dataDir.path, 'images')), {
    picturesFolder: path.join(PROJECT_FOLDER, 'demo/images'),
    cacheFolder: path.join(dataDir.path, 'cache/demo-images'),
  });
  return { dataDir: dataDir.path, connection, db, pool, transactionPool, images, dataKey, close };
}

/** Logs only the first wait of each migration. */
function logOnce(log: (line: string) => void): (migration: string) => void {
  const loggedMigrations = new Set<string>();
  return (migration) => {
    if (!loggedMigrations.has(migration)) log(`${migration} is waiting for a lock on its table`);
    loggedMigrations.add(migration);
  };
}

/** Loads the AWS SDK on demand: it is large, and most installations store pictures on disk. */
async function openS3(config: NonNullable<Config['s3']>) {
  const { createS3ImageStore } = await import('../storage/s3-image-store.ts');
  return createS3ImageStore(config);
}
