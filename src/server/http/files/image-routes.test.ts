import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskImageStore } from '../../storage/disk-image-store.ts';
import { createImageKey } from '../../storage/image-keys.ts';
import { installErrorHandler } from '../error-responses/error-handler.ts';
import { registerImageRoutes } from './image-routes.ts';

describe('GET /images/:key/:file', () => {
  const key = createImageKey();
  const fullImage = Buffer.from('the full size');
  let folder: string;
  let app: FastifyInstance;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'doorstep-'));
    const store = createDiskImageStore(folder);
    await store.put(
      key,
      new Map([
        ['full', fullImage],
        ['640', Buffer.from('small')],
      ]),
    );
    app = Fastify();
    installErrorHandler(app);
    registerImageRoutes(app, store, async (_request, read) => read());
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('serves the picture with an immutable cache header', async () => {
    const response = await app.inject(`/images/${key}/full.webp`);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload).toEqual(fullImage);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(fullImage.length),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await app.inject(`/images/${key}/640.webp`)).body).toBe('small');
  });

  it('returns 304 to a client that has the picture cached', async () => {
    const first = await app.inject(`/images/${key}/full.webp`);
    const etag = String(first.headers.etag);
    const revalidation = await app.inject({
      url: `/images/${key}/full.webp`,
      headers: { 'if-none-match': `"other", ${etag}` },
    });
    expect([revalidation.statusCode, revalidation.body, revalidation.headers.etag]).toEqual([
      304,
      '',
      etag,
    ]);
  });

  it('responds to HEAD without a body', async () => {
    const response = await app.inject({ method: 'HEAD', url: `/images/${key}/full.webp` });
    expect([response.statusCode, response.body]).toEqual([200, '']);
    expect(response.headers['content-length']).toBe(String(fullImage.length));
  });

  it.each([
    `/images/${createImageKey()}/full.webp`,
    `/images/${key}/1920.webp`,
    `/images/${key}/641.webp`,
    `/images/${key}/full.png`,
    `/images/${key}/full`,
    `/images/${key}/..%2f..%2fsecret.webp`,
    `/images/..%2f..%2fetc/passwd`,
    `/images/${key.slice(0, 2)}%2f${key}/full.webp`,
    `/images/${key.toUpperCase()}/full.webp`,
    `/images/unfinished/full.webp`,
    `/images/demo-../full.webp`,
    `/images/demo-%2e%2e%2fpackage/full.webp`,
    `/images/%00/full.webp`,
  ])('returns 404 for %s', async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(response.headers['cache-control']).toBe('no-store');
  });
});
