/**
 * `npm run backup`: takes a snapshot of the database and pictures while the server runs
 * (docs/product/operations.md, Backup).
 */

import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Connection } from '../../database/database.ts';
import { StartError } from '../../errors/start-error.ts';
import { IMAGE_VARIANTS, isStoredKey } from '../../storage/image-keys.ts';
import { type DataKey, fingerprintDataKey, writeDataKey } from '../../storage/data-key.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import {
  type ImageEntry,
  IMAGE_LIST,
  makeBackupFolder,
  type Manifest,
  writeCompressed,
  writeImage,
  writeManifest,
} from './backup-files.ts';
import {
  beginSnapshot,
  connectForCopy,
  countIncluded,
  blockFileRemoval,
  isBlockingFileRemoval,
  listImageKeys,
  listTables,
  readMigration,
  readSequences,
  readTable,
} from './backup-repository.ts';

/** The number of copied rows and pictures, and the keys of pictures missing from the store. */
export type BackupSummary = { rows: number; images: number; missing: string[] };

/**
 * Copies the database in one transaction, then its pictures. No picture is removed from the store
 * until the backup ends. Demo pictures are part of the release and are not copied.
 *
 * @param options.folder absolute; created if missing
 * @throws StartError if the folder is not empty or cannot be created, the database is empty, or the
 *   connection to it is lost
 */
export async function makeBackup(options: {
  connection: Connection;
  images: ImageStore;
  dataKey: DataKey;
  /** Whether to write the key to the backup; false if it is set in the environment. */
  includesDataKey: boolean;
  folder: string;
  version: string;
  now: Date;
  shutdownSignal: AbortSignal;
}): Promise<BackupSummary> {
  const { folder, images, shutdownSignal } = options;
  const client = await connectForCopy(options.connection);
  // The next query on the connection rejects with the error.
  client.on('error', () => undefined);
  try {
    await blockFileRemoval(client);
    await beginSnapshot(client);
    const migration = await readMigration(client);
    if (migration === undefined)
      throw new StartError('The database is empty: there is nothing to back up.');
    await makeBackupFolder(folder);
    if (options.includesDataKey) writeDataKey(folder, options.dataKey);
    const tables = await copyTables(client, folder, shutdownSignal);
    const sequences = await readSequences(client, tables);
    const keys = await listImageKeys(client, tables);
    await client.query('commit');

    const copiedImages = await copyImages(images, keys.filter(isStoredKey), folder, shutdownSignal);
    if (!(await isBlockingFileRemoval(client))) {
      throw new StartError('The connection to the database was lost: the backup is incomplete.');
    }
    await writeManifest(folder, {
      format: 1,
      createdAt: options.now.toISOString(),
      version: options.version,
      migration,
      tables,
      sequences,
      images: copiedImages.summary,
      dataKeyFingerprint: fingerprintDataKey(options.dataKey),
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, images: copiedImages.summary.count, missing: copiedImages.missing };
  } finally {
    // Releases the lock and, after an error, rolls back the transaction.
    await client.end().catch(() => undefined);
  }
}

async function copyTables(
  client: pg.Client,
  folder: string,
  shutdownSignal: AbortSignal,
): Promise<Manifest['tables']> {
  const copiedTables: Manifest['tables'] = [];
  for (const table of await listTables(client)) {
    shutdownSignal.throwIfAborted();
    const rows = await countIncluded(client, table);
    const source = readTable(client, table);
    const file = await writeCompressed(folder, `tables/${table.name}.copy.gz`, source);
    copiedTables.push({ ...table, rows, file });
  }
  return copiedTables;
}

async function copyImages(
  store: ImageStore,
  keys: readonly string[],
  folder: string,
  shutdownSignal: AbortSignal,
): Promise<{ summary: Manifest['images']; missing: string[] }> {
  const missing: string[] = [];
  const summary = { count: 0, sizeBytes: 0 };
  async function* describeCopies(): AsyncGenerator<string> {
    for (const key of keys) {
      shutdownSignal.throwIfAborted();
      const entries = await copyImage(store, key, folder);
      if (entries.length === 0) missing.push(key);
      else summary.count += 1;
      for (const entry of entries) {
        summary.sizeBytes += entry.sizeBytes;
        yield `${JSON.stringify(entry)}\n`;
      }
    }
  }
  const list = await writeCompressed(folder, IMAGE_LIST, Readable.from(describeCopies()));
  return { summary: { ...summary, list }, missing };
}

async function copyImage(store: ImageStore, key: string, folder: string): Promise<ImageEntry[]> {
  const entries: ImageEntry[] = [];
  for (const variant of IMAGE_VARIANTS) {
    const image = await store.open(key, variant);
    if (image !== null) entries.push(await writeImage(folder, key, variant, image.stream));
    // If the full-size variant is missing, the others are, too.
    else if (variant === 'full') break;
  }
  return entries;
}
