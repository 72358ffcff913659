import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { sendOutbound, type OutboundRequest } from './outbound-request.ts';

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** Starts a server on this machine. */
async function serve(listener: RequestListener): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.host} ${request.url}`);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

/** Returns a resolver with one result per lookup, which then repeats the last. */
function resolving(...results: string[][]): LookupFunction {
  let asked = 0;
  return (_name, _options, callback) => {
    const addresses = results[Math.min(asked, results.length - 1)] ?? [];
    asked += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
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
  ])('%s is refused', async (url) => {
    const { port, seen } = await serve((_request, response) => response.end());
    const sent = send(url.replace('PORT', String(port)), { reach: 'public' });
    await expect(sent).rejects.toMatchObject({ failure: 'address' });
    expect(seen).toEqual([]);
  });

  test.each([[['127.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::ffff:10.0.0.1']], [['100.64.0.1']]])(
    'a name that resolves to %j is refused',
    async (addresses) => {
      const { port, seen } = await serve((_request, response) => response.end());
      const sent = send(`http://hooks.example.org:${port}/`, {
        reach: 'public',
        lookup: resolving(addresses),
      });
      await expect(sent).rejects.toMatchObject({
        failure: 'address',
        message: 'hooks.example.org does not have a public address.',
      });
      expect(seen).toEqual([]);
    },
  );

  test('a name that later resolves to a private address is refused', async () => {
    const { port, seen } = await serve((_request, response) => response.end());
    const lookup = resolving(['127.0.0.1'], ['192.168.0.1']);
    const url = `http://hooks.example.org:${port}/`;
    expect((await send(url, { lookup })).status).toBe(200);
    await expect(send(url, { lookup })).rejects.toMatchObject({ failure: 'address' });
    expect(seen).toHaveLength(1);
  });

  test('servers from the settings can have any address', async () => {
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

  test('are followed, without secrets for another server', async () => {
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
    const near = await send(`http://127.0.0.1:${port}/`, options);
    expect([near.body.toString(), near.url]).toEqual(['Bearer x', `http://127.0.0.1:${port}/here`]);
    expect((await send(`http://127.0.0.1:${port}/away`, options)).body.toString()).toBe('nothing');
  });

  test('are checked like the first URL', async () => {
    const { port } = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    );
    const sent = send(`http://127.0.0.1:${port}/`, { maxRedirects: 2 });
    await expect(sent).rejects.toMatchObject({ failure: 'address' });
  });

  test('stop at the maximum', async () => {
    const { port, seen } = await serve((_request, response) =>
      response.writeHead(302, { location: '/' }).end(),
    );
    const sent = send(`http://127.0.0.1:${port}/`, { maxRedirects: 2 });
    await expect(sent).rejects.toMatchObject({ failure: 'redirect' });
    expect(seen).toHaveLength(3);
  });
});

describe('limits', () => {
  test('a body that is too large is refused or truncated', async () => {
    const { port } = await serve((_request, response) => response.end('x'.repeat(5_000)));
    const url = `http://127.0.0.1:${port}/`;
    await expect(send(url)).rejects.toMatchObject({ failure: 'size' });
    expect((await send(url, { whenLarger: 'cut' })).body).toHaveLength(1_000);
  });

  test('times out if the server stalls, before or after the headers', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/body') response.write('a');
    });
    for (const path of ['/', '/body']) {
      const sent = send(`http://127.0.0.1:${port}${path}`, { timeoutMs: 50 });
      await expect(sent).rejects.toMatchObject({ failure: 'timeout' });
    }
  });

  test('the caller can abort it', async () => {
    const { port } = await serve(() => undefined);
    const signal = AbortSignal.abort(new Error('Ended.'));
    await expect(send(`http://127.0.0.1:${port}/`, { signal })).rejects.toThrow('Ended.');
  });
});

describe('failures', () => {
  test.each([
    ['ftp://example.org/', 'url'],
    ['nothing', 'url'],
    ['http://a:b@example.org/', 'url'],
    ['http://name.invalid/', 'dns'],
  ])('%s: %s', async (url, failure) => {
    await expect(send(url)).rejects.toMatchObject({ failure });
  });

  test('a server without TLS, and one that is down', async () => {
    const { port } = await serve((_request, response) => response.end());
    await expect(send(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ failure: 'tls' });
    closers.splice(0).forEach((close) => close());
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
        `${String(request.headers['x-asked'])} ${Buffer.concat(chunks as Buffer[]).toString()}`,
      );
    });
  });
  const { status, headers, body } = await send(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'X-Asked': 'yes' },
    body: 'Grüße',
  });
  expect({ status, body: body.toString(), one: headers['x-one'] }).toEqual({
    status: 201,
    body: 'yes Grüße',
    one: 'a, b',
  });
});
