import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { inTransaction } from '#server/database/database.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { findLargestCities, MAX_MATCHED_PLACES } from './place-repository.ts';
import { findSimilarNames, MAX_COMPARED_CITIES } from './similar-name-repository.ts';

const DAY_MS = 86_400_000;

let server: TestApp;
let agent: TestUser;

const AUSTIN = {
  city: 'Austin',
  state: 'TX',
  zip_code: '78704',
  latitude: 30.25,
  longitude: -97.75,
};

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  const now = server.clock.now().getTime();
  const homes = [
    { address: '12 Main St', price: 300_000, sqft: 1_000, days: 1 },
    { address: '14 Main St', price: 400_000, sqft: 1_000, days: 2 },
    {
      address: '1 Oak Ave',
      price: 500_000,
      sqft: 2_000,
      days: 4,
      zip_code: '78701',
      latitude: 30.35,
    },
    { address: '2 Oak Ave', price: 900_000, sqft: 3_000, days: 10, city: 'AUSTIN', state: 'Texas' },
  ];
  for (const { days, ...home } of homes)
    await server.addProperty(agent, {
      ...AUSTIN,
      ...home,
      status: 'For Sale',
      created_at: new Date(now - days * DAY_MS - 1_000),
    });
  await server.addProperty(agent, {
    ...AUSTIN,
    address: '9 Main St',
    status: 'For Rent',
    price: 2_000,
  });
  await server.addProperty(agent, { ...AUSTIN, address: '8 Main St', is_available: false });
  await server.addProperty(agent, {
    city: 'Austinburg',
    state: 'OH',
    zip_code: '44010',
    address: '5th Ave',
    latitude: 0,
    longitude: 0,
  });
  await server.addProperty(agent, {
    city: "Coeur d'Alene",
    state: 'ID',
    zip_code: '83814',
    address: '7 Lake Rd',
    latitude: 47.7,
    longitude: -116.8,
    is_available: false,
  });
  return () => server.close();
});

const suggest = async (term: string, status?: string) =>
  server.ok(endpoints.listPlaces, { query: { term, ...(status === undefined ? {} : { status }) } });
const listLabels = async (term: string, status?: string) =>
  (await suggest(term, status)).map(({ label, count }) => `${label} (${count})`);

