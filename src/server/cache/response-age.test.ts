/** What is shown is at most a minute old, in however many memories it was on its way. */

import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { createResponseCache } from './response-cache.ts';

const clock = { now: 0 };
const cache = createResponseCache(4 * 1024 * 1024, { now: () => clock.now });
/** What the page calls, and how often it was rendered. */
const page = { calls: [] as string[], count: 0 };
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
        for (const path of page.calls) await apiFetch(path, {});
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
  // Nothing of the test before is new enough.
  clock.now += 3_600_000;
  Object.assign(page, { calls: [], count: 0 });
});

const LIST = '/api/properties?limit=1';
const LARGEST = '/api/places/largest';
const get = async (path: string) => (await server.app.inject(path)).payload;

test('a page is as old as the oldest response that it shows', async () => {
  page.calls = [LIST];
  await get(LIST);
  clock.now += 20_000;
  await get('/for-sale');
  clock.now += 10_000;
  await get('/for-sale');
  expect(page.count).toBe(1);
  clock.now += 1;
  await get('/for-sale');
  expect(page.count).toBe(2);
});

test('what every page shows does not make all of them anew at once', async () => {
  page.calls = [LARGEST];
  await get(LARGEST);
  clock.now += 20_000;
  await get('/about');
  clock.now += 30_000;
  await get('/about');
  expect(page.count).toBe(1);
});

test('a response is as old as what it is made of', async () => {
  const before = await get(LARGEST);
  await server.addProperty(agent, { city: 'Olympia', state: 'WA' });
  clock.now += 20_000;
  // An import: all that is cached goes, and what the service remembers is given once more.
  cache.drop();
  expect(await get(LARGEST)).toBe(before);
  clock.now += 10_000;
  expect(await get(LARGEST)).toBe(before);
  clock.now += 1;
  expect(await get(LARGEST)).not.toBe(before);
});
