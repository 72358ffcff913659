/** Finds names of places with homes for the map's background. */

import { sql } from 'kysely';
import { type Bounds, crossesAntimeridian } from '#shared/geo/bounds.ts';
import type { MapPlaces } from '#shared/schemas/properties/property-map.ts';
import type { Database } from '../../../../database/database.ts';
import { CELL_DEGREES, CELLS_PER_ROW } from '../spatial-conditions.ts';

/** More names would not fit on a map. */
export const MAX_PLACES = 60;

/** Bounds the cost if an import invents a city for each of a million homes. */
const MAX_ROWS = 2_000;

/** Returns the places with the most homes in a box as of the last cell refresh. */
export async function findMapPlaces(db: Database, bounds: Bounds): Promise<MapPlaces> {
  const { west, south, east, north } = bounds;
  // One more cell on each side, so that a city at the edge of the box is placed by all of its homes.
  const [west0, south0, east0, north0] = [
    columnOf(west) - 1,
    rowOf(south) - 1,
    columnOf(east) + 1,
    rowOf(north) + 1,
  ];
  const column = sql`cell % ${sql.lit(CELLS_PER_ROW)}`;
  const isInColumns = crossesAntimeridian(bounds)
    ? sql`(${column} >= ${west0} or ${column} <= ${east0})`
    : sql`${column} between ${west0} and ${east0}`;
  const isBetween = crossesAntimeridian(bounds)
    ? sql`(longitude >= ${west} or longitude <= ${east})`
    : sql`longitude between ${west} and ${east}`;
  const { rows } = await sql<MapPlaces[number]>`
    with largest as (
      select * from map_places
      where cell between ${south0 * CELLS_PER_ROW} and ${(north0 + 1) * CELLS_PER_ROW} and ${isInColumns}
      order by listing_count desc limit ${MAX_ROWS}
    ),
    places as (
      select city as name, state, sum(listing_count)::int as count,
        sum(latitude_sum) / sum(listing_count) as latitude, sum(longitude_sum) / sum(listing_count) as longitude
      from largest group by city, state
    )
    select name, state, round(latitude::numeric, 4)::float8 as latitude, round(longitude::numeric, 4)::float8 as longitude, count
    from places where latitude between ${south} and ${north} and ${isBetween}
    order by count desc, name, state limit ${MAX_PLACES}`.execute(db);
  return rows;
}

/** Returns the column and the row of a position's cell (map-cells.ts). */
const columnOf = (longitude: number) => Math.floor((longitude + 180) / CELL_DEGREES);
const rowOf = (latitude: number) => Math.floor((latitude + 90) / CELL_DEGREES);
