import { on, once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import type { AppOptions } from '../../app-options.ts';
import { createResponseCache } from '../../cache/response-cache.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

/** The length of a `/large` response: more than the operating system buffers for a client that does not read. */
const LARGE_RESPONSE_BYTES = 64 * 1024 * 1024;

async function* generateEndlessText() {
  for (;;) yield 'x'.repeat(10_000);
}

/** Starts an app. `/slow` responds when `finishSlow` is called. */
async function listen(overrides: Partial<AppOptions> = {}) {
  const server = await startTestApp(overrides);
  cleanups.push(server.close);
  const finishCallbacks: (() => void)[] = [];
  let arrived = Promise.withResolvers<void>();
  server.app.route({
    method: ['GET', 'POST'],
    url: '/slow',
    handler: async () => {
      await new Promise<void>((resolve) => {
        finishCallbacks.push(resolve);
        arrived.resolve();
      });
      return 'done';
    },
  });
  server.app.get('/large', async () => 'x'.repeat(LARGE_RESPONSE_BYTES));
  server.app.get('/stream', async () => Readable.from(generateEndlessText()));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    server,
    port,
    url,
    sendSlow: async (options: RequestInit = {}) => {
      arrived = Promise.withResolvers<void>();
      const pendingResponse = fetch(`${url}/slow`, options);
      await arrived.promise;
      // Wrapped in an object because an async function that returns a promise waits for it.
      return { text: pendingResponse.then((response) => response.text()) };
    },
    finishSlow: () => finishCallbacks.splice(0).forEach((respond) => respond()),
  };
}

/** Opens a connection that sends the text and collects what it receives. */
async function sendRaw(
  port: number,
  text: string,
): Promise<{ socket: Socket; ended: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  cleanups.push(async () => void socket.destroy());
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(text);
  return { socket, ended: once(socket, 'close').then(() => received) };
}

const statusOf = async (url: string) => (await fetch(url)).status;

