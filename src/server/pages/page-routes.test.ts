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
