import { rmSync } from 'node:fs';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createDiskImageStore } from './disk-image-store.ts';
import {
  removeAfterFailure,
  removeUnusedImages,
  storeImages,
  sweepImages,
} from './image-service.ts';
import type { ImageStore } from './image-store.ts';
import { createNoise } from './image.fixture.ts';

describe('stored pictures', () => {
  let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  let folder: string;
  let store: ImageStore;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    ({ db } = openDatabase(testDatabase.url));
  });
  afterAll(async () => {
    await db.destroy();
    await testDatabase.drop();
  });
  beforeEach(() => {
    folder = makeTempFolder();
    store = createDiskImageStore(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const isStored = async (key: string) => {
    const image = await store.open(key, 'full');
    image?.stream.destroy();
    return image !== null;
  };
  const setAge = (key: string, time: Date) =>
    utimes(path.join(folder, key.slice(0, 2), key), time, time);
  async function storeFourImages() {
    const source = await createNoise(400, 300).jpeg().toBuffer();
    const storedImages = await storeImages(
      store,
      Array.from({ length: 4 }, () => ({ source, name: 'photo.jpg' })),
    );
    return storedImages.map(({ key }) => key);
  }
  async function addReferences(avatarKey: string, pictureKey: string) {
    const { id } = await db
      .insertInto('users')
      .values({
        name: 'Agent',
        email: `${avatarKey}@example.org`,
        role: 'agent',
        password_hash: '',
        avatar_key: avatarKey,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const property = await db
      .insertInto('properties')
      .values({
        agent_id: id,
        title: 'A home',
        description: 'A home with a picture.',
        price: 1,
        address: '1 Any St',
        city: 'Austin',
        state: 'TX',
        zip_code: '78701',
        latitude: 30,
        longitude: -97,
        bedrooms: 1,
        bathrooms: 1,
        sqft: 500,
        property_type: 'House',
        status: 'For Sale',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('property_images')
      .values({
        property_id: property.id,
        position: 0,
        key: pictureKey,
        width: 1,
        height: 1,
        placeholder: '',
      })
      .execute();
  }

  it('are stored in order, all or nothing', async () => {
    const small = await createNoise(400, 300).jpeg().toBuffer();
    const storedImages = await storeImages(store, [
      { source: small, name: 'a.jpg' },
      { source: await createNoise(500, 300).png().toBuffer(), name: 'b.png' },
    ]);
    expect(storedImages.map(({ width }) => width)).toEqual([400, 500]);
    for (const { key } of storedImages) expect(await isStored(key)).toBe(true);
    await store.remove(storedImages.map(({ key }) => key));

    const imagesIncludingInvalid = [small, small, Buffer.from('<svg/>'), small].map(
      (source, index) => ({
        source,
        name: `${index}`,
      }),
    );
    await expect(storeImages(store, imagesIncludingInvalid)).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
    });
    const remaining = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(remaining.filter((entry) => entry.isFile())).toEqual([]);
  });

  it('are removed only if they are not referenced', async () => {
    const [avatar = '', picture = '', unusedKey = '', uncheckedKey = ''] = await storeFourImages();
    await addReferences(avatar, picture);
    await removeUnusedImages(db, store, [avatar, picture, unusedKey]);
    expect(await isStored(avatar)).toBe(true);
    expect(await isStored(picture)).toBe(true);
    expect(await isStored(unusedKey)).toBe(false);
    expect(await isStored(uncheckedKey)).toBe(true);
  });

  it('are removed without occupying a database connection', async () => {
    const singleConnection = openDatabase(testDatabase.url, { maxConnections: 1 });
    const removal = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const slowStore: ImageStore = {
      ...store,
      remove: () => {
        started.resolve();
        return removal.promise;
      },
    };
    const [key = ''] = await storeFourImages();
    const removing = removeUnusedImages(singleConnection.db, slowStore, [key]);
    await started.promise;
    // This would wait if the removal occupied the connection.
    expect(await singleConnection.db.selectFrom('users').select('id').limit(0).execute()).toEqual(
      [],
    );
    removal.resolve();
    await removing;
    await singleConnection.db.destroy();
  });

  it('are removed by a sweep if they are over a day old and not referenced', async () => {
    const now = new Date();
    const [avatar = '', picture = '', old = '', recent = ''] = await storeFourImages();
    await addReferences(avatar, picture);
    const overADayAgo = new Date(now.getTime() - 25 * 3_600_000);
    for (const key of [avatar, picture, old]) await setAge(key, overADayAgo);
    expect(await sweepImages({ db, store, now })).toBe(1);
    expect(await isStored(avatar)).toBe(true);
    expect(await isStored(picture)).toBe(true);
    expect(await isStored(old)).toBe(false);
    expect(await isStored(recent)).toBe(true);
    expect(await sweepImages({ db, store, now })).toBe(0);
  });

  it('are removed after a failed change, unless the change may have been committed', async () => {
    const [firstKey = '', secondKey = ''] = await storeFourImages();
    const timeout = new Error('Query read timeout');
    await removeAfterFailure(db, store, [firstKey], timeout);
    expect(await isStored(firstKey)).toBe(true);
    await removeAfterFailure(db, store, [secondKey], new Error('Conflict'));
    expect(await isStored(secondKey)).toBe(false);
  });

  it('are not removed if the database references none of the stored pictures', async () => {
    const keys = await storeFourImages();
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3_600_000);
    for (const key of keys) await setAge(key, twoDaysAgo);
    expect(await sweepImages({ db, store, now: new Date() })).toBe(0);
    for (const key of keys) expect(await isStored(key)).toBe(true);
  });
});
