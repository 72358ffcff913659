/** Tests pages of searches with few results (sorted in memory) and many (read in index order). */

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import { allowLongStatements, inTransaction } from '#server/database/database.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { readPropertyList } from '../property-serializer.ts';

/** More listings than paging can reach. */
const LISTING_COUNT = 12_000;
let server: TestApp;
let agent: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  // Newest first: 2,500 cabins, 1,500 lighthouses, and more cabins. Every other home has a garden,
  // and all have rooms.
  await inTransaction(server.db, null, async (transaction) => {
    await allowLongStatements(transaction);
    await sql`
    insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
      bedrooms, bathrooms, sqft, property_type, status, created_at)
    select ${agent._id}, case when number between 2501 and 4000 then 'Lighthouse ' else 'Cabin ' end || number,
      case when number % 2 = 0 then 'Two rooms and a garden' else 'Two rooms and a yard' end || case when number % 2000 = 0 then ' and a tower' else '' end,
      100000 + number % 700, '1 Main Street', 'Salem', 'OR', '97301', 44.9, -123, case when number % 40 = 0 then 12 else number % 5 end, 1, 900,
      case when number % 3 = 0 then 'Condo' else 'House' end, 'For Sale', timestamptz '2026-01-01' - number * interval '1 minute'
    from generate_series(1, ${LISTING_COUNT}) number`.execute(transaction);
  });
  await sql`analyze`.execute(server.db);
  return () => server.close();
});

type Query = {
  searchTerm?: string;
  sort?: string;
  propertyType?: string;
  bedrooms?: number;
  minPrice?: number;
  agentId?: string;
};

const priceOf = (number: number) => 100_000 + (number % 700);
const bedroomsOf = (number: number) => (number % 40 === 0 ? 12 : number % 5);

/** Returns the numbers in the titles of a page of listings. */
async function findListingNumbers(
  query: Query & { page: number; limit: number },
): Promise<number[]> {
  const results = await server.ok(endpoints.listProperties, { query });
  return results.map(({ title }) => Number(title.split(' ')[1]));
}

/** Returns the numbers of the expected listings, in order. */
function computeExpectedNumbers(query: Query): number[] {
  const { searchTerm = '', sort, propertyType, bedrooms = 0, minPrice = 0 } = query;
  const words = searchTerm.toLowerCase().split(/[ ,]+/).filter(Boolean);
  const all = Array.from({ length: LISTING_COUNT }, (_, index) => index + 1).filter(
    (number) =>
      words.every((word) =>
        word === 'lighthouse'
          ? number > 2500 && number <= 4000
          : word === 'tower'
            ? number % 2000 === 0
            : word === 'rooms' || number % 2 === 0,
      ) &&
      (propertyType === undefined || (propertyType === 'Condo') === (number % 3 === 0)) &&
      bedroomsOf(number) >= bedrooms &&
      priceOf(number) >= minPrice,
  );
  // IDs increase with the number, and dates decrease.
  if (sort === 'price_asc') return all.toSorted((a, b) => priceOf(a) - priceOf(b) || a - b);
  if (sort === 'price_desc') return all.toSorted((a, b) => priceOf(b) - priceOf(a) || b - a);
  return all;
}

