import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { sendCachedResponse, toCachedResponse } from '#server/cache/cached-responses.ts';
import { createResponseCache } from '#server/cache/response-cache.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { installCompression } from './compress-responses.ts';

const HTML = `<p>${'home '.repeat(400)}</p>`;
const page = toCachedResponse(200, { 'content-type': 'text/html' }, Buffer.from(HTML));

const app = Fastify();
installCompression(app);
app.get('/', (request, reply) => sendCachedResponse(request, reply, page));
app.get('/short', (_request, reply) => reply.type('text/html').send('<p>home</p>'));
app.get('/picture', (_request, reply) => reply.type('image/webp').send(Buffer.from(HTML)));
app.get('/varies', (_request, reply) =>
  reply.type('text/html').header('Vary', 'Origin').send(HTML),
);
app.get('/api/auth/session', (_request, reply) => reply.send({ token: HTML }));
const get = (headers: Record<string, string>, url = '/') => app.inject({ url, headers });

const decompress = (encoding: unknown, body: Buffer) =>
  (encoding === 'br' ? brotliDecompressSync : gunzipSync)(body).toString();

describe('a response', () => {
  test.each([
    ['gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['deflate, gzip, br', 'br'],
    ['br;q=1', 'br'],
  ])('is compressed for %s: %s', async (acceptEncoding, encoding) => {
    for (const time of ['first', 'again']) {
      const { headers, rawPayload } = await get({ 'accept-encoding': acceptEncoding });
      expect({ time, headers }).toMatchObject({
        headers: {
          'content-encoding': encoding,
          'content-length': String(rawPayload.length),
          vary: 'Accept-Encoding',
        },
      });
      expect(rawPayload.length).toBeLessThan(HTML.length / 10);
      expect(decompress(encoding, rawPayload)).toBe(HTML);
    }
  });

  test.each(['', 'identity', 'gzip;q=0', 'xgzip', 'bread'])(
    'is sent uncompressed for "%s"',
    async (acceptEncoding) => {
      const response = await get({ 'accept-encoding': acceptEncoding });
      expect(response.headers['content-encoding']).toBeUndefined();
      expect(response.headers['vary']).toBe('Accept-Encoding');
      expect(response.body).toBe(HTML);
    },
  );

  test('is not sent to a client that has it cached, even if the client accepts compression', async () => {
    const response = await get({ 'accept-encoding': 'gzip', 'if-none-match': page.etag });
    expect([response.statusCode, response.body]).toEqual([304, '']);
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.headers['vary']).toBe('Accept-Encoding');
  });

  test.each(['/short', '/picture', '/api/auth/session', '/api/%61uth/session'])(
    '%s is not compressed',
    async (url) => {
      const { headers } = await get({ 'accept-encoding': 'br, gzip' }, url);
      expect(headers['content-encoding']).toBeUndefined();
    },
  );

  test('retains other Vary fields', async () => {
    const { headers } = await get({ 'accept-encoding': 'gzip' }, '/varies');
    expect(headers['vary']).toBe('Origin, Accept-Encoding');
  });
});

describe.each([0, 1024 * 1024])('with a response cache of %i bytes', (bytes) => {
  test('API lists, the API description, and sitemaps are sent compressed', async () => {
    const responseCache = createResponseCache(bytes);
    responseCache.setLive(true);
    const server = await startTestApp({ responseCache });
    try {
      const agent = await server.addUser({ role: 'agent' });
      for (let count = 0; count < 12; count += 1) await server.addProperty(agent);
      const authHeaders = { authorization: `Bearer ${agent.token}` };
      for (const [url, headers] of [
        ['/api/properties', {}],
        ['/api/properties', {}],
        ['/api/properties/my-listings', authHeaders],
        ['/api/openapi.json', {}],
        ['/sitemap/1.xml', {}],
      ] as const) {
        const plainResponse = await server.app.inject({ url, headers });
        const compressedResponse = await server.app.inject({
          url,
          headers: { ...headers, 'accept-encoding': 'gzip' },
        });
        expect({ url, headers: compressedResponse.headers }).toMatchObject({
          headers: { 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
        });
        expect(compressedResponse.rawPayload.length).toBeLessThan(
          plainResponse.rawPayload.length / 2,
        );
        expect(decompress('gzip', compressedResponse.rawPayload)).toBe(plainResponse.payload);
      }
    } finally {
      await server.close();
    }
  });
});
