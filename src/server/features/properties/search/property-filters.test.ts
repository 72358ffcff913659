/** Compares each filter and hundreds of combinations with an in-memory filter over all rows. */

import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { matchesSearch } from '#shared/matches-search.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { FEATURE_CODES, FURNISHED, PETS } from '#shared/property-choices.ts';
import { FILTER_NAMES } from '#shared/properties/property-filters.ts';
import { propertyFilterSchema } from '#shared/schemas/properties/property-filter.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { FACTORY_START } from '#tests/factories/factory-start.ts';
import { defaultOrFull } from '#tests/helpers/full-run.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const { listProperties, listPropertiesByIds } = endpoints;
/** Spatial filters other than boxes are tested in map/spatial-search.test.ts. */
const TESTED_FILTERS = FILTER_NAMES.filter(
  (name) => name !== 'area' && name !== 'near' && name !== 'within',
);
type FilterName = (typeof TESTED_FILTERS)[number];

const DAY_MS = 24 * 60 * 60 * 1000;
const LISTING_COUNT = 90;

let server: TestApp;
let agents: TestUser[];
let allListings: Property[];

/**
 * Picks one of a few values deterministically so that many listings have exactly the value of a
 * filter.
 */
function pick<T>(salt: number, index: number, values: readonly T[]): T {
  const mixed = Math.imul(index * 97 + salt * 8191 + 13, 2_654_435_761) >>> 8;
  const value = values[mixed % values.length];
  if (value === undefined) throw new Error('Nothing to pick from.');
  return value;
}

const PLACES = [
  ['Austin', 'TX', '78704'],
  ['AUSTIN', 'Texas', '78704'],
  ['Coeur d’Alene', 'Idaho', '83814'],
  ['Coeur dAlene', 'ID', '83814-1200'],
  ['St. Paul', 'MN', '55101'],
  ['Saint-Étienne', 'West Virginia', '25701'],
  ['saint etienne', 'wv', '25701'],
] as const;

async function addListings(): Promise<void> {
  server = await startTestApp();
  agents = [await server.addUser({ role: 'agent' }), await server.addUser({ role: 'agent' })];
  const now = server.clock.now().getTime();
  for (let index = 0; index < LISTING_COUNT; index += 1) {
    const pickValue = <T>(salt: number, values: readonly T[]) => pick(salt, index, values);
    const [city, state, zipCode] = pickValue(1, PLACES);
    const features = FEATURE_CODES.filter(
      (_, position) => pickValue(100 + position, [0, 0, 1]) === 1,
    );
    const id = await server.addProperty(pickValue(2, agents), {
      title: pickValue(3, ['Quiet house', 'Café with a pool', 'Tall tower']),
      city,
      state,
      zip_code: zipCode,
      latitude: pickValue(24, [0, 30, 30.25, 30.5]),
      longitude: pickValue(25, [0, -97.5, -98]),
      price: pickValue(4, [0, 900, 1_500.5, 300_000, 450_000]),
      bedrooms: pickValue(5, [0, 1, 2, 3, 12]),
      bathrooms: pickValue(6, [0, 1, 2, 3]),
      sqft: pickValue(7, [0, 800, 1_200, 4_000]),
      property_type: pickValue(8, ['House', 'Apartment', 'Condo']),
      status: pickValue(9, ['For Sale', 'For Rent']),
      is_available: pickValue(10, [true, true, true, false]),
      is_under_contract: pickValue(10, [true, false, false, false]),
      created_at: new Date(now - pickValue(11, [0, 1, 1.5, 7, 30, 89.9, 90, 400]) * DAY_MS),
      updated_at: FACTORY_START,
      year_built: pickValue(12, [null, 1600, 1950, 2000, 2026]),
      lot_sqft: pickValue(13, [null, 1, 5_000, 1_000_000_000]),
      stories: pickValue(14, [null, 1, 2]),
      parking_spaces: pickValue(15, [null, 0, 1, 2]),
      hoa_fee: pickValue(16, [null, 0, 120.5, 300]),
      tax_annual: pickValue(22, [null, null, 0, 3_600, 7_250.25]),
      features,
      pets: pickValue(17, [null, ...PETS]),
      furnished: pickValue(18, [null, ...FURNISHED]),
      available_from: pickValue(19, [
        null,
        '2025-11-30',
        '2026-03-01',
        '2026-04-15',
        '2027-01-01',
        '2040-01-01',
      ]),
    });
    const priceChange = pickValue(20, [null, null, -0.2, -0.2, 0.1]);
    const opensInHours = pickValue(22, [null, null, -1, 0, 24, 24.1, 48, 719, 721]);
    if (opensInHours !== null) {
      const start = new Date(now + opensInHours * 3_600_000);
      const openHouse = {
        property_id: id,
        start_at: start,
        end_at: new Date(start.getTime() + pickValue(23, [1, 2]) * 3_600_000),
        time_zone: 'UTC',
      };
      await server.db.insertInto('open_houses').values(openHouse).execute();
    }
    if (priceChange !== null) {
      const at = new Date(now - pickValue(21, [1, 29, 31]) * DAY_MS);
      await sql`update properties set price = price * (1 + ${priceChange}::numeric), updated_at = ${at} where id = ${id}`.execute(
        server.db,
      );
    }
  }
  const { rows } = await sql<{ id: string }>`select id from properties order by id`.execute(
    server.db,
  );
  allListings = await server.ok(listPropertiesByIds, {
    query: { ids: rows.map(({ id }) => id).join(',') },
  });
}

