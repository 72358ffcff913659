/**
 * Compares in-memory matching with SQL for random pairs of a home and a search. Searches are
 * generated around their home, so about half of them match. The limits of each filter are tested in
 * properties/search/property-filters.test.ts.
 */

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodePolyline } from '#shared/geo/polyline.ts';
import { matchesSearch, type SearchedProperty } from '#shared/matches-search.ts';
import { DEFAULT_COST_RATES, monthlyCost } from '#shared/monthly-cost.ts';
import { FILTER_NAMES, type FilterName } from '#shared/properties/property-filters.ts';
import { FEATURE_CODES, FURNISHED, PETS } from '#shared/property-choices.ts';
import { type PropertyRowJson, toSearchedProperty } from '#shared/property-rows.ts';
import {
  type PropertyFilter,
  propertyFilterSchema,
} from '#shared/schemas/properties/property-filter.ts';
import { buildPropertyRow, type NewPropertyRow } from '#tests/factories/build-property-row.ts';
import { defaultOrFull } from '#tests/helpers/full-run.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import type { Database } from '../../database/database.ts';
import { buildHomeJson } from './alerts/home-repository.ts';
import { matches, withCostRates } from '../properties/search/search-conditions.ts';
import { toSearchWords } from '../properties/search/word-search.ts';

const PAIR_COUNT = defaultOrFull(2_000, 5_000);
const PAIRS_PER_BATCH = 250;
const DAY_MS = 86_400_000;
const NOW = new Date('2026-03-02T12:00:00.000Z');

let server: TestApp;
let agentIds: string[];
beforeAll(async () => {
  server = await startTestApp();
  const agents = [await server.addUser({ role: 'agent' }), await server.addUser({ role: 'agent' })];
  agentIds = agents.map(({ _id }) => _id);
});
afterAll(() => server.close());

const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
const daysAgo = (max: number) =>
  fc.integer({ min: 0, max: max * DAY_MS }).map((ms) => new Date(NOW.getTime() - ms));

/** Place names, some with several spellings. */
const PLACES = [
  ['Austin', 'TX', '78704'],
  ['AUSTIN', 'Texas', '78704'],
  ['Coeur d’Alene', 'Idaho', '83814-1200'],
  ['St. Paul', 'MN', '55101'],
  ['saint étienne', 'wv', '25701'],
] as const;

const homeArbitrary = fc.record({
  place: fc.constantFrom(...PLACES),
  title: fc.constantFrom(
    'Quiet house',
    'Café with a pool',
    'Tall tower, brick',
    'Straße 12',
    'Lot 4e7c98',
  ),
  description: fc.lorem({ maxCount: 12 }).map((words) => `${words} and some more words.`),
  price: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 50_000, max: 900_000 })),
  change: nullable(
    fc.record({ previous: fc.integer({ min: 900_001, max: 950_000 }), at: daysAgo(45) }),
  ),
  bedrooms: fc.nat(6),
  bathrooms: fc.nat(4),
  sqft: fc.nat(4_000),
  property_type: fc.constantFrom('House' as const, 'Apartment' as const, 'Condo' as const),
  status: fc.constantFrom('For Sale' as const, 'For Rent' as const),
  is_available: fc.integer({ min: 0, max: 9 }).map((value) => value > 0),
  created_at: daysAgo(120),
  year_built: nullable(fc.integer({ min: 1900, max: 2026 })),
  lot_sqft: nullable(fc.integer({ min: 1, max: 60_000 })),
  stories: nullable(fc.integer({ min: 1, max: 3 })),
  parking_spaces: nullable(fc.nat(3)),
  hoa_fee: nullable(fc.nat(500)),
  tax_annual: nullable(fc.nat(9_000)),
  features: fc.subarray([...FEATURE_CODES]),
  pets: nullable(fc.constantFrom(...PETS)),
  furnished: nullable(fc.constantFrom(...FURNISHED)),
  available_from: nullable(fc.constantFrom('2026-03-01', '2026-04-15', '2027-01-01')),
  latitude: fc.double({ min: 29, max: 31, noNaN: true }),
  longitude: fc.double({ min: -98, max: -96, noNaN: true }),
  is_under_contract: fc.boolean(),
  opensInHours: nullable(fc.integer({ min: -3, max: 800 })),
  agent: fc.nat(1),
});
type Home = typeof homeArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** A fraction of at least 0 and less than 1. */
const fraction = fc.nat(999).map((thousandths) => thousandths / 1_000);
/** Two random fractions that select a value. */
type Draw = { by: number; other: number };

