/**
 * The files of a backup: `manifest.json`, `tables/<table>.copy.gz`, `images.jsonl.gz`, and
 * `images/…`. The file `data-key` is read and written in `storage/data-key.ts`.
 */

import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { ignoreMissing } from '../../storage/disk-image-store.ts';
import { imageFileName, type ImageVariant, isStoredKey } from '../../storage/image-keys.ts';
import { StartError } from '../../errors/start-error.ts';

const FORMAT = 1;
const MANIFEST = 'manifest.json';
/** Lists the files of all pictures with their checksums, one line of JSON each. */
export const IMAGE_LIST = 'images.jsonl.gz';

const fileSchema = z.object({ path: z.string(), sizeBytes: z.number(), sha256: z.string() });

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** The version of Doorstep that created the backup. */
  version: z.string(),
  /** The newest migration that had run. */
  migration: z.string(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      file: fileSchema,
    }),
  ),
  sequences: z.array(
    z.object({
      table: z.string(),
      column: z.string(),
      lastValue: z.string(),
      isCalled: z.boolean(),
    }),
  ),
  images: z.object({ count: z.number(), sizeBytes: z.number(), list: fileSchema }),
  /** Identifies the key that encrypts the secrets in the tables; absent in backups of older releases. */
  dataKeyFingerprint: z.string().nullable().default(null),
});

/**
 * Describes the content of a backup. Written last, so a folder without a manifest is an incomplete
 * backup.
 */
export type Manifest = z.infer<typeof manifestSchema>;

/** A file of the backup, with its path relative to the folder. */
export type BackupFile = z.infer<typeof fileSchema>;

/** One file of one picture. */
export const imageEntrySchema = z.object({
  key: z.string().refine(isStoredKey),
  variant: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
});
export type ImageEntry = Omit<z.infer<typeof imageEntrySchema>, 'variant'> & {
  variant: ImageVariant;
};

/**
 * Creates a folder, or uses an existing one that is empty, and makes it accessible only to the
 * current user.
 *
 * @throws StartError if the folder is not empty, or cannot be created
 */
export async function makeBackupFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0) {
      throw new StartError(`${folder} is not empty: choose another folder for the backup.`);
    }
    await chmod(folder, 0o700);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${folder} cannot be created: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Creates a pass-through stream that computes the size and checksum of its data. */
function createMeter(): { stream: Transform; result: () => Omit<BackupFile, 'path'> } {
  const hash: Hash = createHash('sha256');
  let sizeBytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ sizeBytes, sha256: hash.digest('hex') }) };
}

/** Writes a file and flushes it to disk. */
async function writeStream(file: string, source: Readable, ...through: Transform[]) {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const meter = createMeter();
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline([source, ...through, meter.stream, target]);
  return meter.result();
}

/** Writes a compressed file. */
export async function writeCompressed(
  folder: string,
  name: string,
  source: Readable,
): Promise<BackupFile> {
  const digest = await writeStream(path.join(folder, name), source, createGzip({ level: 4 }));
  return { path: name, ...digest };
}

/** Writes one file of a picture. */
export async function writeImage(
  folder: string,
  key: string,
  variant: ImageVariant,
  source: Readable,
): Promise<ImageEntry> {
  return { key, variant, ...(await writeStream(imageFile(folder, key, variant), source)) };
}

function imageFile(folder: string, key: string, variant: ImageVariant): string {
  return path.join(folder, 'images', key.slice(0, 2), key, imageFileName(variant));
}

/**
 * Reads one file of a picture.
 *
 * @throws StartError if it is missing or does not match its checksum
 */
export async function readImage(folder: string, entry: ImageEntry): Promise<Uint8Array> {
  const file = imageFile(folder, entry.key, entry.variant);
  const data = await readFile(file).catch(ignoreMissing);
  if (!data || createHash('sha256').update(data).digest('hex') !== entry.sha256)
    throw damagedFileError(file);
  return data;
}

/** Reads and decompresses a file. Call `checkFile` first. */
export function readCompressed(folder: string, file: BackupFile): Readable {
  const source = createReadStream(path.join(folder, file.path));
  const gunzip = createGunzip();
  source.once('error', (error) => gunzip.destroy(error));
  return source.pipe(gunzip);
}

/** @throws StartError if a file is missing or does not match its checksum */
export async function checkFile(folder: string, { path: name, ...digest }: BackupFile) {
  const file = path.join(folder, name);
  const meter = createMeter();
  try {
    await pipeline(createReadStream(file), meter.stream.resume());
  } catch {
    throw damagedFileError(file);
  }
  if (meter.result().sha256 !== digest.sha256) throw damagedFileError(file);
}

const damagedFileError = (file: string) =>
  new StartError(
    `The backup is damaged: ${file} is missing or does not match its checksum. Nothing was restored.`,
  );

/** Writes the manifest, which completes the backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const file = path.join(folder, MANIFEST);
  await writeFile(`${file}.unfinished`, text, { mode: 0o600, flush: true });
  await rename(`${file}.unfinished`, file);
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws StartError if the backup is incomplete, or this release cannot read it */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new StartError(`${folder} does not contain a complete backup.`);
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new StartError(`${folder} does not contain a backup that this release can read.`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
