import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withDemoImages } from './demo-image-store.ts';
import { createDiskImageStore } from './disk-image-store.ts';
import { createImageKey, type ImageVariant } from './image-keys.ts';
import type { ImageStore } from './image-store.ts';
import { createNoise } from './image.fixture.ts';

describe('demo pictures', () => {
  let folder: string;
  let original: Buffer;
  let store: ImageStore;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-'));
    await mkdir(path.join(folder, 'pictures'));
    original = await createNoise(1000, 750).webp().toBuffer();
    await writeFile(path.join(folder, 'pictures/kitchen-03.webp'), original);
    store = withDemoImages(createDiskImageStore(path.join(folder, 'images')), {
      picturesFolder: path.join(folder, 'pictures'),
      cacheFolder: path.join(folder, 'cache'),
    });
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function readImage(key: string, variant: ImageVariant): Promise<Buffer | null> {
    const image = await store.open(key, variant);
    return image && buffer(image.stream);
  }

  it('are served unchanged from the checkout', async () => {
    expect(await readImage('demo-kitchen-03', 'full')).toEqual(original);
    expect(await readImage('demo-kitchen-04', 'full')).toBeNull();
    expect(await readImage('demo-kitchen-04', '320')).toBeNull();
  });

  it('are resized only once for concurrent first requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => readImage('demo-kitchen-03', '640')),
    );
    const [first] = responses;
    if (!first) throw new Error('no picture');
    expect((await sharp(first).metadata()).width).toBe(640);
    for (const response of responses) expect(response).toEqual(first);
    expect(await readdir(path.join(folder, 'cache'))).toEqual(['demo-kitchen-03-640.webp']);
  });

  it('are not enlarged', async () => {
    expect(await readImage('demo-kitchen-03', '960')).not.toBeNull();
    expect(await readImage('demo-kitchen-03', '1280')).toBeNull();
  });

  it('are resized again if the picture in the checkout has changed', async () => {
    await readImage('demo-kitchen-03', '320');
    const file = path.join(folder, 'pictures/kitchen-03.webp');
    await writeFile(file, await createNoise(1000, 500).webp().toBuffer());
    const later = new Date(Date.now() + 60_000);
    await utimes(file, later, later);
    const resizedImage = await readImage('demo-kitchen-03', '320');
    expect(resizedImage && (await sharp(resizedImage).metadata()).height).toBe(160);
  });

  it('cannot be added or removed', async () => {
    await expect(store.put('demo-kitchen-03', new Map())).rejects.toThrow();
    const key = createImageKey();
    await store.put(key, new Map([['full', original]]));
    await store.remove(['demo-kitchen-03', key]);
    expect(await readImage('demo-kitchen-03', 'full')).toEqual(original);
    expect(await readImage(key, 'full')).toBeNull();
  });
});
