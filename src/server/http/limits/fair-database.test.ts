import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { createResponseCache } from '#server/cache/response-cache.ts';
import { openDatabase } from '#server/database/database.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const responseCache = createResponseCache(1_000_000);
let server: TestApp;
let separate: ReturnType<typeof openDatabase>;
let people: TestUser[];
beforeAll(async () => {
  responseCache.setLive(true);
  server = await startTestApp({ responseCache });
  separate = openDatabase(server.databaseUrl, { maxConnections: 1 });
  people = [];
  for (let count = 0; count < 4; count += 1) people.push(await server.addUser({ role: 'agent' }));
});
afterAll(async () => {
  await separate.db.destroy();
  await server.close();
});

/** Makes statements that read listings and inquiries wait. */
async function lockTables() {
  const transaction = await separate.db.startTransaction().execute();
  await sql`lock table properties, inquiries, favorites in access exclusive mode`.execute(
    transaction,
  );
  const countWaiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks where not granted and database = (
        select oid from pg_database where datname = current_database())`.execute(transaction);
    return rows[0]?.count;
  };
  return { countWaiting, unlock: async () => transaction.rollback().execute() };
}

/** Starts slow reads and changes of several accounts at one address. */
function startFlood(): Promise<number>[] {
  return people.flatMap((as, index) => [
    server.status(endpoints.listProperties, { query: { page: (index % 2) + 1 } }),
    server.status(endpoints.listInquiries, { as, query: { searchTerm: 'garden' } }),
    server.status(endpoints.saveFavorite, { as, params: { propertyId: '1' } }),
    server.status(endpoints.exportInquiries, { as }),
  ]);
}

test('one address uses at most half of the database connections for all kinds of requests together', async () => {
  const other = await server.addUser();
  const { countWaiting, unlock } = await lockTables();
  const flood = startFlood();
  try {
    await expect.poll(countWaiting).toBe(2);
    for (let count = 0; count < 5; count += 1)
      expect(await server.status(endpoints.getProfile, { as: other, ip: '198.51.100.7' })).toBe(
        200,
      );
    expect(await countWaiting()).toBe(2);
  } finally {
    await unlock();
  }
  expect((await Promise.all(flood)).filter((status) => status >= 500)).toEqual([]);
});

test('a response that a busy address requested first does not keep others waiting', async () => {
  const { countWaiting, unlock } = await lockTables();
  const flood = startFlood();
  try {
    await expect.poll(countWaiting).toBe(2);
    const first = server.status(endpoints.getSite);
    expect(await server.status(endpoints.getSite, { ip: '198.51.100.7' })).toBe(200);
    expect(await first).toBe(200);
    expect(await countWaiting()).toBe(2);
  } finally {
    await unlock();
  }
  await Promise.all(flood);
});
