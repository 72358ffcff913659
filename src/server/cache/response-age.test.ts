/** Tests that visitors see data at most a minute old, across all caches. */

import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { createResponseCache } from './response-cache.ts';

const clock = { now: 0 };
const cache = createResponseCache(4 * 1024 * 1024, { now: () => clock.now });
/** The page's API calls, its output, and its number of renders. */
const page = { calls: [] as string[], shown: [] as string[], count: 0 };
let server: TestApp;
let agent: TestUser;

beforeAll(async () => {
  cache.setLive(true);
  server = await startTestApp({
    responseCache: cache,
    now: () => new Date(clock.now),
    pages: {
      render: async (_request, { apiFetch }) => {
        page.count += 1;
        for (const path of page.calls) page.shown.push(await (await apiFetch(path, {})).text());
        return new Response('A page', { headers: { 'content-type': 'text/html' } });
      },
      filesFolder: null,
    },
  });
  agent = await server.addUser({ role: 'agent' });
  await server.addProperty(agent, { city: 'Olympia', state: 'WA' });
  return () => server.close();
});

beforeEach(() => {
  // Lets the previous test's entries expire.
  clock.now += 3_600_000;
  Object.assign(page, { calls: [], shown: [], count: 0 });
});

const LARGEST_PLACES_PATH = '/api/places/largest';
const get = async (path: string) => (await server.app.inject(path)).payload;

test('a page shows no data older than a minute', async () => {
  page.calls = [LARGEST_PLACES_PATH];
  const before = await get(LARGEST_PLACES_PATH);
  await server.addProperty(agent, { city: 'Olympia', state: 'WA' });
  // The largest places are cached for ten seconds, the response and the page for 25 each.
  cache.notify('');
  clock.now += 9_999;
  expect(await get(LARGEST_PLACES_PATH)).toBe(before);
  clock.now += 25_000;
  await get('/about');
  expect(page.shown).toEqual([before]);
  clock.now += 25_000;
  await get('/about');
  expect(page.count).toBe(1);
  clock.now += 1;
  await get('/about');
  expect(page.count).toBe(2);
  expect(page.shown[1]).not.toBe(before);
});
