import { expect, test } from 'vitest';
import { createApiClient } from './api-client.ts';
import { allPagesQuery } from './api-queries.ts';
import { createQueryClient } from './query-client.ts';

/** Simulates a server with 230 offices, 100 per page, that reports `totalCount` of them. */
function createOfficesApi(totalCount: number) {
  const requestedPaths: string[] = [];
  const api = createApiClient({
    fetch: async (path) => {
      requestedPaths.push(path);
      const page = Number(new URL(path, 'http://x').searchParams.get('page'));
      const ids = Array.from({ length: 230 }, (_, index) => ({ _id: String(index) }));
      const body = JSON.stringify(ids.slice((page - 1) * 100, page * 100));
      return new Response(body, { headers: { 'x-total-count': String(totalCount) } });
    },
  });
  const offices = allPagesQuery('GET /offices', (page) => ({ query: { page, limit: 100 } }));
  return { requestedPaths, read: () => createQueryClient(api).fetchQuery(offices) };
}

test('loads every page of a list', async () => {
  const { requestedPaths, read } = createOfficesApi(230);
  const offices = await read();
  expect(offices.map(({ _id }) => _id)).toEqual(Array.from({ length: 230 }, (_, i) => String(i)));
  expect(requestedPaths).toHaveLength(3);
});

test('stops at an empty page if the list shrinks while it is being loaded', async () => {
  const { requestedPaths, read } = createOfficesApi(900);
  expect(await read()).toHaveLength(230);
  expect(requestedPaths).toHaveLength(4);
});