describe('a page of a search', () => {
  const searches: Query[] = [
    {},
    { searchTerm: 'garden' },
    { searchTerm: 'garden', sort: 'price_asc' },
    { searchTerm: 'garden', propertyType: 'House', bedrooms: 1, sort: 'price_desc' },
    { searchTerm: 'lighthouse' },
    { searchTerm: 'lighthouse', sort: 'price_desc' },
    { searchTerm: 'lighthouse garden', bedrooms: 4 },
    { searchTerm: 'garden', propertyType: 'Condo', bedrooms: 11 },
    { searchTerm: 'lighthouse', sort: 'price_asc', minPrice: 100_600 },
    { searchTerm: 'garden', sort: 'price_desc', minPrice: 100_100, bedrooms: 2 },
    { searchTerm: 'rooms' },
    { searchTerm: 'rooms', sort: 'price_asc' },
    { searchTerm: 'rooms', sort: 'price_desc', minPrice: 100_050 },
    { searchTerm: 'rooms', minPrice: 100_650 },
    { searchTerm: 'Garden, rooms', propertyType: 'House', minPrice: 100_690 },
    { searchTerm: 'garden', sort: 'price_desc', minPrice: 100_690, bedrooms: 1 },
    { searchTerm: 'rooms lighthouse', sort: 'price_asc' },
    { searchTerm: 'rooms tower', minPrice: 100_100 },
    { searchTerm: 'tower' },
    { searchTerm: 'tower lighthouse', sort: 'price_asc' },
    { propertyType: 'Condo', bedrooms: 3, sort: 'price_asc' },
  ];

  test.each(searches)('contains the correct listings in the correct order: %o', async (query) => {
    const expected = computeExpectedNumbers(query);
    const limit = 25;
    const lastPage = Math.ceil(Math.min(expected.length, MAX_REACHABLE_ENTRIES) / limit);
    const pagesBeyond = lastPage * limit < MAX_REACHABLE_ENTRIES ? [lastPage + 1] : [];
    for (const page of new Set([1, 2, Math.ceil(lastPage / 2), lastPage, ...pagesBeyond])) {
      const offset = (page - 1) * limit;
      expect(await findListingNumbers({ ...query, page, limit }), `page ${page}`).toEqual(
        expected.slice(offset, offset + limit),
      );
    }
  });

  test.each([...searches, { hasAgent: true }, { hasAgent: true, sort: 'price_desc' }])(
    'contains the correct listings with 12 and 24 per page: %o',
    async ({ hasAgent = false, ...query }: Query & { hasAgent?: boolean }) => {
      const expected = computeExpectedNumbers(query);
      for (const [page, limit] of [
        [1, 24],
        [3, 12],
        [40, 24],
      ] as const) {
        const offset = (page - 1) * limit;
        const pagedQuery = { ...query, ...(hasAgent ? { agentId: agent._id } : {}), page, limit };
        expect(await findListingNumbers(pagedQuery), `page ${page}`).toEqual(
          expected.slice(offset, offset + limit),
        );
      }
    },
  );

  test('is empty if the minimum price exceeds the maximum', async () => {
    const query = { minPrice: 200_000, maxPrice: 100_000 };
    const response = await server.send(endpoints.listProperties, { query });
    expect(response.headers['x-total-count']).toBe('0');
    expect(response.body).toEqual([]);
  });

  test('omits a listing that becomes unavailable after the search found it', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from properties where title in ('Cabin 1', 'Cabin 2', 'Cabin 3') order by id desc`.execute(
      server.db,
    );
    const ids = rows.map(({ id }) => id);
    await sql`update properties set is_available = false where title = 'Cabin 2'`.execute(
      server.db,
    );
    const titlesOf = async (source: 'available' | 'published') =>
      (
        JSON.parse((await readPropertyList(server.db, ids, source, server.clock.now())).text) as {
          title: string;
        }[]
      ).map(({ title }) => title);
    expect(await titlesOf('available')).toEqual(['Cabin 3', 'Cabin 1']);
    expect(await titlesOf('published')).toEqual(['Cabin 3', 'Cabin 2', 'Cabin 1']);
  });

  test('reports the spelling suggestions that its listings contain', async () => {
    const agent = await server.addUser({ role: 'agent' });
    await server.addProperty(agent, { title: 'A house you should see' });
    await server.addProperty(agent, { title: 'Cottage above Shoal Creek' });
    const { body, headers } = await server.send(endpoints.listProperties, {
      query: { searchTerm: 'shoul creek' },
    });
    expect(body.map(({ title }) => title)).toEqual(['Cottage above Shoal Creek']);
    // "should" starts with the searched word and ranks first among the spelling suggestions.
    expect(headers['x-searched-for']).toBe('shoal%20creek');
  });
});
