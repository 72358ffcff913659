/** Adds the demo pictures to a store. They are read from the checkout and cannot be changed. */

import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing, openImageFile, writeSynced } from './disk-image-store.ts';
import { createImageKey, imageFileName, type ImageVariant, isDemoKey } from './image-keys.ts';
import { resizeStoredImage } from './image-pipeline.ts';
import type { ImageStore, OpenImage } from './image-store.ts';

/**
 * Wraps a store so that it also serves keys that start with `demo-`; for example, `demo-kitchen-03` is the file
 * `kitchen-03.webp`. The checkout contains only the full size; other widths are created for the first request and cached.
 *
 * @param options.picturesFolder contains the full sizes as WebP without metadata
 * @param options.cacheFolder can be emptied at any time
 */
export function withDemoImages(
  store: ImageStore,
  options: { picturesFolder: string; cacheFolder: string },
): ImageStore {
  const { picturesFolder, cacheFolder } = options;
  /** Files being created, so that concurrent requests create each only once. */
  const creations = new Map<string, Promise<boolean>>();

  async function openDemoImage(key: string, variant: ImageVariant): Promise<OpenImage | null> {
    const original = path.join(picturesFolder, `${key.slice('demo-'.length)}.webp`);
    if (variant === 'full') return openImageFile(original);
    const resized = path.join(cacheFolder, `${key}-${imageFileName(variant)}`);
    if (await isCurrent(resized, original)) return openImageFile(resized);
    const creation = creations.get(resized) ?? createWidth(original, resized, Number(variant));
    creations.set(resized, creation);
    try {
      return (await creation) ? await openImageFile(resized) : null;
    } finally {
      creations.delete(resized);
    }
  }

  return {
    ...store,
    open: (key, variant) =>
      isDemoKey(key) ? openDemoImage(key, variant) : store.open(key, variant),
    remove: (keys) => store.remove(keys.filter((key) => !isDemoKey(key))),
  };
}

/** Returns whether a cached width is at least as new as its picture, which a release can change. */
async function isCurrent(resized: string, original: string): Promise<boolean> {
  const cached = await stat(resized).catch(ignoreMissing);
  const source = cached && (await stat(original).catch(ignoreMissing));
  return cached !== undefined && source !== undefined && cached.mtime >= source.mtime;
}

/**
 * Creates a smaller width of a picture; returns false if the picture does not exist or is not
 * wider.
 */
async function createWidth(original: string, resized: string, width: number): Promise<boolean> {
  if (!(await stat(original).catch(ignoreMissing))) return false;
  const file = await resizeStoredImage(original, width);
  if (file === null) return false;
  await mkdir(path.dirname(resized), { recursive: true });
  // A unique name because another process may be creating the same file.
  const unfinished = `${resized}.${createImageKey()}`;
  try {
    await writeSynced(unfinished, file);
    await rename(unfinished, resized);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return true;
}
