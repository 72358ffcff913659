import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { createResponseCache } from '../cache/response-cache.ts';

test('a page with a link’s token is never cached, even if the parameter’s name is encoded', async () => {
  const responseCache = createResponseCache(1024 * 1024);
  responseCache.setLive(true);
  let renderCount = 0;
  const server = await startTestApp({
    responseCache,
    pages: {
      render: async () => {
        renderCount += 1;
        return new Response(`<p>${'A shared list '.repeat(100)}</p>`, {
          headers: { 'content-type': 'text/html' },
        });
      },
      filesFolder: null,
    },
  });
  const accept = { 'accept-encoding': 'br' };
  const requestTwice = async (url: string) => {
    renderCount = 0;
    const responses = [];
    for (let time = 0; time < 2; time += 1)
      responses.push(await server.app.inject({ url, headers: accept }));
    return {
      renderCount,
      isPrivate: responses.every(
        ({ headers }) =>
          headers['cache-control'] === 'no-store' &&
          headers['referrer-policy'] === 'no-referrer' &&
          headers['x-robots-tag'] === 'noindex' &&
          headers['content-encoding'] === undefined,
      ),
    };
  };
  for (const query of ['token=x', '%74oken=x', 'a=1&to%6Ben=x'])
    expect({ query, ...(await requestTwice(`/shared?${query}`)) }).toEqual({
      query,
      renderCount: 2,
      isPrivate: true,
    });
  expect(await requestTwice('/shared?tokens=x')).toEqual({ renderCount: 1, isPrivate: false });
  await server.close();
});

test('a page never waits for other pages of the client that requested it first', async () => {
  const responseCache = createResponseCache(1024 * 1024);
  responseCache.setLive(true);
  const slowRender = Promise.withResolvers<void>();
  const rendered: string[] = [];
  const server = await startTestApp({
    responseCache,
    pages: {
      render: async (request, { apiFetch }) => {
        const { pathname } = new URL(request.url);
        const { status } = await apiFetch('/api/properties?limit=1', {});
        rendered.push(`${pathname} ${status}`);
        if (pathname.startsWith('/slow')) await slowRender.promise;
        return new Response('<p>Page</p>', { headers: { 'content-type': 'text/html' } });
      },
      filesFolder: null,
    },
  });
  const open = (url: string, remoteAddress: string) => server.app.inject({ url, remoteAddress });
  const slowPages = ['/slow-1', '/slow-2', '/slow-3'].map((url) => open(url, '192.0.2.1'));
  await expect.poll(() => rendered.length).toBe(3);
  const waitingRequest = open('/popular', '192.0.2.1');
  expect((await open('/popular', '192.0.2.2')).statusCode).toBe(200);
  expect(rendered.toSorted()).toEqual([
    '/popular 200',
    '/slow-1 200',
    '/slow-2 200',
    '/slow-3 200',
  ]);
  slowRender.resolve();
  for (const page of [...slowPages, waitingRequest]) expect((await page).statusCode).toBe(200);
  // The waiting request was sent the page that the other client's request had rendered.
  expect(rendered).toHaveLength(4);
  await server.close();
});

test('rendering the pages of one client does not delay new connections of others', async () => {
  let renderCount = 0;
  const server = await startTestApp({
    pages: {
      render: async () => {
        renderCount += 1;
        for (let part = 0; part < 4; part += 1) {
          await nextIteration();
          // Rendering occupies the process.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3);
        }
        return new Response('<p>Page</p>', { headers: { 'content-type': 'text/html' } });
      },
      filesFolder: null,
    },
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const connectAndGet = async (paths: readonly string[]) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    return socket;
  };
  const pagePaths = (count: number) =>
    Array.from({ length: count }, (_, index) => `/?page=${index}`);
  const sockets = [await connectAndGet(pagePaths(200))];
  await expect.poll(() => renderCount).toBeGreaterThan(0);
  const earlierCount = renderCount;
  sockets.push(...(await Promise.all(pagePaths(60).map((path) => connectAndGet([path])))));
  const other = await connectAndGet(['/api/health']);
  sockets.push(other);
  const [response] = (await once(other, 'data')) as [Buffer];
  expect(response.toString()).toContain('HTTP/1.1 200');
  expect(renderCount - earlierCount).toBeLessThan(20);
  for (const socket of sockets) socket.destroy();
  await server.close();
});
