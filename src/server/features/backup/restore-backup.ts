/**
 * `npm run restore`: restores a backup into an empty installation while no server uses it
 * (docs/product/operations.md, Backup).
 */

import { createSecretKey } from 'node:crypto';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import type { Connection, Database } from '../../database/database.ts';
import { migrateTo, migrateToLatest, readMigrations } from '../../database/migrate.ts';
import { StartError } from '../../errors/start-error.ts';
import {
  type DataKey,
  fingerprintDataKey,
  readDataKey,
  writeDataKey,
} from '../../storage/data-key.ts';
import { isImageVariant } from '../../storage/image-keys.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import {
  checkFile,
  type ImageEntry,
  imageEntrySchema,
  type Manifest,
  readCompressed,
  readImage,
  readManifest,
} from './backup-files.ts';
import {
  analyze,
  clearTables,
  connectForCopy,
  countRows,
  deleteExcluded,
  isInUse,
  isServerRunning,
  listTables,
  lockTables,
  readMigration,
  restoreTriggers,
  type TableShape,
  writeSequences,
  writeTable,
} from './backup-repository.ts';

/**
 * Restores everything or nothing. The pictures come first because nothing references them yet. Then
 * all tables are restored in one transaction. A backup from an older release is restored to that
 * release's schema, which is then migrated.
 *
 * @param options.db the target database, which can be without tables
 * @param options.dataDir the folder to write the data key to, unless DATA_KEY is set
 * @param options.configuredDataKey the value of DATA_KEY
 * @throws StartError if the folder has no complete and undamaged backup of this or an older release, or the
 *   installation is in use, has a running server, has the tables of a newer release than the backup, or
 *   cannot decrypt the backup's secrets
 */
export async function restoreBackup(options: {
  db: Database;
  connection: Connection;
  images: ImageStore;
  dataDir: string;
  configuredDataKey: Buffer | undefined;
  folder: string;
  shutdownSignal: AbortSignal;
}): Promise<{ rows: number; images: number; createdAt: string }> {
  const { db, folder, shutdownSignal } = options;
  const manifest = await readManifest(folder);
  const client = await connectForCopy(options.connection);
  client.on('error', () => undefined);
  let rows: number;
  try {
    await requireRestorable(client, manifest);
    const dataKey = findDataKey(manifest, options);
    for (const { file } of manifest.tables) await checkFile(folder, file);
    await checkFile(folder, manifest.images.list);
    await migrateTo(db, manifest.migration);
    await restoreImages(options.images, manifest, folder, shutdownSignal);
    await client.query('begin');
    rows = await restoreTables(client, manifest, folder, shutdownSignal);
    await requireNoServer(client);
    // Writes the key before the commit so that the restored secrets can always be decrypted.
    if (dataKey !== undefined) writeDataKey(options.dataDir, dataKey);
    await client.query('commit');
    await migrateToLatest(db);
    await analyze(client);
  } finally {
    await client.end().catch(() => undefined);
  }
  return { rows, images: manifest.images.count, createdAt: manifest.createdAt };
}

async function requireRestorable(
  client: pg.Client,
  { migration, version }: Manifest,
): Promise<void> {
  await requireNoServer(client);
  if (!Object.hasOwn(await readMigrations(), migration)) {
    throw new StartError(
      `The backup was created by release ${version}, which is newer (${migration}): restore it with that release or a later one.`,
    );
  }
  const current = await readMigration(client);
  if (current === undefined) return;
  if (await isInUse(client)) throw installationInUseError();
  // The schema is older if an earlier restore was interrupted while it migrated.
  if (current > migration) {
    throw new StartError(
      `The backup has the schema ${migration}, but the database already has ${current}: restore into a new, empty database or DATA_DIR.`,
    );
  }
}

const installationInUseError = () =>
  new StartError('This installation is in use: a backup can only be restored into an empty one.');

/** Throws if a server is running: it would encrypt new secrets with the installation's former data key. */
async function requireNoServer(client: pg.Client): Promise<void> {
  if (await isServerRunning(client))
    throw new StartError(
      'A server is using this installation: stop it before you restore a backup.',
    );
}

