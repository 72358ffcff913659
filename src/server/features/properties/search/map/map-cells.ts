/**
 * Maintains precomputed totals for cells of half a degree so that a map of the country does not
 * read every listing. A changed listing only marks its cell (migration 0012). Marked cells and
 * cells at the map's edge are computed from their listings, so the map's counts are always correct,
 * even before the next refresh.
 */

import { type RawBuilder, sql } from 'kysely';
import { crossesAntimeridian } from '#shared/geo/bounds.ts';
import { type Database, inTransaction } from '../../../../database/database.ts';
import { type Grid, squareDegrees, squareOf, unwrapLongitude } from './map-grid.ts';
import type { MapConditions } from './map-entries.ts';
import { MAX_PLACES } from './map-places.ts';
import { matches } from '../search-conditions.ts';
import { CELL_DEGREES, CELLS_PER_ROW, isInCellRows } from '../spatial-conditions.ts';

/**
 * Cell totals are used only for squares of at least two by two cells. Otherwise, the cells would be
 * visible as a pattern.
 */
const MIN_SQUARE_DEGREES = 2 * CELL_DEGREES;

/** The maximum number of cells refreshed per transaction. */
const CELLS_PER_TRANSACTION = 2_000;

/** An arbitrary ID that no other advisory lock uses. */
const REFRESH_LOCK_ID = 731_012;

/** Returns whether cell totals support a search's filters and are fine enough for a grid. */
export function canUseCells(conditions: MapConditions, grid: Grid): boolean {
  const { status: _status, propertyType: _type, bounds: _bounds, ...others } = conditions;
  return (
    squareDegrees(grid) >= MIN_SQUARE_DEGREES &&
    Object.values(others).every((value) => value === undefined)
  );
}

/** Groups homes by square. A cell belongs to the square that contains its center. */
export function sumCells(conditions: MapConditions, grid: Grid): RawBuilder<unknown> {
  const { bounds, status, propertyType } = conditions;
  const { west, south, east, north } = bounds;
  const matchesKind = matches({ status, propertyType });
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
  // Cells do not cross the antimeridian, so all homes in a cell shift by the same amount.
  const shift = isCrossing ? sql`case when p.west < ${west} then 360 else 0 end` : sql`0`;
  const cellWest = sql`(c.cell % ${sql.lit(CELLS_PER_ROW)}) * ${sql.lit(CELL_DEGREES)}::float8 - 180`;
  const cellSouth = sql`(c.cell / ${sql.lit(CELLS_PER_ROW)}) * ${sql.lit(CELL_DEGREES)}::float8 - 90`;
  const half = sql.lit(CELL_DEGREES / 2);
  return sql`
    with changed as materialized (select distinct cell from map_changes),
    cells as materialized (
      select p.*, ${shift} as shift,
        p.south >= ${south} and p.north <= ${north} and ${isWithin} as is_within
      from (select true as is_available, map_cells.* from map_cells where ${isInCellRows(bounds)}) p
      where ${matchesKind} and p.north >= ${south} and p.south <= ${north} and ${overlaps}
        and not exists (select from changed where changed.cell = p.cell)
    ),
    recomputed as materialized (
      select cell from cells where not is_within union select cell from changed
    ),
    added as (
      select cell, listing_count, latitude_sum, longitude_sum + shift * listing_count as longitude_sum,
        min_price, max_price, west + shift as west, south, east + shift as east, north
      -- A cell is recomputed for all statuses and types, even if the map's edge cuts only its rentals.
      from cells where cell not in (select cell from recomputed)
      union all
      select c.cell, count(*), sum(h.latitude), sum(h.longitude), min(h.price), max(h.price),
        min(h.longitude), min(h.latitude), max(h.longitude), max(h.latitude)
      from recomputed c
      cross join lateral (
        select p.latitude, ${unwrapLongitude(bounds, sql`p.longitude`)} as longitude, p.price
        from public_properties p
        where map_strip(p.latitude) in (map_strip(${cellSouth}), map_strip(${cellSouth} + ${half}))
          and p.longitude >= ${cellWest} and p.longitude < ${cellWest} + ${sql.lit(CELL_DEGREES)}
          and p.latitude between ${south} and ${north} and ${isBetween}
          and p.latitude <> 0 and p.longitude <> 0 and ${matchesKind}
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
      unwrapLongitude(bounds, sql`(${cellWest} + ${half})`),
    )}`;
}

/**
 * Refreshes the totals of all changed cells unless another process is refreshing them.
 *
 * @param db the primary
 */
export async function refreshMapCells(db: Database): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await inTransaction(db, null, refreshBatch);
}

/** @returns whether more cells may need a refresh */
async function refreshBatch(db: Database): Promise<boolean> {
  const { rows: locks } = await sql<{ isAcquired: boolean }>`
    select pg_try_advisory_xact_lock(${REFRESH_LOCK_ID}) as "isAcquired"`.execute(db);
  if (!(locks[0]?.isAcquired ?? false)) return false;
  const { rows } = await sql<{ cell: number }>`
    with recorded as (select distinct cell from map_changes limit ${CELLS_PER_TRANSACTION}),
    deleted as (delete from map_changes using recorded where map_changes.cell = recorded.cell)
    select cell from recorded order by cell`.execute(db);
  const cells = rows.map(({ cell }) => cell);
  if (cells.length === 0) return false;
  // Changes that commit after the statement above stay recorded, so the next refresh includes them.
  await sql`delete from map_cells where cell = any(${cells}::int[])`.execute(db);
  await sql`delete from map_places where cell = any(${cells}::int[])`.execute(db);
  const [columns, degrees] = [sql.lit(CELLS_PER_ROW), sql`${sql.lit(CELL_DEGREES)}::float8`];
  const inCells = sql`
    unnest(${cells}::int[]) c (cell)
    join public_properties p on map_strip(p.latitude) in (c.cell / ${columns} * 2 - 360, c.cell / ${columns} * 2 - 359)
      and p.longitude >= (c.cell % ${columns}) * ${degrees} - 180 and p.longitude < (c.cell % ${columns} + 1) * ${degrees} - 180
    where p.is_available and p.latitude <> 0 and p.longitude <> 0`;
  await sql`
    insert into map_cells (cell, status, property_type, listing_count, latitude_sum, longitude_sum,
      min_price, max_price, west, south, east, north)
    select c.cell, p.status, p.property_type, count(*), sum(p.latitude), sum(p.longitude),
      min(p.price), max(p.price), min(p.longitude), min(p.latitude), max(p.longitude), max(p.latitude)
    from ${inCells} group by 1, 2, 3`.execute(db);
  await sql`
    insert into map_places (cell, city, state, listing_count, latitude_sum, longitude_sum)
    select cell, city, state, listing_count, latitude_sum, longitude_sum
    from (
      select c.cell, p.city, p.state, count(*) as listing_count, sum(p.latitude) as latitude_sum,
        sum(p.longitude) as longitude_sum,
        row_number() over (partition by c.cell order by count(*) desc, p.city, p.state) as position
      from ${inCells} group by 1, 2, 3
    ) places
    where position <= ${MAX_PLACES}`.execute(db);
  return cells.length === CELLS_PER_TRANSACTION;
}
