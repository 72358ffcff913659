/**
 * Builds spatial filters in SQL: an index condition, then the exact test. Points are always parameters.
 */

import { LRUCache } from 'lru-cache';
import { type RawBuilder, sql } from 'kysely';
import { type Area, boundsOfArea } from '#shared/geo/area.ts';
import { type Bounds, crossesAntimeridian, type Position } from '#shared/geo/bounds.ts';
import { type AreaCells, divideIntoCells } from '#shared/geo/area-cells.ts';
import { boundsAround, EARTH_RADIUS_MILES } from '#shared/geo/distance.ts';
import { validationFailed } from '../../../errors/app-error.ts';

/** The number of latitude strips per degree (migration 0012, map_strip). */
const STRIPS_PER_DEGREE = 4;

/** The maximum number of sides that cross a cell (docs/product/map.md, Filters). */
export const MAX_SIDES_IN_CELL = 24;

/** The index does not help with more strips. */
const MAX_STRIPS = 240;

/** Returns the latitude strips that a box touches. */
export function stripsOf({ south, north }: Bounds): number[] {
  const first = Math.floor(south * STRIPS_PER_DEGREE);
  const last = Math.floor(north * STRIPS_PER_DEGREE);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Matches homes `p` in a box, except homes without a position. */
export function isInBox(bounds: Bounds): RawBuilder<unknown> {
  const strips = stripsOf(bounds);
  const inStrips =
    strips.length > MAX_STRIPS
      ? sql`true`
      : sql`map_strip(p.latitude) = any(${strips}::smallint[])`;
  return isBetween(inStrips, bounds, crossesAntimeridian(bounds));
}

/**
 * Works like `isInBox` for a statement that is prepared once for all boxes.
 *
 * @param box the sides of the box
 * @param inStrips the condition on homes `p` in the box's strips
 * @param isCrossing whether the box crosses the antimeridian
 */
export function isBetween(
  inStrips: RawBuilder<unknown>,
  { west, south, east, north }: Record<keyof Bounds, unknown>,
  isCrossing: boolean,
): RawBuilder<unknown> {
  const longitude = isCrossing
    ? sql`(p.longitude >= ${west} or p.longitude <= ${east})`
    : sql`p.longitude between ${west} and ${east}`;
  return sql`(${inStrips} and ${longitude}
    and p.latitude between ${south} and ${north} and p.latitude <> 0 and p.longitude <> 0)`;
}

/** Caches conditions by area. A search uses each several times, and they can have many parameters. */
const areaConditions = new WeakMap<Area, RawBuilder<unknown>>();

/** Matches homes `p` in any of the areas. */
export function isInAnyArea(areas: readonly Area[]): RawBuilder<unknown> {
  const parts = areas.map((area) => {
    const condition = areaConditions.get(area) ?? isInOneArea(area);
    areaConditions.set(area, condition);
    return condition;
  });
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** Caches cells by area: a page without results repeats its search with fewer filters, up to nine times. */
const cellsByArea = new LRUCache<string, AreaCells>({ max: 50 });

/**
 * Divides an area into cells. This takes milliseconds, so call it in a queue slot.
 *
 * @param path the filter's name in the error
 * @throws AppError VALIDATION_FAILED if too many sides cross a cell for an efficient search
 */
export function getSimpleCells(area: Area, path = 'area'): AreaCells {
  const key = JSON.stringify(area);
  const cells = cellsByArea.get(key) ?? divideIntoCells(area);
  cellsByArea.set(key, cells);
  if (cells.maxSidesInCell <= MAX_SIDES_IN_CELL) return cells;
  const message = 'This area crosses itself too often. Draw a simpler shape.';
  throw validationFailed([{ path, message }]);
}

/** Matches homes `p` in any area's bounding box. */
export function isInAnyBox(areas: readonly Area[]): RawBuilder<unknown> {
  return sql`(${sql.join(
    areas.map((area) => isInBox(boundsOfArea(area))),
    sql` or `,
  )})`;
}

/**
 * Looks up each home's cell. Compares the home with the area's sides only if some of them cross the
 * cell. Uses only built-in expressions because a custom function would be called for each home.
 */
function isInOneArea(area: Area): RawBuilder<unknown> {
  const { rows, columns, cells, sides, edges } = getSimpleCells(area);
  const [levels, meridians] = [toArray(rows), toArray(columns)];
  const lowLatitudes = toArray(edges.map(({ low }) => low.latitude));
  const lowLongitudes = toArray(edges.map(({ low }) => low.longitude));
  const slopes = toArray(edges.map(({ slope }) => slope));
  // One byte per side because an area has at most 200 sides.
  const bytes = Buffer.from(sides);
  // SQL arrays start at 1.
  return sql`(${isInBox(boundsOfArea(area))} and (
    select case when found.cell < 2 then found.cell = 1 else found.cell % 2 <> (
      select count(*) % 2
      from generate_series(found.cell / 512, found.cell / 512 + found.cell / 2 % 256 - 1) i,
        lateral (select get_byte(${bytes}::bytea, i) + 1 as edge) side
      where p.longitude < (${lowLongitudes}::float8[])[edge]
        + (found.latitude - (${lowLatitudes}::float8[])[edge]) * (${slopes}::float8[])[edge]
    ) end
    from (
      select ${roundTinyToZero(sql`p.latitude`)} as latitude, (${toArray(cells)}::int[])[
        (width_bucket(p.latitude, ${levels}::float8[]) - 1) * ${columns.length - 1}::int
          + width_bucket(p.longitude, ${meridians}::float8[])
      ] as cell
      -- Computes the cell once instead of for each use.
      offset 0
    ) found))`;
}

/** Rounds tiny values to 0 because PostgreSQL raises an error for products that underflow. */
const roundTinyToZero = (degrees: RawBuilder<unknown>) =>
  sql`case when abs(${degrees}) < 1e-12 then 0 else ${degrees} end`;

/** Formats numbers in PostgreSQL's array syntax. The driver would format them at each use. */
const toArray = (numbers: Pick<readonly number[], 'join'>) => `{${numbers.join(',')}}`;

/** Matches homes `p` within a great-circle distance of a point. */
export function isNear(point: Position, miles: number): RawBuilder<unknown> {
  const limit = Math.sin(miles / EARTH_RADIUS_MILES / 2) ** 2;
  return sql`(${isInBox(boundsAround(point, miles))}
    and ${squaredHalfChord(sql`${point.latitude}::float8`, sql`${point.longitude}::float8`)} <= ${limit})`;
}

/**
 * Computes a measure of the distance of homes `p` from a point: the squared sine of half the great-circle
 * angle (haversine formula). Uses built-in arithmetic because a custom function would be called for
 * each home.
 */
export function squaredHalfChord(
  latitude: RawBuilder<unknown>,
  longitude: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // The minimum prevents squares from underflowing, which would raise an error in PostgreSQL.
  const halfSine = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
    sql`power(sin(radians(greatest(abs(${from} - ${to}), 1e-12)) / 2), 2)`;
  return sql`(${halfSine(sql`p.latitude`, latitude)}
    + cos(radians(p.latitude)) * cos(radians(${latitude})) * ${halfSine(sql`p.longitude`, longitude)})`;
}

/**
 * The side of a cell in degrees, and the cells in a row around the globe (migration 0012,
 * map_cell).
 */
export const CELL_DEGREES = 0.5;
export const CELLS_PER_ROW = 721;
