/** Adds the demo pictures to a store. They are read from the checkout and cannot be changed. */

import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing, openImageFile, writeSynced } from './disk-image-store.ts';
import { createImageKey, imageFileName, type ImageVariant, isDemoKey } from './image-keys.ts';
import { resizeStoredImage } from './image-pipeline.ts';
import type { ImageStore, OpenImage } from './image-store.ts';

/**
 * Wraps a store so that it also serves keys that start with `demo-`; for example, `demo-kitchen-03` is the file
 * `kitchen-03.webp`. The checkout contains only the full size; other widths are created on the first request and cached.
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
    const originalFile = path.join(picturesFolder, `${key.slice('demo-'.length)}.webp`);
    if (variant === 'full') return openImageFile(originalFile);
    const resizedFile = path.join(cacheFolder, `${key}-${imageFileName(variant)}`);
    if (await isCurrent(resizedFile, originalFile)) return openImageFile(resizedFile);
    const creation =
      creations.get(resizedFile) ?? createWidth(originalFile, resizedFile, Number(variant));
    creations.set(resizedFile, creation);
    try {
      return (await creation) ? await openImageFile(resizedFile) : null;
    } finally {
      creations.delete(resizedFile);
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
async function isCurrent(resizedFile: string, originalFile: string): Promise<boolean> {
  const cached = await stat(resizedFile).catch(ignoreMissing);
  const source = cached && (await stat(originalFile).catch(ignoreMissing));
  return cached !== undefined && source !== undefined && cached.mtime >= source.mtime;
}

/**
 * Creates a smaller width of a picture; returns false if the picture does not exist or is not
 * wider.
 */
async function createWidth(
  originalFile: string,
  resizedFile: string,
  width: number,
): Promise<boolean> {
  if (!(await stat(originalFile).catch(ignoreMissing))) return false;
  const file = await resizeStoredImage(originalFile, width);
  if (file === null) return false;
  await mkdir(path.dirname(resizedFile), { recursive: true });
  // A unique name because another process may be creating the same file.
  const tempFile = `${resizedFile}.${createImageKey()}`;
  try {
    await writeSynced(tempFile, file);
    await rename(tempFile, resizedFile);
  } catch (error) {
    await rm(tempFile, { force: true });
    throw error;
  }
  return true;
}
