import { expect, test } from 'vitest';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { createResponseCache } from '../cache/response-cache.ts';

test('a page with a link’s token is never cached, no matter how its name is encoded', async () => {
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
  const count = async (url: string) => {
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
    expect({ query, ...(await count(`/shared?${query}`)) }).toEqual({
      query,
      renderCount: 2,
      isPrivate: true,
    });
  expect(await count('/shared?tokens=x')).toEqual({ renderCount: 1, isPrivate: false });
  await server.close();
});
