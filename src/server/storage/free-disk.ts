/** Checks the free disk space so that new data does not fill the database's disk. */

import { mkdir, statfs } from 'node:fs/promises';
import { StartError } from '../errors/start-error.ts';

/** Below this, uploads, imports, syncs, and webhook messages stop to leave disk space for the database. */
const MIN_FREE_BYTES = 1024 ** 3;

/** Returns the free bytes of a folder's disk. */
export type FreeBytes = (folder: string) => Promise<number>;

/** Returns the file system's free bytes that this process's OS account can use. */
async function readFreeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @param freeBytes asks the operating system if absent */
export async function hasFreeDisk(
  folder: string,
  freeBytes: FreeBytes = readFreeBytes,
): Promise<boolean> {
  return (await freeBytes(folder)) >= MIN_FREE_BYTES;
}

/** @throws StartError if the disk is almost full */
export async function requireFreeDisk(folder: string, freeBytes?: FreeBytes): Promise<void> {
  if (await hasFreeDisk(folder, freeBytes)) return;
  throw new StartError(
    'The server has less than 1 GB of free disk space. Listings that were already imported are kept.',
  );
}
