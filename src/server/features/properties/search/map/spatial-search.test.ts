/**
 * Compares spatial filters in SQL with the calculations in src/shared/geo, and the map with all
 * matching homes.
 */

import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Area } from '#shared/geo/area.ts';
import { type Bounds, WORLD, wrapLongitude } from '#shared/geo/bounds.ts';
import { MAX_AREA_POINTS, MAX_AREAS } from '#shared/limits.ts';
import { matchesPlace, type SpatialFilters } from '#shared/geo/matches-place.ts';
import { defaultOrFull } from '#tests/helpers/full-run.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { refreshMapCells } from './map-cells.ts';
import { findMapEntries } from './map-search.ts';
import { countUnmapped } from './unmapped.ts';
import { matches } from '../search-conditions.ts';
import { isInAnyArea } from '../spatial-conditions.ts';

const SEARCH_COUNT = defaultOrFull(500, 2_000);

let server: TestApp;

type Row = {
  id: string;
  latitude: number;
  longitude: number;
  status: string;
  price: number;
  features: string[];
};
let rows: Row[] = [];

async function readRows(): Promise<void> {
  ({ rows } = await sql<Row>`
    select id, latitude, longitude, status, price, features from properties`.execute(server.db));
}

/**
 * Adds homes around the antimeridian, in the central United States, at a pole, at random positions, and
 * at edge-case positions.
 */
beforeAll(async () => {
  server = await startTestApp();
  const agent = await server.addUser({ role: 'agent' });
  const insert = async (count: number, latitude: string, longitude: string) =>
    sql`
      insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
        bedrooms, bathrooms, sqft, property_type, status, created_at, features)
      select ${agent._id}, 'Home ' || g, 'A home like many others', 100000 + g, '1 Main Street', 'Town ' || g % 7, 'TX', '78701',
        ${sql.raw(latitude)}, ${sql.raw(longitude)}, g % 5, 1, 900, 'House', case when g % 3 = 0 then 'For Rent' else 'For Sale' end, now(),
        case when g % 2 = 0 then '{gym}'::text[] else '{}' end
      from generate_series(1, ${count}) g`.execute(server.db);
  await sql`select setseed(0.42)`.execute(server.db);
  await insert(400, '38 + 2 * random()', '-98 + 2 * random()');
  await insert(
    200,
    '50 + random()',
    'case when g % 2 = 0 then 179 + random() else -180 + random() end',
  );
  await insert(50, '89 + random()', '360 * random() - 180');
  await insert(250, '170 * random() - 85', '360 * random() - 180');
  // Homes on the lines between cells and strips, at the poles and the antimeridian, with tiny
  // coordinates, and without a position.
  await insert(60, '38 + (g % 8) / 4.0', '-98 + (g % 5) / 2.0');
  await insert(10, '(g % 3 - 1) * 90', '(g % 2) * 360 - 180');
  await insert(4, '1e-310', '1e-200 * g');
  await insert(10, '0', '-98');
  await insert(10, '38', '0');
  await sql`analyze`.execute(server.db);
  await readRows();
  return () => server.close();
});

const centers = [
  { latitude: 39, longitude: -97, spread: 1.5 },
  { latitude: 50.5, longitude: 180, spread: 1.5 },
  { latitude: 89.5, longitude: 10, spread: 40 },
  { latitude: 0, longitude: 0, spread: 180 },
  { latitude: 39, longitude: -97, spread: 0.02 },
];
/** Rounds to the precision of encoded polylines. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5 || 0;
const clamp = (latitude: number) => Math.max(-90, Math.min(90, latitude));
const positionArbitrary = fc
  .record({
    center: fc.constantFrom(...centers),
    dy: fc.double({ min: -1, max: 1, noNaN: true }),
    dx: fc.double({ min: -1, max: 1, noNaN: true }),
  })
  .map(({ center, dy, dx }) => ({
    latitude: clamp(center.latitude + dy * Math.min(90, center.spread)),
    longitude: wrapLongitude(center.longitude + dx * center.spread),
  }));
const boxArbitrary: fc.Arbitrary<Bounds> = fc
  .tuple(positionArbitrary, positionArbitrary)
  .map(([a, b]) => ({
    west: a.longitude,
    east: b.longitude,
    south: Math.min(a.latitude, b.latitude),
    north: Math.max(a.latitude, b.latitude),
  }));
/**
 * Areas that are concave, self-crossing, thin as a line, or as wide as the world, but never cross the
 * antimeridian.
 */