const atLeast = (value: number | null, { by }: Draw) =>
  String(Math.max(0, Math.floor((value ?? 1_000) * (0.3 + by))));
const atMost = (value: number | null, { by }: Draw) =>
  String(Math.ceil((value ?? 1_000) * (0.7 + by)));
const elementAt = <T>(values: readonly T[], index: number): T => {
  const value = values[index];
  if (value === undefined) throw new Error('The index is out of range.');
  return value;
};
const pick = <T>(values: readonly T[], { by }: Draw): T =>
  elementAt(values, Math.floor(by * values.length));
const buildBox = ({ latitude, longitude }: Home, { by, other }: Draw) => {
  const [west, south] = [longitude - by * 0.6 + 0.05, latitude - other * 0.6 + 0.05];
  return { west, south, east: west + 0.5, north: south + 0.5 };
};
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** Generates a value of each filter that a home is likely to match. */
const NEARBY_VALUES: Record<FilterName, (home: Home, draw: Draw) => string> = {
  searchTerm: ({ title, place: [city], description }, draw) => {
    const first = description.split(' ')[0];
    const words = [title, city, first, '4e7', 'nowhere', title.toUpperCase()];
    return `${pick(words, draw)} ${draw.other < 0.5 ? '' : pick(['pool', 'AND', 'café'], draw)}`;
  },
  propertyType: ({ property_type: type }, draw) => pick([type, `${type},Condo`, 'House'], draw),
  status: ({ status }, draw) => (draw.by < 0.8 ? status : 'For Rent'),
  minPrice: ({ price }, draw) => atLeast(price, draw),
  maxPrice: ({ price }, draw) => atMost(price, draw),
  bedrooms: ({ bedrooms }, draw) => atLeast(bedrooms, draw),
  bathrooms: ({ bathrooms }, draw) => atLeast(bathrooms, draw),
  minSqft: ({ sqft }, draw) => atLeast(sqft, draw),
  maxSqft: ({ sqft }, draw) => atMost(sqft, draw),
  minLotSqft: ({ lot_sqft: lot }, draw) => atLeast(lot, draw),
  minYearBuilt: ({ year_built: year }, { by }) =>
    String(Math.min(2030, Math.floor((year ?? 1950) - 20 + by * 30))),
  parking: ({ parking_spaces: spaces }, draw) => atLeast(spaces, draw).slice(-1),
  maxHoa: ({ hoa_fee: fee }, draw) => atMost(fee, draw),
  features: ({ features }, { by, other }) =>
    [
      features[Math.floor(by * features.length)] ?? 'pool',
      FEATURE_CODES[Math.floor(other * 120)] ?? [],
    ]
      .flat()
      .join(','),
  pets: (_home, draw) => pick(['cats', 'dogs'], draw),
  furnished: () => 'yes',
  availableBy: (_home, draw) => pick(['2026-02-28', '2026-03-01', '2026-12-31'], draw),
  listedWithin: (_home, { by }) => String(1 + Math.floor(by * 90)),
  openHouseWithin: (_home, { by }) => String(1 + Math.floor(by * 30)),
  reduced: () => 'true',
  underContract: (_home, draw) => pick(['exclude', 'only'], draw),
  maxMonthly: (facts, { by }) =>
    String(Math.round(monthlyCost(toCostFields(facts), {}, DEFAULT_COST_RATES).total * (0.7 + by))),
  downPayment: (_home, { by }) => String(Math.floor(by * 100)),
  rate: (_home, { by }) => (by * 12).toFixed(3),
  termYears: (_home, draw) => pick(['10', '15', '30'], draw),
  city: ({ place: [city] }, draw) =>
    pick([city, city.toLowerCase(), city.toUpperCase(), 'Dallas'], draw),
  state: ({ place: [, state] }, draw) => pick([state, state.toUpperCase(), 'texas', 'ID'], draw),
  zipCode: ({ place: [, , code] }, draw) => pick([code, code.replace('-', ' '), '78704'], draw),
  agentId: ({ agent }, { by }) => agentIds[by < 0.8 ? agent : 0] ?? '',
  bounds: (facts, draw) => {
    const { west, south, east, north } = buildBox(facts, draw);
    return [west, south, east, north].map((degrees) => degrees.toFixed(6)).join(',');
  },
  area: (facts, draw) => {
    const { west, south, east, north } = buildBox(facts, draw);
    const corner = (longitude: number, latitude: number) => ({
      longitude: round(longitude),
      latitude: round(latitude),
    });
    return encodePolyline([
      corner(west, south),
      corner(east, south + 0.1),
      corner(east - 0.1, north),
      corner(west, north),
    ]);
  },
  near: ({ latitude, longitude }, { by, other }) =>
    `${(latitude + by * 0.2).toFixed(5)},${(longitude + other * 0.2).toFixed(5)}`,
  within: (_home, { by }) => String(1 + Math.floor(by * 30)),
};

