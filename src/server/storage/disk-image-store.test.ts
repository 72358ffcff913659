import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskImageStore } from './disk-image-store.ts';
import { createImageKey } from './image-keys.ts';
import type { ImageFiles, ImageStore } from './image-store.ts';

const files: ImageFiles = new Map([
  ['full', Buffer.from('large')],
  ['320', Buffer.from('small')],
]);

describe('pictures on disk', () => {
  let folder: string;
  let store: ImageStore;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-'));
    store = createDiskImageStore(path.join(folder, 'images'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const listFileNames = async () =>
    (await readdir(path.join(folder, 'images'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .toSorted();
  async function listAll(before: Date): Promise<string[]> {
    const keys: string[] = [];
    for await (const batch of store.listOlderThan(before)) keys.push(...batch);
    return keys.toSorted();
  }

  it('are returned unchanged', async () => {
    const key = createImageKey();
    await store.put(key, files);
    const image = await store.open(key, 'full');
    expect(image?.sizeBytes).toBe(5);
    expect(image && (await buffer(image.stream)).toString()).toBe('large');
    expect(await store.open(key, '640')).toBeNull();
    expect(await store.open(createImageKey(), 'full')).toBeNull();
  });

  it('are removed with all their files, and can be removed again', async () => {
    const [removedKey, remainingKey] = [createImageKey(), createImageKey()];
    await store.put(removedKey, files);
    await store.put(remainingKey, files);
    await store.remove([removedKey]);
    await store.remove([removedKey, createImageKey()]);
    expect(await store.open(removedKey, 'full')).toBeNull();
    expect(await listFileNames()).toEqual(['320.webp', 'full.webp']);
  });

  it('are never overwritten, and a failed attempt leaves no files', async () => {
    const key = createImageKey();
    await store.put(key, files);
    await expect(store.put(key, new Map([['full', Buffer.from('other')]]))).rejects.toThrow();
    const image = await store.open(key, 'full');
    expect(image && (await buffer(image.stream)).toString()).toBe('large');
    expect(await listFileNames()).toEqual(['320.webp', 'full.webp']);
  });

  it.each(['../../outside', 'demo-home', '', 'ab/cd'])('cannot have the key "%s"', async (key) => {
    await expect(store.put(key, files)).rejects.toThrow();
    await expect(store.remove([key])).rejects.toThrow();
    expect(await store.open(key, 'full')).toBeNull();
  });

  it('are listed once they are old enough, and removed if they are old and unfinished', async () => {
    expect(await listAll(new Date())).toEqual([]);
    const [oldKey, recentKey] = [createImageKey(), createImageKey()];
    await store.put(oldKey, files);
    await store.put(recentKey, files);
    const yesterday = new Date(Date.now() - 86_400_000);
    const setOldTimestamp = (name: string) =>
      utimes(path.join(folder, 'images', name), yesterday, yesterday);
    await setOldTimestamp(`${oldKey.slice(0, 2)}/${oldKey}`);
    const [crashedKey, runningKey] = [createImageKey(), createImageKey()];
    for (const key of [crashedKey, runningKey]) {
      await mkdir(path.join(folder, 'images/unfinished', key), { recursive: true });
      await writeFile(path.join(folder, 'images/unfinished', key, 'full.webp'), '');
    }
    await setOldTimestamp(`unfinished/${crashedKey}`);

    expect(await listAll(new Date(Date.now() - 3_600_000))).toEqual([oldKey]);
    expect(await readdir(path.join(folder, 'images/unfinished'))).toEqual([runningKey]);
  });
});
