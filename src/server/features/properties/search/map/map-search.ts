/**
 * Finds a map's content: single homes if there are few, otherwise clusters. Together they contain all
 * matches (docs/product/map.md).
 */

import { type RawBuilder, sql } from 'kysely';
import { crossesAntimeridian, centerOf } from '#shared/geo/bounds.ts';
import type { MapHome } from '#shared/schemas/properties/property-map.ts';
import type { Database } from '../../../../database/database.ts';
import { sumCells, canUseCells } from './map-cells.ts';
import { type Grid, chooseGrid, squareOf, unwrapLongitude } from './map-grid.ts';
import type { MapConditions, MapEntries, MapGroup } from './map-entries.ts';
import { mergeGroups } from './merge-groups.ts';
import { matches } from '../search-conditions.ts';
import { squaredHalfChord } from '../spatial-conditions.ts';

/** Up to this many matches are shown as single homes at any zoom. */
export const MAX_UNCLUSTERED_HOMES = 200;
/** At this zoom and above, a map always contains single homes. */
export const MIN_HOMES_ZOOM = 17;
/** At `MIN_HOMES_ZOOM` and above, up to this many matches are shown as single homes. */
export const MAX_ZOOMED_IN_HOMES = 400;
/** If there are more, only this many homes, those nearest to the center, are certain to be single homes. */
export const MAX_NEAREST_HOMES = 300;
/** The maximum number of clusters and single homes for the other matches. */
export const MAX_REMAINING_ENTRIES = 100;
/** The maximum number of homes and clusters at lower zooms. */
export const MAX_ENTRIES = 400;

/** The columns of a home `p` that the map needs. */
const HOME_COLUMNS = sql`p.id::text as "_id", p.latitude, p.longitude, p.price, p.status,
  p.property_type as "propertyType", p.bedrooms`;

/** Finds homes and groups that together contain all matches. */
export async function findMapEntries(
  db: Database,
  conditions: MapConditions,
  zoom: number,
): Promise<MapEntries> {
  const isZoomedIn = zoom >= MIN_HOMES_ZOOM;
  const maxHomes = isZoomedIn ? MAX_ZOOMED_IN_HOMES : MAX_UNCLUSTERED_HOMES;
  const homes = await findHomes(db, conditions, maxHomes);
  if (homes !== null) return { homes, groups: [] };
  if (isZoomedIn) return findNearest(db, conditions, zoom);
  const grid = chooseGrid(conditions.bounds, zoom, MAX_ENTRIES);
  return { homes: [], groups: mergeGroups(await findGroups(db, conditions, grid), zoom) };
}

/** Returns all matching homes in ID order; null if there are more than `maxHomes`. */
async function findHomes(
  db: Database,
  conditions: MapConditions,
  maxHomes: number,
): Promise<MapHome[] | null> {
  // Materialized because the limit would otherwise make the planner scan listings for the first
  // matches.
  const { rows } = await sql<{ isAll: boolean; homes: MapHome[] | null }>`
    with matching as materialized (select p.id, ${HOME_COLUMNS} from public_properties p where ${matches(conditions)}),
    first_matches as materialized (select * from matching limit ${maxHomes + 1}),
    counted as (select count(*) <= ${maxHomes} as is_all from first_matches)
    select is_all as "isAll", (
      select json_agg(json_build_object('_id', "_id", 'latitude', latitude, 'longitude', longitude, 'price', price,
        'status', status, 'propertyType', "propertyType", 'bedrooms', bedrooms) order by id)
      from first_matches where is_all
    ) as homes
    from counted`.execute(db);
  const [found] = rows;
  return found !== undefined && found.isAll ? (found.homes ?? []) : null;
}

/**
 * Aggregates a group's homes `h`, which have `latitude`, `longitude` (unwrapped), and `price`.
 */
const GROUP_AGGREGATES = sql`
  count(*)::int as count, avg(h.latitude) as latitude, avg(h.longitude) as longitude,
  min(h.price) as "minPrice", max(h.price) as "maxPrice",
  min(h.longitude) as west, min(h.latitude) as south, max(h.longitude) as east, max(h.latitude) as north`;

/** Joins the home of a single-home group `g` as JSON. */
function joinSingleHome(conditions: MapConditions): RawBuilder<unknown> {
  const { bounds, area: _area, near: _near, within: _within, ...facts } = conditions;
  const isCrossing = crossesAntimeridian(bounds);
  // Longitudes that are shifted past 180 can differ in the last digit.
  const isSameLongitude = isCrossing
    ? sql`(p.longitude = g.west or p.longitude between g.west - 360 - 1e-9 and g.west - 360 + 1e-9)`
    : sql`p.longitude = g.west`;
  // The group has the home's exact position unless the map crosses the antimeridian, so spatial filters
  // need no second check.
  return sql`
    left join lateral (
      select row_to_json(home) as home from (
        select ${HOME_COLUMNS} from public_properties p
        where g.count = 1 and map_strip(p.latitude) = map_strip(g.south) and ${isSameLongitude} and p.latitude = g.south
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
  const groups = canUseCells(conditions, grid)
    ? sumCells(conditions, grid)
    : sql`
      select ${GROUP_AGGREGATES}
      from (
        select p.latitude, ${unwrapLongitude(conditions.bounds, sql`p.longitude`)} as longitude, p.price
        from public_properties p where ${matches(conditions)}
      ) h
      group by ${squareOf(grid, sql`h.latitude`, sql`h.longitude`)}`;
  const { rows } = await sql<MapGroup>`
    with g as materialized (${groups})
    select g.*, one.home from g ${joinSingleHome(conditions)} order by g.south, g.west, g.north, g.east`.execute(
    db,
  );
  return rows;
}

/** Finds the homes nearest to the center and groups the others. */
async function findNearest(
  db: Database,
  conditions: MapConditions,
  zoom: number,
): Promise<MapEntries> {
  const { bounds } = conditions;
  const grid = chooseGrid(bounds, zoom, MAX_REMAINING_ENTRIES);
  const center = centerOf(bounds);
  const { rows } = await sql<{ homes: MapHome[]; groups: MapGroup[] }>`
    with h as materialized (
      select p.id, ${unwrapLongitude(bounds, sql`p.longitude`)} as longitude, p.latitude, p.price,
        row_number() over (
          order by ${squaredHalfChord(sql`${center.latitude}::float8`, sql`${center.longitude}::float8`)}, p.id
        ) as rank
      from public_properties p where ${matches(conditions)}
    ),
    g as materialized (
      select ${GROUP_AGGREGATES}, min(h.id) as id from h where rank > ${MAX_NEAREST_HOMES}
      group by ${squareOf(grid, sql`h.latitude`, sql`h.longitude`)}
    )
    select
      (select json_agg(row_to_json(home) order by home.rank) from (
        select h.rank, ${HOME_COLUMNS} from h join public_properties p on p.id = h.id where h.rank <= ${MAX_NEAREST_HOMES}
      ) home) as homes,
      (select json_agg(row_to_json(entry) order by entry.south, entry.west, entry.north, entry.east) from (
        select g.*, one.home from g
        -- By ID, because a home at the same position can be among the nearest.
        left join lateral (
          select row_to_json(home) as home from (
            select ${HOME_COLUMNS} from public_properties p where g.count = 1 and p.id = g.id
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