const pairArbitrary = fc.tuple(
  homeArbitrary,
  fc.array(fc.constantFrom(...FILTER_NAMES), { maxLength: 2 }),
  fc.array(fc.record({ by: fraction, other: fraction }), { minLength: 4, maxLength: 4 }),
);

function toRow({ opensInHours: _opens, agent, place, change, ...facts }: Home): NewPropertyRow {
  const [city, state, zipCode] = place;
  return buildPropertyRow(elementAt(agentIds, agent), {
    ...facts,
    is_under_contract: facts.is_available && facts.is_under_contract,
    city,
    state,
    zip_code: zipCode,
    previous_price: change?.previous ?? null,
    price_changed_at: change?.at ?? null,
    updated_at: NOW,
  });
}

/** Converts a home to the fields needed for its monthly cost. */
const toCostFields = (facts: Home) => toSearchedProperty({ ...toRow(facts), agent_id: '0' });

/**
 * Shadows the tables with temporary ones. Without indexes and triggers, inserts are a hundred times
 * faster.
 */
async function shadowTables(db: Database): Promise<void> {
  await sql`create temp table properties (like public.properties including defaults including generated including identity)`.execute(
    db,
  );
  await sql`create temp table open_houses (like public.open_houses including defaults including identity)`.execute(
    db,
  );
}

/** Replaces the homes in the database and reads them as alerts do. */
async function replaceHomes(
  db: Database,
  homes: readonly Home[],
): Promise<{ id: string; listing: SearchedProperty }[]> {
  await sql`truncate properties, open_houses`.execute(db);
  const rowsToInsert = homes.map((facts, index) => ({ ...toRow(facts), id: String(index + 1) }));
  const columns = Object.keys(rowsToInsert[0] ?? {});
  await sql`
    insert into properties (${sql.join(columns.map((name) => sql.ref(name)))}) overriding system value
    select ${sql.join(columns.map((name) => sql.ref(name)))}
    from jsonb_populate_recordset(null::properties, ${JSON.stringify(rowsToInsert)}::jsonb)`.execute(
    db,
  );
  const openHouses = homes.flatMap(({ opensInHours }, index) => {
    if (opensInHours === null) return [];
    const start = new Date(NOW.getTime() + opensInHours * 3_600_000 + 60_000);
    const end = new Date(start.getTime() + 2 * 3_600_000);
    return [
      {
        property_id: String(index + 1),
        start_at: start,
        end_at: end,
        time_zone: 'UTC',
        created_at: NOW,
      },
    ];
  });
  await db.insertInto('open_houses').values(openHouses).execute();
  const { rows } = await sql<{ home: PropertyRowJson }>`
    select ${buildHomeJson(NOW)} as home from properties p order by p.id`.execute(db);
  return rows.map(({ home: row }) => ({ id: String(row['id']), listing: toSearchedProperty(row) }));
}

