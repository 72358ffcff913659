/**
 * Precomputed totals for cells of half a degree, so that a map of the country need not read every listing. A change
 * of a listing only marks its cell (migration 0012). Marked cells, and cells cut by the edge of the map, are read
 * from the listings themselves: the totals are always right, whether or not the cells were updated.
 */

import { type RawBuilder, sql } from 'kysely';
import { crossesAntimeridian } from '#shared/geo/bounds.ts';
import { type Database, inTransaction } from '../../../../database/database.ts';
import { type Grid, squareDegrees, squareOf, unwrapped } from './map-grid.ts';
import type { MapConditions } from './map-entries.ts';
import { matches } from '../search-conditions.ts';
import { CELL_DEGREES, CELLS_IN_ROW } from '../spatial-conditions.ts';

/** Squares hold at least two by two cells: else one would see the cells. */
const MIN_SQUARE_DEGREES = 2 * CELL_DEGREES;

/** Cells that are added up in one transaction. */
const CELLS_AT_ONCE = 2_000;

/** Any number that is no other lock's. */
const LOCK = 731_012;

/** Whether cells know everything that a search asks for, and are fine enough for a grid. */
export function canAddUpCells(conditions: MapConditions, grid: Grid): boolean {
  const { status: _status, propertyType: _type, bounds: _bounds, ...others } = conditions;
  return (
    squareDegrees(grid) >= MIN_SQUARE_DEGREES &&
    Object.values(others).every((value) => value === undefined)
  );
}

/** Groups of homes, square by square; a cell belongs to the square that its middle is in. */
export function addUpCells(conditions: MapConditions, grid: Grid): RawBuilder<unknown> {
  const { bounds, status, propertyType } = conditions;
  const { west, south, east, north } = bounds;
  const ofKind = matches({ status, propertyType });
  const isCrossing = crossesAntimeridian(bounds);
  const overlaps = isCrossing
    ? sql`(p.east >= ${west} or p.west <= ${east})`
    : sql`p.east >= ${west} and p.west <= ${east}`;
  const isWithin = isCrossing
    ? sql`(p.west >= ${west} or p.east <= ${east})`
    : sql`p.west >= ${west} and p.east <= ${east}`;
  const isBetween = isCrossing
    ? sql`(p.longitude >= ${west} or p.longitude <= ${east})`
    : sql`p.longitude between ${west} and ${east}`;
  // Cells do not cross the antimeridian: all their homes move by as much.
  const moved = isCrossing ? sql`case when p.west < ${west} then 360 else 0 end` : sql`0`;
  const cellWest = sql`(c.cell % ${sql.lit(CELLS_IN_ROW)}) * ${sql.lit(CELL_DEGREES)}::float8 - 180`;
  const cellSouth = sql`(c.cell / ${sql.lit(CELLS_IN_ROW)}) * ${sql.lit(CELL_DEGREES)}::float8 - 90`;
  const half = sql.lit(CELL_DEGREES / 2);
  return sql`
    with changed as materialized (select distinct cell from map_changes),
    cells as materialized (
      select p.*, ${moved} as moved,
        p.south >= ${south} and p.north <= ${north} and ${isWithin} as is_within
      from (select true as is_available, map_cells.* from map_cells) p
      where ${ofKind} and p.north >= ${south} and p.south <= ${north} and ${overlaps}
        and not exists (select from changed where changed.cell = p.cell)
    ),
    loose as materialized (
      select cell from cells where not is_within union select cell from changed
    ),
    added as (
      select cell, listing_count, latitude_sum, longitude_sum + moved * listing_count as longitude_sum,
        min_price, max_price, west + moved as west, south, east + moved as east, north
      -- Of a cell whose homes for rent alone are cut by the edge, those for sale are read as well.
      from cells where cell not in (select cell from loose)
      union all
      select c.cell, count(*), sum(h.latitude), sum(h.longitude), min(h.price), max(h.price),
        min(h.longitude), min(h.latitude), max(h.longitude), max(h.latitude)
      from loose c
      cross join lateral (
        select p.latitude, ${unwrapped(bounds, sql`p.longitude`)} as longitude, p.price
        from public_properties p
        where map_strip(p.latitude) in (map_strip(${cellSouth}), map_strip(${cellSouth} + ${half}))
          and p.longitude >= ${cellWest} and p.longitude < ${cellWest} + ${sql.lit(CELL_DEGREES)}
          and p.latitude between ${south} and ${north} and ${isBetween}
          and p.latitude <> 0 and p.longitude <> 0 and ${ofKind}
      ) h
      group by c.cell
    )
    select sum(c.listing_count)::int as count,
      sum(c.latitude_sum) / sum(c.listing_count) as latitude, sum(c.longitude_sum) / sum(c.listing_count) as longitude,
      min(c.min_price) as "minPrice", max(c.max_price) as "maxPrice",
      min(c.west) as west, min(c.south) as south, max(c.east) as east, max(c.north) as north
    from added c
    group by ${squareOf(
      grid,
      sql`(${cellSouth} + ${half})`,
      unwrapped(bounds, sql`(${cellWest} + ${half})`),
    )}`;
}

/**
 * Adds up again all cells in which something changed, unless another process does it just now.
 *
 * @param db the primary
 */
export async function refreshMapCells(db: Database): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await inTransaction(db, null, refreshSome);
}

/** @returns whether there are more */
async function refreshSome(db: Database): Promise<boolean> {
  const { rows: locks } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}) as "isFree"`.execute(db);
  if (!(locks[0]?.isFree ?? false)) return false;
  const { rows } = await sql<{ cell: number }>`
    with noted as (select distinct cell from map_changes limit ${CELLS_AT_ONCE}),
    gone as (delete from map_changes using noted where map_changes.cell = noted.cell)
    select cell from noted order by cell`.execute(db);
  const cells = rows.map(({ cell }) => cell);
  if (cells.length === 0) return false;
  // Changes committed between these statements and the one above are recorded again, and that record stays.
  await sql`delete from map_cells where cell = any(${cells}::int[])`.execute(db);
  await sql`delete from map_places where cell = any(${cells}::int[])`.execute(db);
  const inCells = sql`
    unnest(${cells}::int[]) c (cell)
    join public_properties p on map_strip(p.latitude) in (c.cell / 721 * 2 - 360, c.cell / 721 * 2 - 359)
      and p.longitude >= (c.cell % 721) * 0.5::float8 - 180 and p.longitude < (c.cell % 721) * 0.5::float8 - 179.5
    where p.is_available and p.latitude <> 0 and p.longitude <> 0`;
  await sql`
    insert into map_cells (cell, status, property_type, listing_count, latitude_sum, longitude_sum,
      min_price, max_price, west, south, east, north)
    select c.cell, p.status, p.property_type, count(*), sum(p.latitude), sum(p.longitude),
      min(p.price), max(p.price), min(p.longitude), min(p.latitude), max(p.longitude), max(p.latitude)
    from ${inCells} group by 1, 2, 3`.execute(db);
  await sql`
    insert into map_places (cell, city, state, listing_count, latitude_sum, longitude_sum)
    select c.cell, p.city, p.state, count(*), sum(p.latitude), sum(p.longitude)
    from ${inCells} group by 1, 2, 3`.execute(db);
  return cells.length === CELLS_AT_ONCE;
}
