/** Stores pictures as files: `<folder>/<first two characters of the key>/<key>/<variant>.webp`. */

import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { imageFileName, isStoredKey, type ImageVariant } from './image-keys.ts';
import type { ImageFiles, ImageStore } from './image-store.ts';

const BATCH_SIZE = 500;
/**
 * The subfolder for pictures being written. It is on the same file system as the stored pictures so
 * that renames are atomic.
 */
const UNFINISHED = 'unfinished';

/**
 * Creates a store in a folder, which is created when the first picture is stored. Any number of processes can share it.
 *
 * @param folder the absolute path of a folder that contains no other files
 */
export function createDiskImageStore(folder: string): ImageStore {
  const shardFolder = (key: string) => path.join(folder, key.slice(0, 2));
  const keyFolder = (key: string) => path.join(shardFolder(key), checkKey(key));

  /** Writes and syncs the files in a temporary folder, and then renames it into place atomically. */
  async function put(key: string, files: ImageFiles): Promise<void> {
    const target = keyFolder(key);
    const tempFolder = path.join(folder, UNFINISHED, key);
    await mkdir(tempFolder, { recursive: true });
    try {
      for (const [variant, data] of files) {
        await writeSynced(path.join(tempFolder, imageFileName(variant)), data);
      }
      await syncFolder(tempFolder);
      await mkdir(shardFolder(key), { recursive: true });
      await rename(tempFolder, target);
      await syncFolder(shardFolder(key));
      await syncFolder(folder);
    } catch (error) {
      await rm(tempFolder, { recursive: true, force: true });
      throw error;
    }
  }

  async function openImage(key: string, variant: ImageVariant) {
    if (!isStoredKey(key)) return null;
    return openImageFile(path.join(keyFolder(key), imageFileName(variant)));
  }

  async function remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(keyFolder(key), { recursive: true, force: true });
  }

  async function* listOlderThan(before: Date): AsyncGenerator<string[]> {
    let batch: string[] = [];
    for (const shard of await listFolders(folder)) {
      for await (const entry of await opendir(path.join(folder, shard))) {
        const isOld = await isOlder(path.join(folder, shard, entry.name), before);
        if (!isOld || !isStoredKey(entry.name)) continue;
        if (shard === UNFINISHED) {
          await rm(path.join(folder, shard, entry.name), { recursive: true, force: true });
          continue;
        }
        batch.push(entry.name);
        if (batch.length === BATCH_SIZE) {
          yield batch;
          batch = [];
        }
      }
    }
    if (batch.length > 0) yield batch;
  }

  return { put, open: openImage, remove, listOlderThan };
}

/** Opens a picture's file; returns null if it does not exist. */
export async function openImageFile(file: string) {
  const handle = await open(file).catch(ignoreMissing);
  if (!handle) return null;
  try {
    const { size, mtime } = await handle.stat();
    return { stream: handle.createReadStream(), sizeBytes: size, modifiedAt: mtime };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Writes a file and syncs it to disk. */
export async function writeSynced(file: string, data: Uint8Array): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * For use in `catch`. Returns undefined for a missing file or folder, and rethrows every other
 * error.
 */
export function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

/** Syncs a folder, so that renames into it survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  return (entries ?? []).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function isOlder(file: string, before: Date): Promise<boolean> {
  const stats = await stat(file).catch(ignoreMissing);
  return stats !== undefined && stats.mtime < before;
}

/** Rejects keys that could name arbitrary paths. */
function checkKey(key: string): string {
  if (!isStoredKey(key)) throw new Error('This is not the key of a stored picture.');
  return key;
}