/**
 * Returns the backup's key if it must be written to the data folder; undefined if the installation
 * already has it, or if the backup does not identify its key.
 *
 * @throws StartError if the installation has no key or another one, which cannot decrypt the secrets
 */
function findDataKey(
  { dataKeyFingerprint }: Manifest,
  options: { folder: string; dataDir: string; configuredDataKey: Buffer | undefined },
): DataKey | undefined {
  const includedKey = readDataKey(options.folder);
  const { configuredDataKey } = options;
  if (includedKey !== undefined && configuredDataKey === undefined) return includedKey;
  const fingerprint = includedKey ? fingerprintDataKey(includedKey) : dataKeyFingerprint;
  // Backups of older releases have no fingerprint.
  if (fingerprint === null) return undefined;
  const ownKey = configuredDataKey
    ? createSecretKey(configuredDataKey)
    : readDataKey(options.dataDir);
  if (ownKey === undefined || fingerprintDataKey(ownKey) !== fingerprint) {
    const location = includedKey
      ? 'which is in its file data-key'
      : 'which was set as DATA_KEY when the backup was made';
    throw new StartError(
      `DATA_KEY is not set or differs from the backup’s key, ${location}: nothing was restored.`,
    );
  }
  return undefined;
}

/** @returns the number of restored rows */
async function restoreTables(
  client: pg.Client,
  manifest: Manifest,
  folder: string,
  shutdownSignal: AbortSignal,
): Promise<number> {
  let restoredRows = 0;
  const tables = await listTables(client);
  requireSameShape(manifest.tables, tables);
  await lockTables(client, tables);
  // The installation may have been used before its tables were locked.
  if (await isInUse(client)) throw installationInUseError();
  await clearTables(client, tables);
  for (const { file, rows, ...table } of manifest.tables) {
    shutdownSignal.throwIfAborted();
    await writeTable(client, table, readCompressed(folder, file));
    if ((await countRows(client, table)) !== rows) {
      throw new StartError(`The backup is damaged: ${table.name} has a different number of rows.`);
    }
    restoredRows += rows - (await deleteExcluded(client, table));
  }
  await writeSequences(client, manifest.sequences);
  await restoreTriggers(client, tables);
  return restoredRows;
}

/**
 * Throws if the tables differ although both databases ran the same migrations, that is, if a released
 * migration was edited.
 */
function requireSameShape(saved: readonly TableShape[], current: readonly TableShape[]): void {
  const describe = (tables: readonly TableShape[]) =>
    tables
      .map(({ name, columns }) => `${name}(${columns.toSorted().join()})`)
      .toSorted()
      .join(' ');
  if (describe(saved) !== describe(current)) {
    throw new StartError('The backup’s tables differ from this database’s: nothing was restored.');
  }
}

async function restoreImages(
  store: ImageStore,
  manifest: Manifest,
  folder: string,
  shutdownSignal: AbortSignal,
): Promise<void> {
  let current: ImageEntry[] = [];
  const lines = createInterface({ input: readCompressed(folder, manifest.images.list) });
  for await (const line of lines) {
    shutdownSignal.throwIfAborted();
    const entry = toImageEntry(line);
    // The files of a picture are consecutive.
    if (current[0] !== undefined && current[0].key !== entry.key) {
      await restoreImage(store, current, folder);
      current = [];
    }
    current.push(entry);
  }
  await restoreImage(store, current, folder);
}

function toImageEntry(line: string): ImageEntry {
  const { variant, ...entry } = imageEntrySchema.parse(JSON.parse(line));
  if (!isImageVariant(variant)) throw new StartError(`Unknown picture variant: ${variant}.`);
  return { ...entry, variant };
}

async function restoreImage(store: ImageStore, entries: readonly ImageEntry[], folder: string) {
  const [first] = entries;
  if (first === undefined) return;
  const files = new Map<ImageEntry['variant'], Uint8Array>();
  for (const entry of entries) files.set(entry.variant, await readImage(folder, entry));
  const existing = await store.open(first.key, 'full');
  existing?.stream.destroy();
  // The picture exists if an earlier restore failed, or if only the database was lost.
  if (existing === null) await store.put(first.key, files);
}
