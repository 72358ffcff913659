/** Stores and removes pictures in a crash-safe order (docs/architecture.md, How a request flows). */

import { type Database, isDatabaseDown } from '../database/database.ts';
import type { ImageSource } from './image-format.ts';
import { createImageKey } from './image-keys.ts';
import { prepareImage, type PrepareOptions } from './image-pipeline.ts';
import { findUsedImageKeys, isBackingUp } from './image-repository.ts';
import type { ImageStore } from './image-store.ts';

/** A stored picture, with the fields of its database row. */
export type StoredImage = { key: string; width: number; height: number; placeholder: string };

/** A picture to store, and its name in error messages. */
export type IncomingImage = { source: ImageSource; name: string };

/**
 * Unused pictures are deleted after a day. By then, the change that they belong to has succeeded or
 * failed.
 */
const UNUSED_IMAGE_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Checks, encodes, and stores all pictures or none of them, before the transaction that references them.
 *
 * @returns one entry per picture, in the same order
 * @param options.signal aborts the work when the uploader disconnects; its reason is thrown
 * @throws AppError like `prepareImage`, for the first picture that fails
 */
export async function storeImages(
  store: ImageStore,
  incoming: readonly IncomingImage[],
  options: PrepareOptions = {},
): Promise<StoredImage[]> {
  const failure = new AbortController();
  const signal = AbortSignal.any([failure.signal, ...(options.signal ? [options.signal] : [])]);
  const results = await Promise.allSettled(
    incoming.map(async ({ source, name }) => {
      try {
        return await storeImage(store, { source, name }, { ...options, signal });
      } catch (error) {
        failure.abort(error);
        throw error;
      }
    }),
  );
  const storedImages = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  if (!failure.signal.aborted) return storedImages;
  await store.remove(storedImages.map((image) => image.key));
  throw failure.signal.reason;
}

async function storeImage(
  store: ImageStore,
  { source, name }: IncomingImage,
  options: PrepareOptions,
): Promise<StoredImage> {
  const { files, ...properties } = await prepareImage(source, name, options);
  const key = createImageKey();
  await store.put(key, files);
  return { key, ...properties };
}

/**
 * Removes the pictures that are no longer used. Call it after the transaction that removed the references.
 * During a backup, a later sweep removes them instead.
 *
 * @returns the number of removed pictures
 */
export async function removeUnusedImages(
  db: Database,
  store: ImageStore,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const usedKeys = await findUsedImageKeys(db, keys);
  // Checked after the query: a backup that starts later reads the same references, so it does not
  // need the unused pictures.
  if (await isBackingUp(db)) return 0;
  const unusedKeys = keys.filter((key) => !usedKeys.has(key));
  await store.remove(unusedKeys);
  return unusedKeys.length;
}

/**
 * Removes pictures stored for a change that failed, unless the database did not respond: it may still commit the
 * change. If it does not, a sweep removes the pictures after a day.
 *
 * @param error the change's error
 */
export async function removeAfterFailure(
  db: Database,
  store: ImageStore,
  keys: readonly string[],
  error: unknown,
): Promise<void> {
  if (!isDatabaseDown(error)) await removeUnusedImages(db, store, keys).catch(() => undefined);
}

/**
 * Removes unused pictures that are older than a day, such as those left by crashes and failed changes.
 * Removes none if the database uses no picture of that age: it is probably the wrong database, or an
 * empty one whose backup has not been restored yet.
 *
 * @returns the number of removed pictures
 */
export async function sweepImages(options: {
  db: Database;
  store: ImageStore;
  now: Date;
}): Promise<number> {
  const { db, store, now } = options;
  const listOld = () => store.listOlderThan(new Date(now.getTime() - UNUSED_IMAGE_AGE_MS));
  if (!(await usesAny(db, listOld()))) return 0;
  let removedCount = 0;
  for await (const keys of listOld()) removedCount += await removeUnusedImages(db, store, keys);
  return removedCount;
}

async function usesAny(db: Database, batches: AsyncIterable<string[]>): Promise<boolean> {
  for await (const keys of batches) if ((await findUsedImageKeys(db, keys)).size > 0) return true;
  return false;
}
