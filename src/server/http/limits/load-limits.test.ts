import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import type { AppOptions } from '../../app.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** An app that listens; `answerSlow` lets the requests to `/slow` that came so far have their answers. */
async function listen(changes: Partial<AppOptions> = {}) {
  const server = await startTestApp(changes);
  closers.push(server.close);
  const waiting: (() => void)[] = [];
  let arrived = Promise.withResolvers<void>();
  server.app.get('/slow', async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      arrived.resolve();
    });
    return 'done';
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    server,
    port,
    url,
    askSlow: async () => {
      arrived = Promise.withResolvers<void>();
      const answer = fetch(`${url}/slow`);
      await arrived.promise;
      // Not as the promise itself, which whoever asks would wait for.
      return { text: answer.then((response) => response.text()) };
    },
    answerSlow: () => waiting.splice(0).forEach((answer) => answer()),
  };
}

/** A connection that says something and hears everything. */
async function say(
  port: number,
  text: string,
): Promise<{ socket: Socket; ended: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  closers.push(async () => void socket.destroy());
  await once(socket, 'connect');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(text);
  return { socket, ended: once(socket, 'close').then(() => heard) };
}

describe('more at once than can be answered', () => {
  test('is 503 with the time to wait, until there is room again', async () => {
    const { url, askSlow, answerSlow, server } = await listen({ loadLimits: { inFlightMost: 2 } });
    const slow = [await askSlow(), await askSlow()];
    expect(server.app.load.inFlight()).toBe(2);
    const refused = await fetch(`${url}/api/properties`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'UNAVAILABLE' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    answerSlow();
    for (const { text } of slow) expect(await text).toBe('done');
    expect((await fetch(`${url}/api/properties`)).status).toBe(200);
  });
});

describe('somebody who takes their time', () => {
  test('with a body that does not end is cut off', async () => {
    const { port } = await listen({ loadLimits: { bodyTimeoutMs: 100 } });
    const { ended } = await say(
      port,
      'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na',
    );
    expect(await ended).not.toContain('201');
  });

  test('has limits for headers and between requests', async () => {
    const { server } = await listen();
    const { headersTimeout, keepAliveTimeout, timeout, maxConnections } = server.app.server;
    expect({ headersTimeout, keepAliveTimeout, timeout, maxConnections }).toEqual({
      headersTimeout: 15_000,
      keepAliveTimeout: 72_000,
      timeout: 600_000,
      maxConnections: 10_000,
    });
  });
});

describe('the end', () => {
  test('takes no new connections, and lets what is under way finish', async () => {
    const { server, port, askSlow, answerSlow } = await listen();
    const idle = await say(port, 'GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n');
    const slow = await askSlow();
    let isDrained = false;
    const drained = server.app.load.drain().then(() => (isDrained = true));
    // The connection on which nothing happens is closed.
    expect(await idle.ended).toContain('"ok"');
    const late = connect(port, '127.0.0.1');
    const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
    // What is under way may still use the app, as pages do.
    expect((await server.app.inject('/api/properties')).statusCode).toBe(200);
    expect(isDrained).toBe(false);
    answerSlow();
    expect(await slow.text).toBe('done');
    await drained;
  });
});

describe('a full disk', () => {
  test('takes no uploads, and everything else', async () => {
    let free = 1024 ** 3 - 1;
    const server: TestApp = await startTestApp({ freeDiskBytes: async () => free });
    closers.push(server.close);
    const agent = await server.addUser({ role: 'agent' });
    const send = () => ({ as: agent, form: toFormData(buildPropertyForm()) });
    const refusal = await server.refused(endpoints.createProperty, send());
    expect(refusal).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    expect(await server.ok(endpoints.listProperties)).toEqual([]);
    free += 1;
    await server.ok(endpoints.createProperty, send());
  });
});
