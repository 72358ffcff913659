/** The baseline for the map: the listings' rows, grouped by PostgreSQL alone. */

import type pg from 'pg';
import type { Bounds } from '#shared/geo/bounds.ts';
import type { MapView } from './map-views.ts';

/** The size of grid squares (the smallest on the server) and the width of the world at zoom 0, in pixels. */
const SQUARE_PX = 64;
const WORLD_PX = 256;

/** The filters' columns and operators. */
const COLUMNS = {
  status: 'p.status =',
  propertyType: 'p.property_type =',
  bedrooms: 'p.bedrooms >=',
  bathrooms: 'p.bathrooms >=',
  minSqft: 'p.sqft >=',
} as const;

/**
 * Groups the homes in a box by squares of the Web Mercator plane with a single query that uses the
 * map index.
 *
 * @returns the number of homes
 */
export async function groupByPostgres(
  client: pg.ClientBase,
  { zoom, filters }: MapView,
  { west, south, east, north }: Bounds,
): Promise<number> {
  const strips = Array.from(
    { length: Math.floor(north * 4) - Math.floor(south * 4) + 1 },
    (_, index) => Math.floor(south * 4) + index,
  );
  const values: unknown[] = [strips, west, east, south, north];
  const conditions = Object.entries(COLUMNS).flatMap(([name, comparison]) => {
    const value = filters[name as keyof typeof COLUMNS];
    if (value === undefined) return [];
    values.push(value);
    return [`and ${comparison} $${values.length}`];
  });
  const squaresPerRow = (WORLD_PX * 2 ** zoom) / SQUARE_PX;
  const { rows } = await client.query<{ count: string }>(
    `select count(*) as count, avg(p.latitude), avg(p.longitude), min(p.price), max(p.price),
      min(p.longitude), min(p.latitude), max(p.longitude), max(p.latitude)
    from properties p
    where p.is_available and map_strip(p.latitude) = any($1::smallint[])
      and p.longitude between $2 and $3 and p.latitude between $4 and $5
      and p.latitude <> 0 and p.longitude <> 0 ${conditions.join(' ')}
    group by floor((p.longitude + 180) / 360 * ${squaresPerRow}),
      floor((1 - asinh(tand(p.latitude)) / pi()) / 2 * ${squaresPerRow})`,
    values,
  );
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}
