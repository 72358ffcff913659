/** Typical map views of the benchmark's listings. */

import type pg from 'pg';
import type { Bounds, Position } from '#shared/geo/bounds.ts';

/** Filters of a view: those that the raw statement also supports. */
export type ViewFilters = {
  status?: string;
  propertyType?: string;
  bedrooms?: number;
  bathrooms?: number;
  minSqft?: number;
};

/** One kind of view: boxes of one size in different places, so that no response is reused. */
export type MapView = {
  name: string;
  zoom: number;
  filters: ViewFilters;
  boxes: Bounds[];
  /** The goal for its time with a million listings, in milliseconds. */
  goalMs?: number;
};

/** The positions of listings. */
type Ground = {
  /** The box around all of them. */
  all: Bounds;
  /** Random positions, more frequent where there are more homes, since people view those areas more often. */
  some: Position[];
  /** The center of the place with the most homes. */
  largest: Position;
};

/** More than the server caches of large maps. */
const BOXES = 300;

/** Returns a deterministic pseudo-random number from 0 to 1. */
const scatter = (index: number, salt: number) =>
  Math.abs(Math.sin(index * 12.9898 + salt * 78.233) * 43_758.5453) % 1;

async function readGround(pool: pg.Pool): Promise<Ground> {
  const there = 'from properties where is_available and latitude <> 0 and longitude <> 0';
  const { rows: edges } = await pool.query<Bounds>(
    `select min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north ${there}`,
  );
  const { rows: some } = await pool.query<Position>(
    `select latitude, longitude ${there} order by hashint8(id), id limit ${BOXES}`,
  );
  const { rows: largest } = await pool.query<Position>(
    `select avg(latitude) as latitude, avg(longitude) as longitude ${there}
    group by city, state order by count(*) desc limit 1`,
  );
  const [all] = edges;
  const [middle] = largest;
  if (all === undefined || middle === undefined) throw new Error('There are no homes.');
  return { all, some, largest: middle };
}

/** Returns all views, for a map of desktop size. */
export async function describeMapViews(pool: pg.Pool): Promise<MapView[]> {
  const { all, some, largest } = await readGround(pool);
  const boxesAround = (middles: readonly Position[], width: number, height: number) =>
    Array.from({ length: BOXES }, (_, index): Bounds => {
      const { latitude, longitude } = middles[index % middles.length] ?? largest;
      const west = longitude - width / 2 + (scatter(index, 1) - 0.5) * width * 0.2;
      const south = latitude - height / 2 + (scatter(index, 2) - 0.5) * height * 0.2;
      return { west, south, east: west + width, north: south + height };
    });
  const everything = Array.from({ length: BOXES }, (_, index): Bounds => {
    const more = 1 + scatter(index, 3) * 4;
    const { west, south, east, north } = all;
    return { west: west - more, south: south - more, east: east + more, north: north + more };
  });
  const states = boxesAround(some, 10, 8);
  const three = { status: 'For Sale', propertyType: 'House', bedrooms: 3 };
  const country = { name: 'whole country', zoom: 4, filters: {}, boxes: everything };
  return [
    { name: 'city', zoom: 11, filters: {}, boxes: boxesAround(some, 0.7, 0.5), goalMs: 15 },
    {
      name: 'largest city',
      zoom: 11,
      filters: {},
      boxes: boxesAround([largest], 0.7, 0.5),
      goalMs: 15,
    },
    { name: 'state', zoom: 6, filters: {}, boxes: states },
    { name: 'state with three filters', zoom: 6, filters: three, boxes: states, goalMs: 40 },
    {
      name: 'state with three other filters',
      zoom: 6,
      filters: { bedrooms: 2, bathrooms: 2, minSqft: 1500 },
      boxes: states,
      goalMs: 40,
    },
    { name: 'half the country', zoom: 5, filters: {}, boxes: boxesAround(some, 22, 15) },
    { ...country, goalMs: 150 },
    {
      ...country,
      name: 'whole country again within a minute',
      boxes: everything.slice(0, 1),
      goalMs: 5,
    },
    { ...country, name: 'whole country with three filters', filters: three },
  ];
}

/** Returns the URL path for a box of a view. */
export function mapAddress({ zoom, filters }: MapView, box: Bounds): string {
  const { west, south, east, north } = box;
  const query = new URLSearchParams({
    bounds: [west, south, east, north].join(','),
    zoom: String(zoom),
    ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])),
  });
  return `/api/properties/map?${query.toString()}`;
}