describe('GET /places', () => {
  test('returns cities that begin with a term, largest first', async () => {
    expect(await listLabels('aus')).toEqual(['Austin, TX (5)', 'Austinburg, OH (1)']);
    expect(await listLabels('Austin, T')).toEqual(['Austin, TX (5)']);
    expect(await listLabels('austin texas')).toEqual(['Austin, TX (5)']);
  });

  test('counts only homes with the requested status', async () => {
    expect(await listLabels('aus', 'For Rent')).toEqual(['Austin, TX (1)']);
  });

  test('returns ZIP codes with their city', async () => {
    const [first, second, ...rest] = await suggest('787');
    expect(rest).toEqual([]);
    expect(first).toEqual({
      kind: 'zip',
      label: '78704 · Austin, TX',
      city: 'Austin',
      state: 'TX',
      zipCode: '78704',
      count: 4,
      forSale: 3,
      forRent: 1,
      latitude: 30.25,
      longitude: -97.75,
      bounds: [-97.75, 30.25, -97.75, 30.25],
    });
    expect(second).toMatchObject({ label: '78701 · Austin, TX', count: 1 });
    const [rentals] = await suggest('78704', 'For Rent');
    expect(rentals).toMatchObject({ count: 1 });
    expect(rentals).not.toHaveProperty('forRent');
  });

  test('returns addresses by number or street name and groups homes at one address', async () => {
    expect(await listLabels('12 main')).toEqual(['12 Main St, Austin, TX (1)']);
    expect(await listLabels('oak')).toEqual([
      '1 Oak Ave, Austin, TX (1)',
      '2 Oak Ave, AUSTIN, TX (1)',
    ]);
    expect(await listLabels('5th')).toEqual(['5th Ave, Austinburg, OH (1)']);
    const second = await server.addProperty(agent, { ...AUSTIN, address: '14 Main St.' });
    const [first] = await suggest('main');
    expect(first).toMatchObject({
      kind: 'address',
      count: 2,
      propertyId: second,
      zipCode: '78704',
    });
    await server.db.deleteFrom('properties').where('id', '=', second).execute();
  });

  test('suggests spellings only if no place begins with the term', async () => {
    expect(await listLabels('Austni')).toEqual(['Austin, TX (5)']);
    expect(await listLabels('Ausitnb')).toEqual([]);
    expect(await listLabels('Oustin')).toEqual(['Austin, TX (5)']);
    expect(await listLabels('xyzzy')).toEqual([]);
    expect(await listLabels('...')).toEqual([]);
    expect(await listLabels('coeur')).toEqual([]);
    for (const term of ['Austni, TX', 'Asutin Texas']) {
      expect(await listLabels(term)).toEqual(['Austin, TX (5)']);
    }
    expect(await listLabels('Austin, OK')).toEqual([]);
  });

  test('compares only the largest cities', async () => {
    await inTransaction(server.db, null, async (transaction) => {
      await sql`
        create temporary table place_cities (city_key text, state_key text, listing_count int) on commit drop`.execute(
        transaction,
      );
      await sql`insert into pg_temp.place_cities
        select 'city ' || g, 'tx', g from generate_series(1, ${MAX_COMPARED_CITIES + 1}::int) g`.execute(
        transaction,
      );
      const findNames = async (term: string) =>
        (await findSimilarNames(transaction, [term])).map(({ name }) => name);
      expect(await findNames('citty 20001')).toContain('city 20001');
      expect(await findNames('citty 1')).not.toContain('city 1');
    });
  });

  test('suggests no spellings for a term that folding expands to hundreds of letters', async () => {
    // Each letter folds to three, so the term and the name fold to hundreds of letters. Both begin with ᄀ.
    const name = `ᄀ${'ﬃ'.repeat(99)}`;
    const homeId = await server.addProperty(agent, { city: name, state: 'TX', zip_code: '79999' });
    for (const term of ['각'.repeat(100), `${'각'.repeat(97)} TX`]) {
      expect(await listLabels(term)).toEqual([]);
    }
    await server.db.deleteFrom('properties').where('id', '=', homeId).execute();
  });

  test('returns null coordinates for a place whose homes have no position', async () => {
    expect((await suggest('austinburg'))[0]).toMatchObject({
      latitude: null,
      longitude: null,
      bounds: null,
    });
  });

  test('requires a term of 1 to 100 characters', async () => {
    for (const term of ['', '  ', 'x'.repeat(101)]) {
      const { status } = await server.error(endpoints.listPlaces, { query: { term } });
      expect(status).toBe(400);
    }
    expect(await listLabels('x'.repeat(100))).toEqual([]);
    // Other endpoints treat the term 'all' as absent.
    expect(await listLabels('all')).toEqual([]);
  });

  test('is correct before and after the totals are refreshed', async () => {
    const before = await listLabels('aus');
    await server.app.background.waitUntilIdle();
    await server.clock.advance(60_000);
    await listLabels('austinb');
    await server.app.background.waitUntilIdle();
    const recordedChanges = await sql`select from place_changes`.execute(server.db);
    expect(recordedChanges.rows).toEqual([]);
    await server.db
      .updateTable('properties')
      .set({ zip_code: '78702' })
      .where('address', '=', '1 Oak Ave')
      .execute();
    expect(await listLabels('aus')).toEqual(before);
    expect(await listLabels('78702')).toEqual(['78702 · Austin, TX (1)']);
    expect(await listLabels('78701')).toEqual([]);
    await server.db
      .updateTable('properties')
      .set({ zip_code: '78701' })
      .where('address', '=', '1 Oak Ave')
      .execute();
  });

  test('counts at most about 5,000 homes of changed places, the smallest places first', async () => {
    const refresh = async () => {
      await server.app.background.waitUntilIdle();
      await server.clock.advance(60_000);
      await listLabels('austinb');
      await server.app.background.waitUntilIdle();
    };
    await refresh();
    const before = await listLabels('787');
    await sql`
      update places set listing_count = 5000
      where zip_key = '78704' and status = 'For Sale'`.execute(server.db);
    const ids = [
      await server.addProperty(agent, AUSTIN),
      await server.addProperty(agent, { ...AUSTIN, zip_code: '78701' }),
    ];
    expect(await listLabels('787')).toEqual([
      '78704 · Austin, TX (5001)',
      '78701 · Austin, TX (2)',
    ]);
    expect(await listLabels('austin')).toContain('Austin, TX (5003)');
    await server.db.deleteFrom('properties').where('id', 'in', ids).execute();
    await refresh();
    expect(await listLabels('787')).toEqual(before);
  });

  test('considers a limited number of places for suggestions, but all places for the largest cities', async () => {
    const addPlaces = (name: string, zip: string, count: number, listingCount: number) =>
      sql`
        insert into places (state_key, city_key, zip_key, status, city, state, zip_code, listing_count, located_count, latitude_sum, longitude_sum)
        select 'zz', ${name} || g, ${zip} || lpad(g::text, 6, '0'), 'For Sale', ${name} || g, 'ZZ', ${zip} || g, ${listingCount}::int, 0, 0, 0
        from generate_series(1, ${count}::int) g`.execute(server.db);
    await addPlaces('qa', '77a', MAX_MATCHED_PLACES, 1);
    await addPlaces('qb', '77b', 1, 1_000);
    expect((await suggest('77b'))[0]).toMatchObject({ count: 1_000 });
    expect(await suggest('77')).not.toContainEqual(expect.objectContaining({ count: 1_000 }));
    const [largest] = await findLargestCities(server.db);
    expect(largest).toMatchObject({ city: 'qb1', count: 1_000 });
    await sql`delete from places where state_key = 'zz'`.execute(server.db);
  });
});