function toTexts(
  facts: Home,
  names: readonly FilterName[],
  draws: readonly Draw[],
): Record<string, string> {
  const allNames = new Set(names);
  // Some filters require others.
  if (allNames.has('near') || allNames.has('within')) allNames.add('near').add('within');
  if (allNames.has('rate') || allNames.has('downPayment') || allNames.has('termYears'))
    allNames.add('maxMonthly');
  return Object.fromEntries(
    [...allNames].map((name, index) => [
      name,
      NEARBY_VALUES[name](facts, draws[index % draws.length] ?? { by: 0, other: 0 }),
    ]),
  );
}

/** Returns for each home whether SQL matches it with the search at the same index. */
async function matchInDatabase(
  db: Database,
  homes: readonly { id: string }[],
  searches: readonly PropertyFilter[],
): Promise<boolean[]> {
  const expressions = homes.map(({ id }, index) => {
    const {
      searchTerm,
      page: _page,
      limit: _limit,
      sort: _sort,
      ...filters
    } = elementAt(searches, index);
    const conditions = matches({
      ...withCostRates(filters, DEFAULT_COST_RATES),
      now: NOW,
      ...(searchTerm === undefined ? {} : { words: toSearchWords(searchTerm) }),
    });
    return sql`exists (select from properties p where p.id = ${id} and ${conditions})`;
  });
  const { rows } = await sql<{
    results: boolean[];
  }>`select array[${sql.join(expressions)}] as results`.execute(db);
  return rows[0]?.results ?? [];
}

test('matching in memory gives the same results as SQL', { timeout: 300_000 }, async () => {
  const usedCounts = new Map<string, number>();
  const matchedCounts = new Map<string, number>();
  let matchCount = 0;
  // Each pair uses the next filter in turn, plus random filters.
  const pairs = fc
    .sample(pairArbitrary, { numRuns: PAIR_COUNT, seed: 16 })
    .map(([facts, names, draws], index) => ({
      facts,
      texts: toTexts(
        facts,
        [elementAt(FILTER_NAMES, index % FILTER_NAMES.length), ...names],
        draws,
      ),
    }));
  await server.db.connection().execute(async (db) => {
    await shadowTables(db);
    for (let start = 0; start < PAIR_COUNT; start += PAIRS_PER_BATCH) {
      const batch = pairs.slice(start, start + PAIRS_PER_BATCH);
      const homes = await replaceHomes(
        db,
        batch.map(({ facts }) => facts),
      );
      const searches = batch.map(({ texts }) => propertyFilterSchema.parse(texts));
      const results = await matchInDatabase(db, homes, searches);
      homes.forEach(({ listing }, index) => {
        const search = elementAt(searches, index);
        const isMatch = matchesSearch(listing, search, NOW, DEFAULT_COST_RATES);
        if (isMatch !== results[index]) expect({ search, listing, isMatch }).toBe(results[index]);
        if (isMatch) matchCount += 1;
        for (const name of FILTER_NAMES) {
          if (search[name] === undefined) continue;
          usedCounts.set(name, (usedCounts.get(name) ?? 0) + 1);
          if (isMatch) matchedCounts.set(name, (matchedCounts.get(name) ?? 0) + 1);
        }
      });
    }
  });
  expect(matchCount).toBeGreaterThan(PAIR_COUNT / 4);
  expect(matchCount).toBeLessThan((PAIR_COUNT * 3) / 4);
  for (const name of FILTER_NAMES) {
    expect.soft(usedCounts.get(name) ?? 0, name).toBeGreaterThan(PAIR_COUNT / 50);
    expect.soft(matchedCounts.get(name) ?? 0, name).toBeGreaterThan(0);
  }
});
