import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { startS3Server } from '#tests/helpers/s3-server.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { createImageKey } from './image-keys.ts';
import type { ImageFiles, ImageStore } from './image-store.ts';
import { createNoise } from './image.fixture.ts';
import { createS3ImageStore, type S3ImageStore } from './s3-image-store.ts';

const files: ImageFiles = new Map([
  ['full', Buffer.from('large')],
  ['320', Buffer.from('small')],
]);
const inAnHour = () => new Date(Date.now() + 3_600_000);

let s3: Awaited<ReturnType<typeof startS3Server>>;
let store: S3ImageStore;
beforeAll(async () => {
  s3 = await startS3Server();
  store = createS3ImageStore({ ...s3.config, prefix: 'one/' });
});
afterAll(async () => {
  store.close();
  await s3.stop();
});

async function readImage(source: ImageStore, key: string): Promise<string | null> {
  const image = await source.open(key, 'full');
  return image && (await buffer(image.stream)).toString();
}

async function listAll(source: ImageStore, before: Date): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of source.listOlderThan(before)) {
    expect(batch.length).toBeLessThanOrEqual(500);
    keys.push(...batch);
  }
  return keys.toSorted();
}

describe('pictures in a bucket', () => {
  test('are returned unchanged', async () => {
    const key = createImageKey();
    await store.put(key, files);
    const image = await store.open(key, 'full');
    expect(image?.sizeBytes).toBe(5);
    expect(Math.abs(Date.now() - (image?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
    image?.stream.destroy();
    expect(await readImage(store, key)).toBe('large');
    expect(await store.open(key, '640')).toBeNull();
    expect(await store.open(createImageKey(), 'full')).toBeNull();
    expect(await store.open('../secret', 'full')).toBeNull();
  });

  test('are removed with all their files, and can be removed again', async () => {
    const [removedKey, remainingKey] = [createImageKey(), createImageKey()];
    await store.put(removedKey, files);
    await store.put(remainingKey, files);
    await store.remove([removedKey]);
    await store.remove([removedKey, createImageKey()]);
    expect(await store.open(removedKey, 'full')).toBeNull();
    expect(await store.open(removedKey, '320')).toBeNull();
    expect(await readImage(store, remainingKey)).toBe('large');
    await store.remove([]);
  });

  test('are never overwritten', async () => {
    const key = createImageKey();
    await store.put(key, files);
    await expect(store.put(key, new Map([['full', Buffer.from('other')]]))).rejects.toThrow();
    expect(await readImage(store, key)).toBe('large');
  });

  test('are listed only once, and only if they are old enough and have the prefix', async () => {
    const otherStore = createS3ImageStore({ ...s3.config, prefix: 'two/' });
    const keys = Array.from({ length: 30 }, createImageKey);
    await Promise.all(keys.map((key) => otherStore.put(key, files)));
    expect(await listAll(otherStore, inAnHour())).toEqual(keys.toSorted());
    expect(await listAll(otherStore, new Date(0))).toEqual([]);
    expect(await listAll(store, inAnHour())).not.toContain(keys[0]);
    await otherStore.remove(keys);
    expect(await listAll(otherStore, inAnHour())).toEqual([]);
    otherStore.close();
  });
});

test('requests fail if the store does not respond', async () => {
  const silentServer = createServer().listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
  const { port } = silentServer.address() as AddressInfo;
  const silentStore = createS3ImageStore({ ...s3.config, endpoint: `http://127.0.0.1:${port}` });
  const unavailable = { code: 'UNAVAILABLE' };
  await Promise.all([
    expect(silentStore.remove([createImageKey()])).rejects.toMatchObject(unavailable),
    expect(silentStore.open(createImageKey(), 'full')).rejects.toMatchObject(unavailable),
  ]);
  silentStore.close();
  silentServer.close();
  silentServer.closeAllConnections();
});

describe('an app with a bucket', () => {
  test('stores, serves, and removes the pictures of a listing', async () => {
    const server = await startTestApp({ images: store });
    const agent = await server.addUser({ role: 'agent' });
    const data = await createNoise(700, 500).jpeg().toBuffer();
    const before = await listAll(store, inAnHour());
    const listing = await server.ok(endpoints.createProperty, {
      as: agent,
      form: toFormData(buildPropertyForm(), [{ name: 'a.jpg', data }]),
    });
    const path = /\/images\/[0-9a-f]{32}\/full\.webp/.exec(JSON.stringify(listing))?.[0] ?? '';
    const response = await server.app.inject(path);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(response.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(response.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    expect((await server.app.inject(path.replace('full', '320'))).statusCode).toBe(200);
    await server.send(endpoints.deleteProperty, { as: agent, params: { id: listing._id } });
    expect((await server.app.inject(path)).statusCode).toBe(404);
    expect(await listAll(store, inAnHour())).toEqual(before);
    await server.close();
  });

  test('serves pictures while other clients do not read theirs', async () => {
    const key = createImageKey();
    await store.put(key, new Map([['full', Buffer.alloc(1_000_000)]]));
    let readCount = 0;
    const open: ImageStore['open'] = (...args) => {
      readCount += 1;
      return store.open(...args);
    };
    const server = await startTestApp({ images: { ...store, open }, trustProxy: 1 });
    const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }));
    const path = `/images/${key}/full.webp`;
    // More requests than connections to the store, and more data than the operating system buffers.
    const stalledSockets = Array.from({ length: 10 }, (_, client) => {
      const socket = connect(Number(port), '127.0.0.1').pause();
      socket.on('error', () => undefined);
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.${client}\r\n\r\n`.repeat(10),
      );
      return socket;
    });
    await expect.poll(() => readCount).toBeGreaterThanOrEqual(90);
    expect((await server.app.inject({ url: path, remoteAddress: '192.0.2.9' })).statusCode).toBe(
      200,
    );
    for (const socket of stalledSockets) socket.destroy();
    await server.close();
  });

  test('returns 503 without details for pictures while the store is down', async () => {
    const unreachableStore = createS3ImageStore({ ...s3.config, endpoint: 'http://127.0.0.1:1' });
    const server = await startTestApp({ images: unreachableStore });
    const response = await server.app.inject(`/images/${createImageKey()}/full.webp`);
    expect(response.statusCode).toBe(503);
    expect(response.body).not.toMatch(/127\.0\.0\.1|ECONN/);
    expect((await server.app.inject('/api/properties')).statusCode).toBe(200);
    // The store can recover, so startup continues.
    await unreachableStore.check();
    await server.close();
    unreachableStore.close();
  });
});

describe('startup', () => {
  test('reports which setting is invalid', async () => {
    await store.check();
    const storeWithoutBucket = createS3ImageStore({ ...s3.config, bucket: 'missing' });
    await expect(storeWithoutBucket.check()).rejects.toThrow('S3_BUCKET missing does not exist.');
    const credentials = { accessKeyId: 'UNKNOWN', secretAccessKey: 'wrong' };
    const unauthorizedStore = createS3ImageStore({ ...s3.config, credentials });
    await expect(unauthorizedStore.check()).rejects.toThrow(/is not accessible/);
    storeWithoutBucket.close();
    unauthorizedStore.close();
  });
});
