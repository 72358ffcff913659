import { expect, test } from 'vitest';
import { createApiClient } from './api-client.ts';
import { wholeListQuery } from './api-queries.ts';
import { createQueryClient } from './query-client.ts';

/** Simulates a server with this many offices, 100 per page; pages past the end are empty. */
function withOffices(count: number) {
  const asked: string[] = [];
  const api = createApiClient({
    fetch: async (path) => {
      asked.push(path);
      const page = Number(new URL(path, 'http://x').searchParams.get('page'));
      const ids = Array.from({ length: 230 }, (_, index) => ({ _id: String(index) }));
      const body = JSON.stringify(ids.slice((page - 1) * 100, page * 100));
      return new Response(body, { headers: { 'x-total-count': String(count) } });
    },
  });
  const offices = wholeListQuery('GET /offices', (page) => ({ query: { page, limit: 100 } }));
  return { asked, read: () => createQueryClient(api).fetchQuery(offices) };
}

test('loads a whole list page by page', async () => {
  const { asked, read } = withOffices(230);
  const offices = await read();
  expect(offices.map(({ _id }) => _id)).toEqual(Array.from({ length: 230 }, (_, i) => String(i)));
  expect(asked).toHaveLength(3);
});

test('ends with the existing entries if the list gets shorter in the meantime', async () => {
  const { asked, read } = withOffices(900);
  expect(await read()).toHaveLength(230);
  expect(asked).toHaveLength(4);
});