/** Test values of each filter in URL syntax. */
const VALUES: Record<FilterName, fc.Arbitrary<string>> = {
  searchTerm: fc.constantFrom('quiet', 'cafe POOL', 'Tall, tower!', 'austin', 'etienne wv'),
  propertyType: fc.constantFrom('House', 'Apartment,Condo', 'House,Apartment,Condo', 'Condo,'),
  status: fc.constantFrom('For Sale', 'For Rent'),
  minPrice: fc.constantFrom('0', '1200.4', '300000', '449000'),
  maxPrice: fc.constantFrom('0', '1500.5', '300000', '451000'),
  bedrooms: fc.constantFrom('0', '1', '3', '12'),
  bathrooms: fc.constantFrom('0', '1', '3'),
  minSqft: fc.constantFrom('0', '800', '1201'),
  maxSqft: fc.constantFrom('0', '800', '3999'),
  minLotSqft: fc.constantFrom('0', '1', '5001'),
  minYearBuilt: fc.constantFrom('0', '1600', '1951', '2026'),
  parking: fc.constantFrom('0', '1', '2'),
  maxHoa: fc.constantFrom('0', '120.5', '299.99'),
  features: fc
    .subarray([...FEATURE_CODES], { minLength: 1, maxLength: 3 })
    .map((codes) => codes.join(',')),
  pets: fc.constantFrom('cats', 'dogs'),
  furnished: fc.constant('yes'),
  availableBy: fc.constantFrom(
    '2025-11-29',
    '2025-12-31',
    '2026-02-28',
    '2026-03-01',
    '2026-04-14',
    '2026-12-31',
    '2039-12-31',
  ),
  listedWithin: fc.constantFrom('1', '2', '7', '30', '90'),
  openHouseWithin: fc.constantFrom('1', '2', '30'),
  reduced: fc.constant('true'),
  underContract: fc.constantFrom('exclude', 'only'),
  maxMonthly: fc.constantFrom('0', '400', '900', '1500.5', '2046.73', '2400.25', '3100', '50000'),
  downPayment: fc.constantFrom('0', '12.5', '20', '100'),
  rate: fc.constantFrom('0', '4.875', '30'),
  termYears: fc.constantFrom('1', '15', '30', '50'),
  city: fc.constantFrom('austin', 'Coeur d’Alene', 'ST PAUL', 'Saint Etienne', 'Nowhere'),
  state: fc.constantFrom('tx', 'Texas', 'west  virginia', 'ID', 'Bavaria'),
  zipCode: fc.constantFrom('78704', '83814', '83814 1200'),
  bounds: fc.constantFrom('-98,30,-97,30.3', '-97.8,30.1,-97,31', '-180,-90,180,90'),
  agentId: fc.nat(1).map((index) => `agent ${index}`),
};

/** Compares the result of the API with the in-memory filter. */
async function expectSameResult(filters: Partial<Record<FilterName, string>>): Promise<void> {
  const query: Record<string, string> = { ...filters };
  if (filters.agentId !== undefined)
    query['agentId'] = agents[Number(filters.agentId.at(-1))]?._id ?? '';
  const search = propertyFilterSchema.parse(query);
  const isContradictory = (search.minPrice ?? 0) > (search.maxPrice ?? Infinity);
  const expected = allListings
    .filter((property) => matchesSearch(property, search, server.clock.now(), DEFAULT_COST_RATES))
    .map(({ _id }) => Number(_id));
  const { body, headers } = await server.send(listProperties, {
    query: { ...query, limit: 100 },
  });
  const foundIds = body.map(({ _id }) => Number(_id)).toSorted((a, b) => a - b);
  expect(foundIds).toEqual(isContradictory ? [] : expected);
  expect(headers['x-total-count']).toBe(String(expected.length));
}

describe('filters', () => {
  beforeAll(async () => {
    await addListings();
    return () => server.close();
  });

  test.each(TESTED_FILTERS)('%s alone finds matching listings', async (name) => {
    for (const value of fc.sample(VALUES[name], { numRuns: 12, seed: 7 }))
      await expectSameResult({ [name]: value });
  });

  test('price limits that are close together find matching listings', async () => {
    for (const [minPrice, maxPrice] of [
      ['449000', '451000'],
      ['300000', '300000'],
      ['300001', '305000'],
      ['899', '901'],
    ] as const)
      for (const otherFilter of [{ searchTerm: 'quiet' }, { city: 'austin' }, { bathrooms: '1' }])
        await expectSameResult({ minPrice, maxPrice, ...otherFilter });
  });

  test('combinations find matching listings', { timeout: 300_000 }, async () => {
    const combinations = fc.record(VALUES, { requiredKeys: [] }).chain((values) =>
      // More filters at a time would match nothing.
      fc
        .subarray(TESTED_FILTERS, { minLength: 1, maxLength: 5 })
        .map((names) =>
          Object.fromEntries(
            names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
          ),
        ),
    );
    await fc.assert(fc.asyncProperty(combinations, expectSameResult), {
      numRuns: defaultOrFull(300, 1_500),
      seed: 11,
    });
  });
});