const randomAreaArbitrary: fc.Arbitrary<Area> = fc
  .tuple(
    fc.constantFrom(...centers),
    fc.array(
      fc.tuple(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
      ),
      { minLength: 3, maxLength: 60 },
    ),
  )
  .map(([{ latitude, longitude, spread }, corners]) =>
    corners.map(([dy, dx]) => ({
      latitude: roundDegrees(clamp(latitude + dy * Math.min(90, spread))),
      longitude: roundDegrees(Math.max(-180, Math.min(180, longitude + dx * spread))),
    })),
  );
/** Areas with corners sorted around their center, as users draw them: few edges at each latitude. */
const outlineArbitrary = randomAreaArbitrary.map((corners): Area => {
  const computeMean = (values: number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const latitude = computeMean(corners.map((corner) => corner.latitude));
  const longitude = computeMean(corners.map((corner) => corner.longitude));
  const angleOf = (corner: Area[number]) =>
    Math.atan2(corner.latitude - latitude, corner.longitude - longitude);
  return corners.toSorted((a, b) => angleOf(a) - angleOf(b));
});
const areaArbitrary = fc.oneof(randomAreaArbitrary, outlineArbitrary);
const filtersArbitrary: fc.Arbitrary<SpatialFilters> = fc.oneof(
  boxArbitrary.map((bounds) => ({ bounds })),
  fc.array(areaArbitrary, { minLength: 1, maxLength: 3 }).map((areas) => ({ area: areas })),
  fc
    .tuple(positionArbitrary, fc.double({ min: 0.1, max: 100, noNaN: true }))
    .map(([near, within]) => ({ near, within })),
  fc.record({
    bounds: boxArbitrary,
    area: fc.array(areaArbitrary, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ bounds: boxArbitrary, near: positionArbitrary, within: fc.constant(100) }),
);

/** Returns whether a home is on an area's outline. Either result is correct there. */
function isOnOutline({ latitude, longitude }: Row, { area: areas = [] }: SpatialFilters): boolean {
  const isBetween = (a: number, b: number, value: number) =>
    Math.min(a, b) <= value && value <= Math.max(a, b);
  return areas.some((corners) =>
    corners.some((to, index) => {
      const from = corners.at(index - 1) ?? to;
      const crossProduct =
        (to.latitude - from.latitude) * (longitude - from.longitude) -
        (to.longitude - from.longitude) * (latitude - from.latitude);
      return (
        isBetween(from.latitude, to.latitude, latitude) &&
        isBetween(from.longitude, to.longitude, longitude) &&
        Math.abs(crossProduct) < 1e-9
      );
    }),
  );
}

test(
  'filters match a calculation over all listings in random searches',
  { timeout: 300_000 },
  async () => {
    let matchCount = 0;
    await fc.assert(
      fc.asyncProperty(filtersArbitrary, async (search) => {
        const { rows: ids } = await sql<{ id: string }>`
        select p.id from properties p where ${matches(search)}`.execute(server.db);
        const foundIds = new Set(ids.map(({ id }) => id));
        const expected = rows.filter((row) => matchesPlace(row, search));
        const expectedIds = new Set(expected.map(({ id }) => id));
        const differences = rows.filter(({ id }) => foundIds.has(id) !== expectedIds.has(id));
        expect(differences.filter((row) => !isOnOutline(row, search))).toEqual([]);
        matchCount += expected.length;
      }),
      { numRuns: SEARCH_COUNT },
    );
    expect(matchCount).toBeGreaterThan(SEARCH_COUNT * 5);
  },
);

describe('an area with many edges at each latitude', () => {
  /** Builds an area that zigzags between 30 and 45 degrees, with each corner at a different latitude. */
  const buildZigzag = (shift: number, length = MAX_AREA_POINTS): Area =>
    Array.from({ length }, (_, index) => ({
      latitude: roundDegrees(index % 2 === 0 ? 30 + index * 0.001 : 45 - index * 0.001),
      longitude: roundDegrees(-120 + (index * 40) / length + shift),
    }));

  test('has parameters of a limited size', () => {
    const areas = Array.from({ length: MAX_AREAS }, (_, index) => buildZigzag(index, 40));
    const { parameters } = isInAnyArea(areas).compile(server.db);
    const sizes = parameters.map((value) =>
      value instanceof Uint8Array ? value.length : String(value).length,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(500_000);
  });

  test('does not call an SQL or PL/pgSQL function for each home', async () => {
    const searches = [
      { area: [buildZigzag(0)] },
      { near: { latitude: 38, longitude: -98 }, within: 25 },
    ];
    for (const filters of searches) {
      const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`
        explain (verbose) select p.id from properties p where ${matches(filters)}`.execute(
        server.db,
      );
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      const calledFunctions = [...text.matchAll(/\b([a-z_]+)\(/g)].map(([, name]) => name);
      const { rows: slowFunctions } = await sql<{ name: string }>`
        select p.proname as name from pg_proc p join pg_language l on l.oid = p.prolang
        where p.proname = any(${calledFunctions}::text[]) and l.lanname not in ('internal', 'c')
          and p.pronamespace <> 'pg_catalog'::regnamespace`.execute(server.db);
      expect(slowFunctions.map(({ name }) => name)).toEqual([]);
    }
  });

  test('finds the same homes as a calculation over all listings', async () => {
    const search = { area: [buildZigzag(0, 100), buildZigzag(7, 100)] };
    const { rows: ids } = await sql<{ id: string }>`
      select p.id from properties p where ${matches(search)}`.execute(server.db);
    const expected = rows.filter((row) => matchesPlace(row, search)).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(100);
    expect(ids.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  });

  test('is rejected if one parallel or meridian crosses more than 200 sides of a search’s areas', () => {
    expect(() => isInAnyArea([buildZigzag(0, 120), buildZigzag(1, 120)])).toThrow(
      'These areas are too complex. Draw simpler shapes.',
    );
  });

  test('is looked up in one grid with the other areas of a search', () => {
    const areas = Array.from({ length: MAX_AREAS }, (_, index) => buildZigzag(index, 40));
    const text = isInAnyArea(areas).compile(server.db).sql;
    expect(text.match(/width_bucket/g)).toHaveLength(2);
    // The boxes overlap.
    expect(text.match(/map_strip/g)).toHaveLength(1);
  });

  test('is converted to SQL only once', () => {
    let readCount = 0;
    const corners = buildZigzag(0).map(({ latitude, longitude }) => ({
      longitude,
      get latitude() {
        readCount += 1;
        return latitude;
      },
    }));
    const areas = [corners];
    const first = isInAnyArea(areas).compile(server.db);
    const firstReadCount = readCount;
    expect(isInAnyArea(areas).compile(server.db).parameters).toEqual(first.parameters);
    expect(readCount).toBe(firstReadCount);
  });
});

describe('the map', () => {
  const zoom = fc.integer({ min: 0, max: 22 });

  /** Compares the map with all matching homes. */
  async function checkMap(bounds: Bounds, atZoom: number, status?: 'For Sale', features?: ['gym']) {
    const search = { bounds, status, features };
    const expected = rows.filter(
      (row) =>
        matchesPlace(row, { bounds }) &&
        (status === undefined || row.status === status) &&
        (features === undefined || row.features.includes('gym')),
    );
    const { homes, groups } = await findMapEntries(server.db, search, atZoom);
    const singleHomes = groups.flatMap(({ home }) => (home === null ? [] : [home]));
    const clusters = groups.filter(({ home }) => home === null);
    expect(groups.reduce((sum, { count }) => sum + count, homes.length)).toBe(expected.length);
    expect(clusters.every(({ count }) => count >= 2)).toBe(true);
    const ids = [...homes, ...singleHomes].map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(ids.length);
    const expectedIds = new Set(expected.map(({ id }) => id));
    expect(ids.every((id) => expectedIds.has(id))).toBe(true);
    if (expected.length <= 200) expect(groups).toEqual([]);
    expect(homes.length + groups.length).toBeLessThanOrEqual(400);
    for (const { west, east, south, north, latitude, longitude } of clusters) {
      expect(west <= longitude + 1e-9 && longitude <= east + 1e-9).toBe(true);
      expect(south <= latitude + 1e-9 && latitude <= north + 1e-9).toBe(true);
    }
    const clusterPrices = clusters.flatMap(({ minPrice, maxPrice }) => [minPrice, maxPrice]);
    const prices = [...[...homes, ...singleHomes].map(({ price }) => price), ...clusterPrices];
    if (expected.length > 0) {
      expect(Math.min(...prices)).toBe(Math.min(...expected.map(({ price }) => price)));
      expect(Math.max(...prices)).toBe(Math.max(...expected.map(({ price }) => price)));
    }
    return { homes, groups };
  }

  test(
    'contains all matches and counts homes without a position',
    { timeout: 300_000 },
    async () => {
      const run = async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.oneof(boxArbitrary, fc.constant(WORLD)),
            zoom,
            fc.constantFrom(undefined, 'For Sale' as const),
            async (bounds, zoomLevel, status) => {
              await checkMap(bounds, zoomLevel, status, ['gym']);
            },
          ),
          { numRuns: defaultOrFull(25, 100) },
        );
        const search = { bounds: WORLD, features: ['gym' as const] };
        const unmappedHomes = rows.filter((row) => row.latitude === 0 || row.longitude === 0);
        expect(await countUnmapped(server.db, search)).toBe(
          unmappedHomes.filter(({ features }) => features.includes('gym')).length,
        );
      };
      await run();
      await sql`update properties set features = '{}' where id % 6 = 0`.execute(server.db);
      await sql`update properties set features = '{gym}' where id % 9 = 0`.execute(server.db);
      await sql`update properties set longitude = longitude * 0.9 where id % 7 = 0`.execute(
        server.db,
      );
      await readRows();
      await run();
    },
  );

  test(
    'contains all matches with changed cells, refreshed cells, and both',
    { timeout: 300_000 },
    async () => {
      const boundsArbitrary = fc.oneof(boxArbitrary, fc.constant(WORLD));
      const run = async () =>
        fc.assert(
          fc.asyncProperty(
            boundsArbitrary,
            zoom,
            fc.constantFrom(undefined, 'For Sale' as const),
            async (bounds, zoomLevel, status) => {
              await checkMap(bounds, zoomLevel, status);
            },
          ),
          { numRuns: defaultOrFull(40, 150) },
        );
      await run();
      await refreshMapCells(server.db);
      expect((await sql`select from map_changes`.execute(server.db)).rows).toHaveLength(0);
      await run();
      // After homes are moved, changed, and deleted, the totals are outdated, but the results are
      // still correct.
      await sql`update properties set latitude = latitude * 0.9 where id % 7 = 0`.execute(
        server.db,
      );
      await sql`update properties set price = price * 2 where id % 11 = 0`.execute(server.db);
      await sql`delete from properties where id % 13 = 0`.execute(server.db);
      await readRows();
      await run();
      const before = await checkMap(WORLD, 2);
      await refreshMapCells(server.db);
      const after = await checkMap(WORLD, 2);
      expect(after.groups.map(({ count }) => count)).toEqual(
        before.groups.map(({ count }) => count),
      );
      await run();
    },
  );
});
