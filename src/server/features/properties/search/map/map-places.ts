/** Finds names of places with homes for the map's background. */

import { sql } from 'kysely';
import { type Bounds, crossesAntimeridian } from '#shared/geo/bounds.ts';
import type { MapPlaces } from '#shared/schemas/properties/property-map.ts';
import type { Database } from '../../../../database/database.ts';
import { cellColumn, CELLS_PER_ROW, isInCellRows } from '../spatial-conditions.ts';

/** More names would not fit on a map. */
export const MAX_PLACES = 60;

/** Limits the cost if an import contains a different city for each of a million homes. */
const MAX_ROWS = 2_000;

/** Returns the places with the most homes in a box as of the last cell refresh. */
export async function findMapPlaces(db: Database, bounds: Bounds): Promise<MapPlaces> {
  const { west, south, east, north } = bounds;
  // One more cell on each side, so that a city at the edge of the box is placed by all of its homes.
  const [firstColumn, lastColumn] = [cellColumn(west) - 1, cellColumn(east) + 1];
  const column = sql`cell % ${sql.lit(CELLS_PER_ROW)}`;
  const isInColumns = crossesAntimeridian(bounds)
    ? sql`(${column} >= ${firstColumn} or ${column} <= ${lastColumn})`
    : sql`${column} between ${firstColumn} and ${lastColumn}`;
  const isBetween = crossesAntimeridian(bounds)
    ? sql`(longitude >= ${west} or longitude <= ${east})`
    : sql`longitude between ${west} and ${east}`;
  const { rows } = await sql<MapPlaces[number]>`
    with largest as (
      select * from map_places
      where ${isInCellRows(bounds, 1)} and ${isInColumns}
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
