import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAppMetrics } from '../metrics/app-metrics.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { createResponseCache } from './response-cache.ts';

const HTML = `<!doctype html><p>${'A home with a garden. '.repeat(500)}</p>`;

const cache = createResponseCache(4 * 1024 * 1024);
const metrics = createAppMetrics({ responseCache: cache, pools: {} });
const render = vi.fn(
  async () => new Response(HTML, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
);
let server: TestApp;
let baseUrl: URL;
let token: string;
/** The number of responses that ran all hooks, not only the first one (see `installFastReplies`). */
let hookRunCount = 0;

beforeAll(async () => {
  cache.setLive(true);
  server = await startTestApp({
    responseCache: cache,
    metrics,
    pages: { render, filesFolder: null },
    corsOrigins: ['https://other.example.org'],
  });
  server.app.addHook('onSend', (_request, _reply, payload, done) => {
    hookRunCount += 1;
    done(null, payload);
  });
  const agent = await server.addUser({ role: 'agent' });
  token = agent.token;
  for (let count = 0; count < 12; count += 1) await server.addProperty(agent);
  cache.notify('');
  baseUrl = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }));
  return () => server.close();
});

test('unknown query parameters add no cache entry', async () => {
  await send('/api/properties/1');
  const { entries } = cache.counts();
  for (const query of ['?a', '?b=1'])
    expect((await send(`/api/properties/1${query}`)).status).toBe(200);
  expect(cache.counts().entries).toBe(entries);
});

type ReceivedResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends a request with exactly these headers. */
async function send(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<ReceivedResponse> {
  const { hostname, port } = baseUrl;
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, path, method, headers }, (response) => {
      buffer(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: withoutDate(response.headers),
            body,
          }),
        reject,
      );
    });
    outgoing.on('error', reject).end();
  });
}

const withoutDate = ({ date: _date, ...others }: IncomingHttpHeaders) => others;

/** Repeats a request until the first hook sends the response, so that no other hook runs. */
async function sendUntilFast(...request: Parameters<typeof send>): Promise<ReceivedResponse> {
  let received: ReceivedResponse | undefined;
  await expect
    .poll(
      async () => {
        const before = hookRunCount;
        received = await send(...request);
        return hookRunCount === before;
      },
      { interval: 5 },
    )
    .toBe(true);
  if (received === undefined) throw new Error('No request was sent.');
  return received;
}

const ENCODINGS = [
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  [undefined, 'identity', (body: Buffer) => body],
] as const;

