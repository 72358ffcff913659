import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { serveNames } from './name-server.fixture.ts';
import { sendOutbound, type OutboundRequest } from './outbound-request.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanUp) => cleanUp()));

/** Starts a server on this machine. */
async function serve(listener: RequestListener): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host} ${request.url}`);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

const send = (url: string, options: Partial<OutboundRequest> = {}) =>
  sendOutbound({ url, reach: 'loopback', timeoutMs: 5_000, maxBytes: 1_000, ...options });

describe('addresses', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
  ])('%s is rejected', async (url) => {
    const { port, requests } = await serve((_request, response) => response.end());
    const response = send(url.replace('PORT', String(port)), { reach: 'public' });
    await expect(response).rejects.toMatchObject({ failure: 'address' });
    expect(requests).toEqual([]);
  });

  test.each([[['127.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::ffff:10.0.0.1']], [['100.64.0.1']]])(
    'a name that resolves to %j is rejected',
    async (addresses) => {
      const { port, requests } = await serve((_request, response) => response.end());
      const response = send(`http://hooks.example.org:${port}/`, {
        reach: 'public',
        nameServers: [await serveNames({ 'hooks.example.org': addresses })],
      });
      await expect(response).rejects.toMatchObject({
        failure: 'address',
        message: 'hooks.example.org resolves to an address that is not public.',
      });
      expect(requests).toEqual([]);
    },
  );

  test('a name that later resolves to a private address is rejected', async () => {
    const { port, requests } = await serve((_request, response) => response.end());
    const names = { 'hooks.example.org': ['127.0.0.1'] };
    const nameServers = [await serveNames(names)];
    const url = `http://hooks.example.org:${port}/`;
    expect((await send(url, { nameServers })).status).toBe(200);
    names['hooks.example.org'] = ['192.168.0.1'];
    await expect(send(url, { nameServers })).rejects.toMatchObject({ failure: 'address' });
    expect(requests).toHaveLength(1);
  });

  test('configured servers can have any address', async () => {
    const { port } = await serve((_request, response) => response.end());
    expect((await send(`http://localhost:${port}/`, { reach: 'any' })).status).toBe(200);
  });
});

describe('redirects', () => {
  test('are returned as responses unless followed', async () => {
    const { port } = await serve((_request, response) =>
      response.writeHead(302, { location: '/other' }).end(),
    );
    expect((await send(`http://127.0.0.1:${port}/`)).status).toBe(302);
  });

  test('are followed, without sending secrets to another server', async () => {
    const other = await serve((request, response) =>
      response.end(request.headers.authorization ?? 'nothing'),
    );
    const { port } = await serve((request, response) =>
      request.url === '/here'
        ? response.end(request.headers.authorization)
        : response
            .writeHead(302, {
              location: request.url === '/away' ? `http://127.0.0.1:${other.port}/` : '/here',
            })
            .end(),
    );
    const options = { maxRedirects: 2, headers: { Authorization: 'Bearer x' } };
    const sameServer = await send(`http://127.0.0.1:${port}/`, options);
    expect([sameServer.body.toString(), sameServer.url]).toEqual([
      'Bearer x',
      `http://127.0.0.1:${port}/here`,
    ]);
    expect((await send(`http://127.0.0.1:${port}/away`, options)).body.toString()).toBe('nothing');
  });

  test('are checked like the original URL', async () => {
    const { port } = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    );
    const response = send(`http://127.0.0.1:${port}/`, { maxRedirects: 2 });
    await expect(response).rejects.toMatchObject({ failure: 'address' });
  });

  test('stop at the maximum', async () => {
    const { port, requests } = await serve((_request, response) =>
      response.writeHead(302, { location: '/' }).end(),
    );
    const response = send(`http://127.0.0.1:${port}/`, { maxRedirects: 2 });
    await expect(response).rejects.toMatchObject({ failure: 'redirect' });
    expect(requests).toHaveLength(3);
  });
});

describe('limits', () => {
  test('a body that is too large is rejected or truncated', async () => {
    const { port } = await serve((_request, response) => response.end('x'.repeat(5_000)));
    const url = `http://127.0.0.1:${port}/`;
    await expect(send(url)).rejects.toMatchObject({ failure: 'size' });
    expect((await send(url, { whenLarger: 'truncate' })).body).toHaveLength(1_000);
  });

  test('times out if the server stalls, before or after the headers', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/body') response.write('a');
    });
    for (const path of ['/', '/body']) {
      const response = send(`http://127.0.0.1:${port}${path}`, { timeoutMs: 50 });
      await expect(response).rejects.toMatchObject({ failure: 'timeout' });
    }
  });

  test('the caller can abort the request', async () => {
    const { port } = await serve(() => undefined);
    const signal = AbortSignal.abort(new Error('Canceled.'));
    await expect(send(`http://127.0.0.1:${port}/`, { signal })).rejects.toThrow('Canceled.');
  });
});

describe('failures', () => {
  test.each([
    ['ftp://example.org/', 'url'],
    ['nothing', 'url'],
    ['http://a:b@example.org/', 'url'],
  ])('%s fails with the reason "%s"', async (url, failure) => {
    await expect(send(url)).rejects.toMatchObject({ failure });
  });

  test('distinguishes a server without TLS from one that is down', async () => {
    const { port } = await serve((_request, response) => response.end());
    await expect(send(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ failure: 'tls' });
    cleanups.splice(0).forEach((cleanUp) => cleanUp());
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      failure: 'connection',
    });
  });
});

test('sends the request and returns the response', async () => {
  const { port } = await serve((request, response) => {
    void request.toArray().then((chunks) => {
      response.writeHead(201, { 'x-one': ['a', 'b'], 'content-type': 'text/plain' });
      response.end(
        `${String(request.headers['x-test'])} ${Buffer.concat(chunks as Buffer[]).toString()}`,
      );
    });
  });
  const { status, headers, body } = await send(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'X-Test': 'yes' },
    body: 'Grüße',
  });
  expect({ status, body: body.toString(), one: headers['x-one'] }).toEqual({
    status: 201,
    body: 'yes Grüße',
    one: 'a, b',
  });
});