describe('GET /places/largest', () => {
  test('lists cities by their number of homes of both statuses', async () => {
    const [first, second] = await server.ok(endpoints.listLargestPlaces);
    expect(first).toEqual({
      label: 'Austin, TX',
      city: 'Austin',
      state: 'TX',
      slugs: { state: 'tx', city: 'austin' },
      count: 5,
      forSale: 4,
      forRent: 1,
      status: 'For Sale',
    });
    expect(second).toMatchObject({ label: 'Austinburg, OH', count: 1 });
  });

  test('counts a new home within a minute', async () => {
    const before = await server.ok(endpoints.listLargestPlaces);
    const homeId = await server.addProperty(agent, { city: 'Austinburg', state: 'OH' });
    expect(await server.ok(endpoints.listLargestPlaces)).toEqual(before);
    await server.clock.advance(60_000);
    const [, second] = await server.ok(endpoints.listLargestPlaces);
    expect(second).toMatchObject({ label: 'Austinburg, OH', count: 2 });
    await server.db.deleteFrom('properties').where('id', '=', homeId).execute();
    await server.clock.advance(60_000);
  });
});

describe('GET /places/:state/:city', () => {
  const get = async (state: string, city: string, status?: string) =>
    server.ok(endpoints.getCity, {
      params: { state, city },
      query: status === undefined ? {} : { status },
    });

  test('returns market data for homes for sale, with interpolated medians', async () => {
    const place = await get('tx', 'austin');
    expect(place).toEqual({
      kind: 'city',
      label: 'Austin, TX',
      city: 'Austin',
      state: 'TX',
      count: 4,
      latitude: expect.closeTo(30.275),
      longitude: -97.75,
      bounds: [-97.75, 30.25, -97.75, 30.35],
      medianPrice: 450_000,
      medianPricePerSqft: 300,
      medianDaysListed: 3,
      reducedShare: 0,
    });
    expect(await get('texas', 'AUSTIN')).toEqual(place);
  });

  test('returns the share of homes with a recent price cut', async () => {
    const now = server.clock.now();
    await server.db
      .updateTable('properties')
      .set({ previous_price: 450_000, price_changed_at: now })
      .where('address', '=', '14 Main St')
      .execute();
    expect((await get('tx', 'austin')).reducedShare).toBe(0.25);
  });

  test('returns only the location if no homes with that status are available', async () => {
    expect(await get('id', 'coeur-dalene')).toEqual({
      kind: 'city',
      label: "Coeur d'Alene, ID",
      city: "Coeur d'Alene",
      state: 'ID',
      count: 0,
      latitude: 47.7,
      longitude: -116.8,
      bounds: [-116.8, 47.7, -116.8, 47.7],
      medianPrice: null,
      medianPricePerSqft: null,
      medianDaysListed: null,
      reducedShare: null,
    });
    expect(await get('oh', 'austinburg', 'For Rent')).toMatchObject({ count: 0, bounds: null });
  });

  test('returns 404 for a place without listings', async () => {
    for (const [state, city] of [
      ['tx', 'nowhere'],
      ['ok', 'austin'],
      ['tx', '-'],
    ] as const) {
      const { status } = await server.error(endpoints.getCity, { params: { state, city } });
      expect(status).toBe(404);
    }
  });

  test('rejects an invalid status', async () => {
    const error = await server.error(endpoints.getCity, {
      params: { state: 'tx', city: 'austin' },
      query: { status: 'Sold' },
    });
    expect(error.status).toBe(400);
  });
});

describe('GET /places/:state/:city/:zip', () => {
  const params = { state: 'tx', city: 'austin', zip: '78701' };

  test('returns market data for a ZIP code', async () => {
    expect(await server.ok(endpoints.getZip, { params })).toMatchObject({
      kind: 'zip',
      label: '78701 · Austin, TX',
      zipCode: '78701',
      count: 1,
      medianPrice: 500_000,
      medianPricePerSqft: 250,
      medianDaysListed: 4,
    });
    const rent = await server.ok(endpoints.getZip, {
      params: { ...params, zip: '78704' },
      query: { status: 'For Rent' },
    });
    expect(rent).toMatchObject({ count: 1, medianPrice: 2_000 });
  });

  test('returns 404 for a place without listings', async () => {
    const error = await server.error(endpoints.getZip, { params: { ...params, zip: '99999' } });
    expect(error.status).toBe(404);
  });
});
