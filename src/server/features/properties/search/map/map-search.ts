/**
 * The content of a map: single homes if there are few, else clusters whose counts and homes add up
 * (docs/product/map.md).
 */

import { type RawBuilder, sql } from 'kysely';
import { crossesAntimeridian, middleOf } from '#shared/geo/bounds.ts';
import type { MapHome } from '#shared/schemas/properties/property-map.ts';
import type { Database } from '../../../../database/database.ts';
import { addUpCells, canAddUpCells } from './map-cells.ts';
import { type Grid, chooseGrid, squareOf, unwrapped } from './map-grid.ts';
import type { MapConditions, MapEntries, MapGroup } from './map-entries.ts';
import { mergeGroups } from './merge-groups.ts';
import { matches } from '../search-conditions.ts';
import { squaredHalfChord } from '../spatial-conditions.ts';

/** Up to so many, everything is a home, at any zoom. */
export const MAX_HOMES_ALWAYS = 200;
/** From this zoom on there are homes however many match. */
export const HOMES_ZOOM = 17;
/** Up to so many are all homes from `HOMES_ZOOM` on; beyond, the nearest are and the rest is gathered. */
export const MAX_NEAR_HOMES = 400;
export const NEAREST_HOMES = 300;
export const MAX_REST_ENTRIES = 100;
/** Homes and clusters together at other zooms. */
export const MAX_ENTRIES = 400;

/** A home `p` as the map has it. */
const HOME = sql`p.id::text as "_id", p.latitude, p.longitude, p.price, p.status,
  p.property_type as "propertyType", p.bedrooms`;

/** Homes and groups that together are all that match, read at one moment. */
export async function findMapEntries(
  db: Database,
  conditions: MapConditions,
  zoom: number,
): Promise<MapEntries> {
  const isClose = zoom >= HOMES_ZOOM;
  const most = isClose ? MAX_NEAR_HOMES : MAX_HOMES_ALWAYS;
  const homes = await findHomes(db, conditions, most);
  if (homes !== null) return { homes, groups: [] };
  if (isClose) return findNearest(db, conditions, zoom);
  const grid = chooseGrid(conditions.bounds, zoom, MAX_ENTRIES);
  return { homes: [], groups: mergeGroups(await findGroups(db, conditions, grid), zoom) };
}

/** All homes in the order of their identifiers; null where there are more than so many. */
async function findHomes(
  db: Database,
  conditions: MapConditions,
  most: number,
): Promise<MapHome[] | null> {
  // Materialized, since with the limit in view the planner would go through all listings for the first of them.
  const { rows } = await sql<{ isAll: boolean; homes: MapHome[] | null }>`
    with matching as materialized (select p.id, ${HOME} from public_properties p where ${matches(conditions)}),
    first_ones as materialized (select * from matching limit ${most + 1}),
    counted as (select count(*) <= ${most} as is_all from first_ones)
    select is_all as "isAll", (
      select json_agg(json_build_object('_id', "_id", 'latitude', latitude, 'longitude', longitude, 'price', price,
        'status', status, 'propertyType', "propertyType", 'bedrooms', bedrooms) order by id)
      from first_ones where is_all
    ) as homes
    from counted`.execute(db);
  const [found] = rows;
  return found !== undefined && found.isAll ? (found.homes ?? []) : null;
}

/** Aggregates of a group's homes: `h` has `latitude`, `longitude` (as `unwrapped`), and `price`. */
const OF_HOMES = sql`
  count(*)::int as count, avg(h.latitude) as latitude, avg(h.longitude) as longitude,
  min(h.price) as "minPrice", max(h.price) as "maxPrice",
  min(h.longitude) as west, min(h.latitude) as south, max(h.longitude) as east, max(h.latitude) as north`;

/** The home that a group `g` of one is made of, as a row of JSON. */
function homeOfOne(conditions: MapConditions): RawBuilder<unknown> {
  const { bounds, area: _area, near: _near, within: _within, ...facts } = conditions;
  const isCrossing = crossesAntimeridian(bounds);
  // Longitudes shifted beyond 180 may be off in the last digit.
  const isThere = isCrossing
    ? sql`(p.longitude = g.west or p.longitude between g.west - 360 - 1e-9 and g.west - 360 + 1e-9)`
    : sql`p.longitude = g.west`;
  // A cluster exactly at a home of its group is in every area that the home is in.
  return sql`
    left join lateral (
      select row_to_json(home) as home from (
        select ${HOME} from public_properties p
        where g.count = 1 and map_strip(p.latitude) = map_strip(g.south) and ${isThere} and p.latitude = g.south
          and ${matches(isCrossing ? conditions : facts)}
        limit 1
      ) home
    ) one on true`;
}

async function findGroups(
  db: Database,
  conditions: MapConditions,
  grid: Grid,
): Promise<MapGroup[]> {
  const groups = canAddUpCells(conditions, grid)
    ? addUpCells(conditions, grid)
    : sql`
      select ${OF_HOMES}
      from (
        select p.latitude, ${unwrapped(conditions.bounds, sql`p.longitude`)} as longitude, p.price
        from public_properties p where ${matches(conditions)}
      ) h
      group by ${squareOf(grid, sql`h.latitude`, sql`h.longitude`)}`;
  const { rows } = await sql<MapGroup>`
    with g as materialized (${groups})
    select g.*, one.home from g ${homeOfOne(conditions)} order by g.south, g.west, g.north, g.east`.execute(
    db,
  );
  return rows;
}

/** The homes nearest to the middle, and the rest in groups. */
async function findNearest(
  db: Database,
  conditions: MapConditions,
  zoom: number,
): Promise<MapEntries> {
  const { bounds } = conditions;
  const grid = chooseGrid(bounds, zoom, MAX_REST_ENTRIES);
  const middle = middleOf(bounds);
  const { rows } = await sql<{ homes: MapHome[]; groups: MapGroup[] }>`
    with h as materialized (
      select p.id, ${unwrapped(bounds, sql`p.longitude`)} as longitude, p.latitude, p.price,
        row_number() over (
          order by ${squaredHalfChord(sql`${middle.latitude}::float8`, sql`${middle.longitude}::float8`)}, p.id
        ) as place
      from public_properties p where ${matches(conditions)}
    ),
    g as materialized (
      select ${OF_HOMES}, min(h.id) as id from h where place > ${NEAREST_HOMES}
      group by ${squareOf(grid, sql`h.latitude`, sql`h.longitude`)}
    )
    select
      (select json_agg(row_to_json(home) order by home.place) from (
        select h.place, ${HOME} from h join public_properties p on p.id = h.id where h.place <= ${NEAREST_HOMES}
      ) home) as homes,
      (select json_agg(row_to_json(entry) order by entry.south, entry.west, entry.north, entry.east) from (
        select g.*, one.home from g
        -- By its identifier: at the same spot there may be homes that are among the nearest.
        left join lateral (
          select row_to_json(home) as home from (
            select ${HOME} from public_properties p where g.count = 1 and p.id = g.id
          ) home
        ) one on true
      ) entry) as groups`.execute(db);
  const [found] = rows;
  const homes = (found?.homes ?? []).map(
    ({ _id, latitude, longitude, price, status, propertyType, bedrooms }) => ({
      _id,
      latitude,
      longitude,
      price,
      status,
      propertyType,
      bedrooms,
    }),
  );
  return { homes, groups: mergeGroups(found?.groups ?? [], zoom) };
}
