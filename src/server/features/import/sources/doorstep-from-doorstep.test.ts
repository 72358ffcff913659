import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { LISTING_COLUMNS } from './listing-columns.fixture.ts';

let target: TestApp;
let source: TestApp;
beforeAll(async () => {
  source = await startTestApp();
  target = await startTestApp();
  return async () => {
    await target.close();
    await source.close();
  };
});

test('syncs listings from another installation through its RESO service', async () => {
  const baseUrl = `${await source.app.listen({ port: 0, host: '127.0.0.1' })}/reso/odata`;
  const agent = await source.addUser({ role: 'agent' });
  const ids = [
    await source.addProperty(agent, { title: 'A HOUSE IN CAPITALS', features: ['dishwasher'] }),
    await source.addProperty(agent, { status: 'For Rent', price: 2_100, pets: 'cats' }),
    await source.addProperty(agent, { is_available: false }),
    ...(await Promise.all(Array.from({ length: 20 }, () => source.addProperty(agent)))),
  ];
  const { clientId, clientSecret } = await source.ok(endpoints.createApiKey, {
    as: await source.addUser({ role: 'admin' }),
    body: { name: 'Partner', scopes: ['reso:read'] },
  });

  const as = await target.addUser({ role: 'admin' });
  const { _id: defaultAgentId } = await target.addUser({ role: 'agent' });
  const tokenUrl = baseUrl.replace('/reso/odata', '/oauth/token');
  const { _id: id } = await target.ok(endpoints.createDataSource, {
    as,
    body: {
      name: 'Partner',
      baseUrl,
      auth: { kind: 'client_credentials', tokenUrl, clientId, clientSecret },
      defaultAgentId,
    },
  });
  const sync = async () => {
    await target.ok(endpoints.startSourceRun, { as, params: { id } });
    await target.waitUntilIdle();
    const [run] = await target.ok(endpoints.listSourceRuns, { as, params: { id } });
    return run;
  };
  const readListings = async (app: TestApp, keyColumn: string) => {
    const { rows } = await sql<{ key: string }>`
      select ${sql.raw(keyColumn)} as key, ${sql.raw(LISTING_COLUMNS)} from properties order by 1`.execute(
      app.db,
    );
    return rows;
  };
  const expectSameListings = async () =>
    expect(await readListings(target, `split_part(listing_key, ':', 3)`)).toEqual(
      await readListings(source, 'id::text'),
    );

  expect(await sync()).toMatchObject({ state: 'done', added: ids.length, refused: 0 });
  await expectSameListings();

  await source.clock.advance(60_000);
  for (const params of ids.slice(0, 2).map((listingId) => ({ id: listingId })))
    await source.ok(endpoints.toggleAvailability, { as: agent, params });
  expect(await sync()).toMatchObject({ state: 'done', updated: 2 });
  await expectSameListings();
});
