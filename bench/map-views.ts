/** Typical map views of the benchmark's listings. */

import type pg from 'pg';
import type { Bounds, Position } from '#shared/geo/bounds.ts';

/** A view's filters, limited to those that `groupByPostgres` supports. */
export type ViewFilters = {
  status?: string;
  propertyType?: string;
  bedrooms?: number;
  bathrooms?: number;
  minSqft?: number;
};

/** A kind of view. Its boxes have the same or similar sizes. */
export type MapView = {
  name: string;
  zoom: number;
  filters: ViewFilters;
  boxes: Bounds[];
  /** The target time with a million listings, in milliseconds. */
  goalMs?: number;
};

/** The listings' locations. */
type ListingPositions = {
  /** The bounding box of all listings. */
  all: Bounds;
  /** The positions of randomly selected homes, so dense areas are viewed more often. */
  samples: Position[];
  /** The center of the city with the most homes. */
  largestCity: Position;
};

const BOX_COUNT = 300;

/** Returns a deterministic pseudo-random number from 0 to 1. */
const scatter = (index: number, salt: number) =>
  Math.abs(Math.sin(index * 12.9898 + salt * 78.233) * 43_758.5453) % 1;

async function readListingPositions(pool: pg.Pool): Promise<ListingPositions> {
  const fromListings = 'from properties where is_available and latitude <> 0 and longitude <> 0';
  const { rows: edges } = await pool.query<Bounds>(
    `select min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north ${fromListings}`,
  );
  const { rows: samples } = await pool.query<Position>(
    `select latitude, longitude ${fromListings} order by hashint8(id), id limit ${BOX_COUNT}`,
  );
  const { rows: largest } = await pool.query<Position>(
    `select avg(latitude) as latitude, avg(longitude) as longitude ${fromListings}
    group by city, state order by count(*) desc limit 1`,
  );
  const [all] = edges;
  const [center] = largest;
  if (all === undefined || center === undefined) throw new Error('There are no homes.');
  return { all, samples, largestCity: center };
}

/** Builds all views for a desktop-sized map. */
export async function buildMapViews(pool: pg.Pool): Promise<MapView[]> {
  const { all, samples, largestCity } = await readListingPositions(pool);
  const boxesAround = (centers: readonly Position[], width: number, height: number) =>
    Array.from({ length: BOX_COUNT }, (_, index): Bounds => {
      const { latitude, longitude } = centers[index % centers.length] ?? largestCity;
      const west = longitude - width / 2 + (scatter(index, 1) - 0.5) * width * 0.2;
      const south = latitude - height / 2 + (scatter(index, 2) - 0.5) * height * 0.2;
      return { west, south, east: west + width, north: south + height };
    });
  const countryBoxes = Array.from({ length: BOX_COUNT }, (_, index): Bounds => {
    const margin = 1 + scatter(index, 3) * 4;
    const { west, south, east, north } = all;
    return {
      west: west - margin,
      south: south - margin,
      east: east + margin,
      north: north + margin,
    };
  });
  const states = boxesAround(samples, 10, 8);
  const threeFilters = { status: 'For Sale', propertyType: 'House', bedrooms: 3 };
  const country = { name: 'entire country', zoom: 4, filters: {}, boxes: countryBoxes };
  return [
    { name: 'city', zoom: 11, filters: {}, boxes: boxesAround(samples, 0.7, 0.5), goalMs: 15 },
    {
      name: 'largest city',
      zoom: 11,
      filters: {},
      boxes: boxesAround([largestCity], 0.7, 0.5),
      goalMs: 15,
    },
    { name: 'state', zoom: 6, filters: {}, boxes: states },
    { name: 'state with three filters', zoom: 6, filters: threeFilters, boxes: states, goalMs: 40 },
    {
      name: 'state with three different filters',
      zoom: 6,
      filters: { bedrooms: 2, bathrooms: 2, minSqft: 1500 },
      boxes: states,
      goalMs: 40,
    },
    { name: 'half the country', zoom: 5, filters: {}, boxes: boxesAround(samples, 22, 15) },
    { ...country, goalMs: 150 },
    { ...country, name: 'entire country with three filters', filters: threeFilters },
  ];
}

/** Returns the URL path for one of a view's boxes. */
export function mapPath({ zoom, filters }: MapView, box: Bounds): string {
  const { west, south, east, north } = box;
  const query = new URLSearchParams({
    bounds: [west, south, east, north].join(','),
    zoom: String(zoom),
    ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])),
  });
  return `/api/properties/map?${query.toString()}`;
}