describe('more concurrent requests than the server can handle', () => {
  test('get 503 with Retry-After while the limit is reached', async () => {
    const { url, sendSlow, finishSlow, server } = await listen({ loadLimits: { maxInFlight: 2 } });
    const slowResponses = [await sendSlow(), await sendSlow()];
    expect(server.app.load.inFlight()).toBe(2);
    const rejectedResponse = await fetch(`${url}/api/properties`);
    expect(rejectedResponse.status).toBe(503);
    expect(await rejectedResponse.json()).toMatchObject({ code: 'UNAVAILABLE' });
    expect(Number(rejectedResponse.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    finishSlow();
    for (const { text } of slowResponses) expect(await text).toBe('done');
    expect((await fetch(`${url}/api/properties`)).status).toBe(200);
  });
});

test('health checks do not count as in flight', async () => {
  const ping = Promise.withResolvers<void>();
  const { url, server } = await listen({
    loadLimits: { maxInFlight: 2 },
    pingDatabase: () => ping.promise,
  });
  const checks = Array.from({ length: 5 }, () => statusOf(`${url}/api/health`));
  // Sent after the checks: when it is answered, the server has received them.
  expect(await statusOf(`${url}/api/properties`)).toBe(200);
  expect(server.app.load.inFlight()).toBe(0);
  ping.resolve();
  expect(new Set(await Promise.all(checks))).toEqual(new Set([200]));
});

test('concurrent health checks from one IP address are limited', async () => {
  const ping = Promise.withResolvers<void>();
  const { url } = await listen({ pingDatabase: () => ping.promise });
  const checks = Array.from({ length: 25 }, () => statusOf(`${url}/api/health`));
  const rejected: number[] = [];
  for (const check of checks)
    void check.then((status) => {
      if (status !== 200) rejected.push(status);
    });
  await expect.poll(() => rejected).toEqual(Array(5).fill(429));
  ping.resolve();
  const statuses = await Promise.all(checks);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
});

test('an IP address over its limit gets 429, and others are served', async () => {
  const { port, url, sendSlow, finishSlow, server } = await listen({
    trustProxy: 1,
    loadLimits: { maxInFlight: 3, inFlightPerAddress: 1 },
  });
  const fetchFrom = (address: string, path = '/api/properties') =>
    fetch(url + path, { headers: { 'x-forwarded-for': address } });
  // The slow request has no `X-Forwarded-For` header, so its address is 127.0.0.1.
  const slowResponse = await sendSlow();
  expect((await fetchFrom('192.0.2.1')).status).toBe(200);
  const rejectedResponse = await fetchFrom('127.0.0.1');
  expect(rejectedResponse.status).toBe(429);
  expect(await rejectedResponse.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(Number(rejectedResponse.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetchFrom('127.0.0.1', '/api/events')).status).toBe(429);
  expect((await fetchFrom('127.0.0.1', '/api/health')).status).toBe(200);
  // A request with a body counts, and is rejected, once its body is complete.
  const { ended } = await sendRaw(port, `${UNFINISHED_REQUEST.replace('100', '2')}}`);
  expect(await ended).toContain('429');
  finishSlow();
  expect(await slowResponse.text).toBe('done');
  expect((await fetchFrom('127.0.0.1')).status).toBe(200);
  expect(server.app.load.inFlight()).toBe(0);
});

test('IP addresses behind a proxy take turns', async () => {
  const { port, server } = await listen({ trustProxy: 1 });
  const addresses = [...Array<string>(100).fill('192.0.2.1'), '192.0.2.2'];
  const sockets = addresses.map(() => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await expect
    .poll(() => promisify(server.app.server.getConnections).call(server.app.server))
    .toBe(101);
  const answered: string[] = [];
  const responses = sockets.map(async (socket, index) => {
    const address = addresses[index] ?? '';
    socket.write(
      `GET /api/nothing HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nConnection: close\r\n\r\n`,
    );
    await once(socket, 'data');
    answered.push(address);
    socket.destroy();
  });
  await Promise.all(responses);
  expect(answered.indexOf('192.0.2.2')).toBeLessThan(80);
});

test('an IP address whose bodies take up too much memory gets 429, and others are served', async () => {
  const { url, sendSlow, finishSlow } = await listen({
    trustProxy: 1,
    loadLimits: { bodyBytesPerAddress: 100_000, maxBodyBytes: 2_000_000 },
  });
  const request = (address: string, length: number) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify('x'.repeat(length - 2)),
  });
  const send = async (address: string, length: number) =>
    (await fetch(`${url}/api/contact`, request(address, length))).status;
  const slowResponse = await sendSlow(request('192.0.2.1', 60_000));
  const statuses = [
    await send('192.0.2.1', 60_000),
    await send('192.0.2.1', 1_000),
    await send('192.0.2.2', 60_000),
  ];
  finishSlow();
  expect(await slowResponse.text).toBe('done');
  // 400 because the body is invalid.
  expect([...statuses, await send('192.0.2.1', 60_000)]).toEqual([429, 400, 400, 400]);
});

const UNFINISHED_REQUEST =
  'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';

describe('requests with an unfinished body', () => {
  test('do not count as in flight, regardless of their number', async () => {
    const { port, url, server } = await listen({ loadLimits: { maxInFlight: 2 } });
    await Promise.all(Array.from({ length: 20 }, () => sendRaw(port, UNFINISHED_REQUEST)));
    expect(await statusOf(`${url}/api/properties`)).toBe(200);
    expect(server.app.load.inFlight()).toBe(0);
    const { socket, ended } = await sendRaw(port, UNFINISHED_REQUEST.replace('100', '2'));
    socket.write('}');
    socket.end();
    expect(await ended).toContain('VALIDATION_FAILED');
  });

  test('are evicted to admit later requests, oldest first per IP address', async () => {
    const { port, url } = await listen({ loadLimits: { unfinishedPerAddress: 2 } });
    const oldestRequest = await sendRaw(port, UNFINISHED_REQUEST);
    // Ensures that the server receives the requests in order.
    expect(await statusOf(`${url}/api/health`)).toBe(200);
    const second = await sendRaw(port, UNFINISHED_REQUEST);
    expect(await statusOf(`${url}/api/health`)).toBe(200);
    await sendRaw(port, UNFINISHED_REQUEST);
    expect(await oldestRequest.ended).toBe('');
    expect(second.socket.destroyed).toBe(false);
  });

  test('are logged with other shed requests, on one line with counts and no stack traces', async () => {
    const lines: string[] = [];
    const { port, url, server } = await listen({
      loadLimits: { unfinishedPerAddress: 1, maxInFlight: 0 },
      shedLogMs: 600_000,
      logLevel: 'info',
      logStream: { write: (line) => void lines.push(line) },
    });
    const first = await sendRaw(port, UNFINISHED_REQUEST);
    expect(await statusOf(`${url}/api/health`)).toBe(200);
    const second = await sendRaw(port, UNFINISHED_REQUEST);
    await first.ended;
    for (let count = 0; count < 3; count += 1) {
      expect(await statusOf(`${url}/api/properties`)).toBe(503);
    }
    second.socket.destroy();
    await server.app.close();
    const loggedLines = lines.filter((line) => !line.includes('Server listening'));
    expect(loggedLines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 40, refused: { 'unfinished requests': 1, 'requests in flight': 3 } },
    ]);
    expect(loggedLines.join('')).not.toContain('stack');
  });
});

