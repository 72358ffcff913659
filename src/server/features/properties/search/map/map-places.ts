/** Finds names of places with homes for the map's background. */

import { sql } from 'kysely';
import { type Bounds, crossesAntimeridian } from '#shared/geo/bounds.ts';
import type { MapPlaces } from '#shared/schemas/properties/property-map.ts';
import type { Database } from '../../../../database/database.ts';

/** More names would not fit on a map. */
const MAX_PLACES = 60;

/** Returns the places with the most homes in a box as of the last cell refresh. */
export async function findMapPlaces(db: Database, bounds: Bounds): Promise<MapPlaces> {
  const { west, south, east, north } = bounds;
  const isBetween = crossesAntimeridian(bounds)
    ? sql`(longitude >= ${west} or longitude <= ${east})`
    : sql`longitude between ${west} and ${east}`;
  const { rows } = await sql<MapPlaces[number]>`
    with places as (
      select city as name, state, sum(listing_count)::int as count,
        sum(latitude_sum) / sum(listing_count) as latitude, sum(longitude_sum) / sum(listing_count) as longitude
      from map_places group by city, state
    )
    select name, state, round(latitude::numeric, 4)::float8 as latitude, round(longitude::numeric, 4)::float8 as longitude, count
    from places where latitude between ${south} and ${north} and ${isBetween}
    order by count desc, name, state limit ${MAX_PLACES}`.execute(db);
  return rows;
}