describe.each(['/api/properties?limit=6', '/about'])('%s', (path) => {
  test.each(ENCODINGS)(
    'sends the same headers and body whether only the first hook runs or all hooks run, with encoding %s',
    async (name, acceptEncoding, decompress) => {
      cache.notify('');
      const before = hookRunCount;
      const first = await send(path, { 'accept-encoding': acceptEncoding });
      expect(hookRunCount).toBe(before + 1);
      const second = await sendUntilFast(path, { 'accept-encoding': acceptEncoding });
      expect(second.headers).toEqual(first.headers);
      expect(second.headers).toMatchObject({
        vary: expect.stringContaining('Accept-Encoding') as string,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'permissions-policy': expect.stringContaining('camera=()') as string,
        'content-length': String(second.body.length),
      });
      expect(second.headers['content-encoding']).toBe(name);
      expect(decompress(second.body).toString()).toBe(decompress(first.body).toString());

      const head = await sendUntilFast(path, { 'accept-encoding': acceptEncoding }, 'HEAD');
      expect(head).toMatchObject({ status: 200, headers: first.headers });
      expect(head.body).toHaveLength(0);
    },
  );

  test('returns 304 to a client with the current version, with the same headers as if all hooks ran', async () => {
    cache.notify('');
    const etag = String((await send(path)).headers.etag);
    const fastResponse = await sendUntilFast(path, { 'if-none-match': etag });
    cache.notify('');
    const slowResponse = await send(path, { 'if-none-match': etag });
    expect(fastResponse).toEqual(slowResponse);
    expect(fastResponse.status).toBe(304);
    // A response first sent as a 304 can later be sent in full.
    const fullResponse = await sendUntilFast(path);
    cache.notify('');
    expect(fullResponse.headers).toEqual((await send(path)).headers);
    expect((await send(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('returns 304 without converting the body', async () => {
    cache.notify('');
    const { etag } = (await send(path, { 'accept-encoding': 'br' })).headers;
    const { status } = await sendUntilFast(path, { 'if-none-match': String(etag) });
    expect(status).toBe(304);
  });

  test.each([
    ['a signed-in user', () => ({ authorization: `Bearer ${token}` })],
    ['a request from another site', () => ({ origin: 'https://other.example.org' })],
    ['a request with a Content-Length header', () => ({ 'content-length': '0' })],
  ])('runs all hooks for %s', async (_case, headers) => {
    await sendUntilFast(path);
    const before = hookRunCount;
    const received = await send(path, headers());
    expect(received.status).toBe(200);
    expect(hookRunCount).toBe(before + 1);
  });
});

test('conversions wait in their client’s queue, but other cached responses do not', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slowPaths = [1, 2, 3].map((page) => `/slow?page=${page}`);
  const path = '/never-converted';
  render.mockImplementation(async (...[request]: unknown[]) => {
    const { url } = request as Request;
    if (slowPaths.some((slowPath) => url.endsWith(slowPath))) await released;
    return new Response(HTML + url, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  });
  onTestFinished(() => release());
  await sendUntilFast(path, { 'accept-encoding': 'br' });
  // These take all slots for one IP address.
  const rendered = render.mock.calls.length;
  const otherRequests = slowPaths.map((slowPath) => send(slowPath));
  await expect.poll(() => render.mock.calls.length).toBe(rendered + slowPaths.length);
  let isConverted = false;
  const convertedResponse = send(path, { 'accept-encoding': 'gzip' }).finally(
    () => (isConverted = true),
  );
  for (let count = 0; count < 20; count += 1) await send(path, { 'accept-encoding': 'br' });
  expect(isConverted).toBe(false);
  release();
  await Promise.all(otherRequests);
  expect(gunzipSync((await convertedResponse).body).toString()).toContain(HTML);
});

test('a response to a cross-origin request is not reused for other clients', async () => {
  cache.notify('');
  const path = '/api/properties?limit=3';
  const other = await send(path, { origin: 'https://other.example.org' });
  expect(other.headers['access-control-allow-origin']).toBe('https://other.example.org');
  const sameOrigin = await sendUntilFast(path);
  expect(sameOrigin.headers['access-control-allow-origin']).toBeUndefined();
});

test('a change is visible immediately', async () => {
  const path = '/api/properties?limit=2';
  const before = await sendUntilFast(path);
  await server.db.updateTable('properties').set({ title: 'Another title' }).execute();
  cache.notify('');
  expect((await send(path)).headers.etag).not.toBe(before.headers.etag);
});

test('cached responses are counted with their route', async () => {
  await sendUntilFast('/api/properties?limit=1');
  const readCount = async () =>
    Number(
      /request_duration_seconds_count\{method="GET",route="\/api\/properties",status="200"\} (\d+)/.exec(
        await metrics.registry.metrics(),
      )?.[1],
    );
  const before = await readCount();
  await send('/api/properties?limit=1');
  await expect.poll(readCount).toBe(before + 1);
});

test('requests without a host are rejected, and pipelined requests stay in order', async () => {
  await sendUntilFast('/about', { 'accept-encoding': 'br' });
  const socket = connect(Number(baseUrl.port), '127.0.0.1');
  const quickRequest = 'GET /about HTTP/1.1\r\nHost: x\r\n\r\n';
  const slowRequest = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';
  socket.write(
    `${quickRequest}${slowRequest}${quickRequest}GET /about HTTP/1.1\r\nConnection: close\r\n\r\n`,
  );
  const statuses = (await text(socket)).match(/HTTP\/1\.1 \d+/g);
  expect(statuses).toEqual(['200', '200', '200', '400'].map((status) => `HTTP/1.1 ${status}`));
});
