import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { sendKeptPage, toKeptAnswer } from './public-answers.ts';

describe('an answer that is kept', () => {
  it('says where a redirect leads, and drops what belongs to one request only', () => {
    const headers = { location: '/for-sale?searchTerm=austin', date: 'now', 'x-total-count': 3 };
    const kept = toKeptAnswer(302, headers, Buffer.from(''));
    expect(kept.headers).toEqual({ location: '/for-sale?searchTerm=austin', 'x-total-count': '3' });
  });
});

describe('a kept page', () => {
  const page = toKeptAnswer(200, { 'content-type': 'text/html' }, Buffer.from('<p>home</p>'));
  const app = Fastify();
  app.get('/', (request, reply) => sendKeptPage(request, reply, page));
  const ask = (headers: Record<string, string>) => app.inject({ url: '/', headers });

  it.each([
    ['gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['deflate, gzip, br', 'br'],
    ['br', 'br'],
    ['gzip', 'gzip'],
  ])('is compressed for %s: %s', async (accepted, encoding) => {
    const { headers, rawPayload } = await ask({ 'accept-encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    const read = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    expect(read(rawPayload).toString()).toBe('<p>home</p>');
  });

  it.each(['', 'identity', 'gzip;q=0', 'xgzip', 'bread'])(
    'is sent as it is for "%s"',
    async (accepted) => {
      const answer = await ask({ 'accept-encoding': accepted });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers['vary']).toBe('Accept-Encoding');
      expect(answer.body).toBe('<p>home</p>');
    },
  );

  it('is not sent again to who has it, compressed or not', async () => {
    const answer = await ask({ 'accept-encoding': 'gzip', 'if-none-match': page.etag });
    expect([answer.statusCode, answer.body]).toEqual([304, '']);
    expect(answer.headers['content-encoding']).toBeUndefined();
  });
});
