/** Adds the demo pictures to a store: they are read from the checkout and can be neither added nor removed. */

import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing, openImageFile, writeSynced } from './disk-image-store.ts';
import { createImageKey, imageFileName, type ImageVariant, isDemoKey } from './image-keys.ts';
import { resizeOwnImage } from './image-pipeline.ts';
import type { ImageStore, OpenImage } from './image-store.ts';

/**
 * Wraps a store to serve keys that start with `demo-`: `demo-kitchen-03` is the file `kitchen-03.webp`. Only the full
 * size is in the checkout; other widths are created on first request, and cached.
 *
 * @param options.picturesFolder contains the full sizes, WebP without metadata
 * @param options.cacheFolder can be emptied at any time
 */
export function withDemoImages(
  store: ImageStore,
  options: { picturesFolder: string; cacheFolder: string },
): ImageStore {
  const { picturesFolder, cacheFolder } = options;
  /** Widths being created, so that concurrent first requests create each once. */
  const running = new Map<string, Promise<boolean>>();

  async function openDemoImage(key: string, variant: ImageVariant): Promise<OpenImage | null> {
    const original = path.join(picturesFolder, `${key.slice('demo-'.length)}.webp`);
    if (variant === 'full') return openImageFile(original);
    const resized = path.join(cacheFolder, `${key}-${imageFileName(variant)}`);
    if (await isCurrent(resized, original)) return openImageFile(resized);
    const make = running.get(resized) ?? makeWidth(original, resized, Number(variant));
    running.set(resized, make);
    try {
      return (await make) ? await openImageFile(resized) : null;
    } finally {
      running.delete(resized);
    }
  }

  return {
    ...store,
    open: (key, variant) =>
      isDemoKey(key) ? openDemoImage(key, variant) : store.open(key, variant),
    remove: (keys) => store.remove(keys.filter((key) => !isDemoKey(key))),
  };
}

/** Returns whether a cached width is current: another release may have changed the picture. */
async function isCurrent(resized: string, original: string): Promise<boolean> {
  const made = await stat(resized).catch(ignoreMissing);
  const source = made && (await stat(original).catch(ignoreMissing));
  return made !== undefined && source !== undefined && made.mtime >= source.mtime;
}

/** Creates a width. @returns false if there is no such picture or it is not that wide */
async function makeWidth(original: string, resized: string, width: number): Promise<boolean> {
  if (!(await stat(original).catch(ignoreMissing))) return false;
  const file = await resizeOwnImage(original, width);
  if (file === null) return false;
  await mkdir(path.dirname(resized), { recursive: true });
  // A unique name, because another process may be creating the same file.
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