describe('unread responses', () => {
  test('do not count as in flight', async () => {
    const { port, url, server } = await listen({ loadLimits: { maxInFlight: 1 } });
    const { socket } = await sendRaw(port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    expect(server.app.load.inFlight()).toBe(0);
    expect(await statusOf(`${url}/api/properties`)).toBe(200);
  });

  test('are evicted to admit later responses', async () => {
    const { port, url } = await listen({ loadLimits: { unreadPerAddress: 1 } });
    const { socket, ended } = await sendRaw(port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    expect(await statusOf(`${url}/api/properties`)).toBe(200);
    socket.resume();
    expect((await ended).length).toBeLessThan(LARGE_RESPONSE_BYTES);
  });
});

describe('the bytes of unread responses', () => {
  /** Opens a connection that stops reading at the beginning of a large response. */
  async function openStalledConnection(port: number) {
    const stalled = await sendRaw(port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(stalled.socket, 'data');
    stalled.socket.pause();
    return stalled;
  }

  test.each([
    ['per IP address', { unreadBytesPerAddress: LARGE_RESPONSE_BYTES / 2 }],
    ['in total', { maxUnreadBytes: LARGE_RESPONSE_BYTES * 1.5 }],
  ])('are limited %s by evicting the oldest response', async (_scope, loadLimits) => {
    const { port, url } = await listen({ loadLimits });
    const first = await openStalledConnection(port);
    expect(await statusOf(`${url}/api/properties`)).toBe(200);
    const second = await openStalledConnection(port);
    expect(await statusOf(`${url}/api/properties`)).toBe(200);
    for (const { socket } of [first, second]) socket.resume();
    expect((await first.ended).length).toBeLessThan(LARGE_RESPONSE_BYTES);
    expect(second.socket.destroyed).toBe(false);
  });

  test('include the buffers of streams', async () => {
    const { port } = await listen({ loadLimits: { unreadBytesPerAddress: 300_000 } });
    const openStream = async () => {
      const stalled = await sendRaw(port, 'GET /stream HTTP/1.1\r\nHost: a\r\n\r\n');
      await once(stalled.socket, 'data');
      stalled.socket.pause();
      return stalled;
    };
    const [first, second] = [await openStream(), await openStream()];
    await openStream();
    await openStream();
    first.socket.resume();
    await first.ended;
    expect(second.socket.destroyed).toBe(false);
  });

  test('no longer count once they have been read', async () => {
    const { port, url } = await listen({
      loadLimits: { unreadBytesPerAddress: LARGE_RESPONSE_BYTES / 2 },
    });
    const first = await sendRaw(port, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    let length = 0;
    for await (const [chunk] of on(first.socket, 'data') as AsyncIterable<[Buffer]>) {
      length += chunk.length;
      if (length > LARGE_RESPONSE_BYTES) break;
    }
    await openStalledConnection(port);
    expect(await statusOf(`${url}/api/properties`)).toBe(200);
    expect(first.socket.destroyed).toBe(false);
  });
});

describe('pipelined requests', () => {
  const rawGet = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

  /** Starts an app that serves `/api/properties` from its cache. */
  async function listenCached(unreadPerAddress = 10) {
    const responseCache = createResponseCache(1024 * 1024);
    responseCache.setLive(true);
    const app = await listen({ responseCache, loadLimits: { unreadPerAddress } });
    const { hits } = responseCache.counts();
    await expect
      .poll(async () => {
        await statusOf(`${app.url}/api/properties`);
        return responseCache.counts().hits - hits;
      })
      .toBeGreaterThan(1);
    return app;
  }

  test('get responses in order, even from the cache', async () => {
    const { port, finishSlow, server } = await listenCached();
    const close = 'GET /api/properties HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const { ended } = await sendRaw(port, rawGet('/slow') + rawGet('/api/properties') + close);
    await expect.poll(() => server.app.load.inFlight()).toBe(1);
    await expect
      .poll(() => {
        finishSlow();
        return server.app.load.inFlight();
      })
      .toBe(0);
    expect(await ended).toMatch(/done[\s\S]*\[\][\s\S]*\[\]$/);
  });

  test('close the connection when too many responses are waiting, cached or not', async () => {
    const { port, url, server } = await listenCached(2);
    const { ended } = await sendRaw(port, rawGet('/slow') + rawGet('/api/properties').repeat(3));
    expect(await ended).toBe('');
    expect(server.app.load.inFlight()).toBe(0);
    expect(await statusOf(`${url}/api/properties`)).toBe(200);
  });

  test('no longer count as in flight once their connection is lost', async () => {
    const { port, server } = await listenCached();
    const { socket } = await sendRaw(port, rawGet('/slow') + rawGet('/slow'));
    await expect.poll(() => server.app.load.inFlight()).toBe(2);
    socket.destroy();
    await expect.poll(() => server.app.load.inFlight()).toBe(0);
    await server.app.load.drain();
  });
});

test('connections from one IP address are limited, unless the server is behind a proxy', async () => {
  for (const [trustProxy, isClosed] of [
    [0, true],
    [1, false],
  ] as const) {
    const { port } = await listen({ trustProxy, loadLimits: { connectionsPerAddress: 2 } });
    const health = 'GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    await sendRaw(port, '');
    await sendRaw(port, '');
    const received = await (await sendRaw(port, health)).ended;
    expect(received.includes('"ok"')).toBe(!isClosed);
  }
});

test('new connections from one IP address are limited for some seconds, even if they are closed at once', async () => {
  const { port, server } = await listen({ loadLimits: { newConnectionsPerAddress: 3 } });
  const shed: string[] = [];
  server.app.countShed = (limit) => void shed.push(limit);
  const request = 'GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const isAnswered = async () => (await (await sendRaw(port, request)).ended).includes('"ok"');
  expect([await isAnswered(), await isAnswered(), await isAnswered()]).toEqual([true, true, true]);
  expect(await isAnswered()).toBe(false);
  expect(shed).toEqual(['new connections']);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  try {
    expect(await isAnswered()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test.each(['POST /api/contact', 'PUT /api/users/profile'])(
  'a client that does not finish its JSON body is disconnected (%s)',
  async (route) => {
    const { port, server } = await listen({ loadLimits: { bodyTimeoutMs: 100 } });
    const { token } = await server.addUser();
    const { ended } = await sendRaw(
      port,
      `${route} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na`,
    );
    expect(await ended).toBe('');
  },
);

test('a client that does not finish its body is disconnected even if its response was sent', async () => {
  const { port } = await listen({ loadLimits: { bodyTimeoutMs: 100 } });
  // Rejected before anything reads the body. Without the limit, the test times out.
  const { ended } = await sendRaw(
    port,
    'PUT /api/users/profile HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"na',
  );
  expect(await ended).toMatch('HTTP/1.1 401 ');
}, 10_000);

test('the server has timeouts and a maximum number of connections', async () => {
  const { server } = await listen();
  const { headersTimeout, keepAliveTimeout, timeout, maxConnections } = server.app.server;
  expect({ headersTimeout, keepAliveTimeout, timeout, maxConnections }).toEqual({
    headersTimeout: 15_000,
    keepAliveTimeout: 72_000,
    timeout: 600_000,
    maxConnections: 10_000,
  });
});

describe('draining', () => {
  test('accepts no new connections and lets requests in flight finish', async () => {
    const { server, port, sendSlow, finishSlow } = await listen();
    const idleConnection = await sendRaw(port, 'GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n');
    const slowResponse = await sendSlow();
    let isDrained = false;
    const drainPromise = server.app.load.drain().then(() => (isDrained = true));
    // Idle connections are closed.
    expect(await idleConnection.ended).toContain('"ok"');
    const lateSocket = connect(port, '127.0.0.1');
    const [error] = (await once(lateSocket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
    // Requests in flight can still call the API with `inject`, as page rendering does.
    expect((await server.app.inject('/api/properties')).statusCode).toBe(200);
    expect(isDrained).toBe(false);
    finishSlow();
    expect(await slowResponse.text).toBe('done');
    await drainPromise;
  });
});

describe('when the disk is almost full', () => {
  test('only uploads are rejected', async () => {
    let freeBytes = 1024 ** 3 - 1;
    const server: TestApp = await startTestApp({ freeDiskBytes: async () => freeBytes });
    cleanups.push(server.close);
    const agent = await server.addUser({ role: 'agent' });
    const send = () => ({ as: agent, form: toFormData(buildPropertyForm()) });
    const failure = await server.error(endpoints.createProperty, send());
    expect(failure).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(Number(failure.headers['retry-after'])).toBeGreaterThan(0);
    expect(await server.ok(endpoints.listProperties)).toEqual([]);
    freeBytes += 1;
    await server.ok(endpoints.createProperty, send());
  });
});
