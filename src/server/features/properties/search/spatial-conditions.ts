/**
 * Builds spatial filters in SQL: an index condition, then the exact test. Points are always parameters.
 */

import { LRUCache } from 'lru-cache';
import { type RawBuilder, sql } from 'kysely';
import { type Area, boundsOfArea } from '#shared/geo/area.ts';
import { type Bounds, crossesAntimeridian, type Position } from '#shared/geo/bounds.ts';
import {
  type AreaCells,
  COUNT_UNIT,
  countCrossedSides,
  divideIntoCells,
  INDEX_UNIT,
} from '#shared/geo/area-cells.ts';
import { boundsAround, EARTH_RADIUS_MILES } from '#shared/geo/distance.ts';
import { validationFailed } from '../../../errors/app-error.ts';

/** The number of latitude strips per degree (migration 0012, map_strip). */
const STRIPS_PER_DEGREE = 4;

/**
 * The maximum number of sides that cross a cell (docs/product/map.md, Filters). Circles have up to 3, and areas with a
 * hundred random corners have up to 8. With more sides, a search among 150,000 homes in one cell takes most of a second.
 */
export const MAX_SIDES_IN_CELL = 8;

/**
 * The maximum sum of `countCrossedSides` over a search's areas, reached by one zigzag or by many outlines. With a
 * larger sum, most homes would be compared with several sides.
 */
const MAX_CROSSED_SIDES = 200;

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

/** Caches conditions by areas. A search uses them several times, and they can have many parameters. */
const areaConditions = new WeakMap<readonly Area[], RawBuilder<unknown>>();

/** Matches homes `p` in any of the areas. */
export function isInAnyArea(areas: readonly Area[]): RawBuilder<unknown> {
  const condition = areaConditions.get(areas) ?? isInsideCells(areas);
  areaConditions.set(areas, condition);
  return condition;
}

/** Caches cells by areas: a page without results repeats its search with fewer filters, up to nine times. */
const cellsByAreas = new LRUCache<string, AreaCells>({ max: 50 });

/**
 * Divides a search's areas into cells. This takes milliseconds, so call it in a queue slot.
 *
 * @param path the filter's name in the error
 * @throws AppError VALIDATION_FAILED if the areas have too many sides for an efficient search
 */
export function getSimpleCells(areas: readonly Area[], path = 'area'): AreaCells {
  const key = JSON.stringify(areas);
  const known = cellsByAreas.get(key);
  if (known !== undefined) return known;
  const crossedSides = areas.reduce((sum, area) => sum + countCrossedSides(area), 0);
  const cells = crossedSides > MAX_CROSSED_SIDES ? null : divideIntoCells(areas);
  if (cells === null || cells.maxSidesInCell > MAX_SIDES_IN_CELL) {
    const message =
      areas.length === 1
        ? 'This area is too complex. Draw a simpler shape.'
        : 'These areas are too complex. Draw simpler shapes.';
    throw validationFailed([{ path, message }]);
  }
  cellsByAreas.set(key, cells);
  return cells;
}

/** Matches homes `p` in any area's bounding box. */
export function isInAnyBox(areas: readonly Area[]): RawBuilder<unknown> {
  return sql`(${sql.join(
    mergeBoxes(areas.map(boundsOfArea)).map((box) => isInBox(box)),
    sql` or `,
  )})`;
}

/** Merges overlapping boxes into their bounding box because the index is efficient for only a few boxes. */
function mergeBoxes(boxes: readonly Bounds[]): Bounds[] {
  let merged: Bounds[] = [];
  for (const box of boxes) {
    let union = box;
    // The larger box can overlap others in turn.
    for (let other = findOverlap(merged, union); other !== undefined;) {
      union = {
        west: Math.min(other.west, union.west),
        south: Math.min(other.south, union.south),
        east: Math.max(other.east, union.east),
        north: Math.max(other.north, union.north),
      };
      const found = other;
      merged = merged.filter((box) => box !== found);
      other = findOverlap(merged, union);
    }
    merged.push(union);
  }
  return merged;
}

const findOverlap = (boxes: readonly Bounds[], box: Bounds): Bounds | undefined =>
  boxes.find(
    ({ west, south, east, north }) =>
      west <= box.east && box.west <= east && south <= box.north && box.south <= north,
  );

/**
 * Looks up each home's cell. Compares the home with sides only if some cross the cell. Uses only
 * built-in expressions because a custom function would be called for each home.
 */
function isInsideCells(areas: readonly Area[]): RawBuilder<unknown> {
  const { rows, columns, cells, sides, edges } = getSimpleCells(areas);
  const [levels, meridians] = [toArray(rows), toArray(columns)];
  const lowLatitudes = toArray(edges.map(({ low }) => low.latitude));
  const lowLongitudes = toArray(edges.map(({ low }) => low.longitude));
  const slopes = toArray(edges.map(({ slope }) => slope));
  const areaBits = toArray(edges.map(({ area }) => area));
  // SQL arrays start at 1.
  const sidesOfCells = toArray(Array.from(sides, (side) => side + 1));
  const first = sql.raw(`found.cell / ${INDEX_UNIT}`);
  const count = sql.raw(`found.cell / ${COUNT_UNIT} % ${INDEX_UNIT / COUNT_UNIT}`);
  const oddAreas = sql.raw(`found.cell % ${COUNT_UNIT}`);
  return sql`(${isInAnyBox(areas)} and (
    select case when found.cell < 2 then found.cell = 1 else ${oddAreas} <> (
      select coalesce(bit_xor((${areaBits}::int[])[edge]), 0)
      from unnest((${sidesOfCells}::int[])[${first} + 1:${first} + ${count}]) edge
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

/** The side of a cell in degrees (migration 0012, map_cell). */
export const CELL_DEGREES = 0.5;
/** The number of cells in a row around the globe, including one for longitude 180. */
export const CELLS_PER_ROW = 721;

/** Returns the column of a longitude's cell. */
export const cellColumn = (longitude: number): number =>
  Math.floor((longitude + 180) / CELL_DEGREES);

/** Matches the rows of cells that a box touches, and `margin` more rows on each side. */
export function isInCellRows({ south, north }: Bounds, margin = 0): RawBuilder<unknown> {
  const rowOf = (latitude: number) => Math.floor((latitude + 90) / CELL_DEGREES);
  const first = (rowOf(south) - margin) * CELLS_PER_ROW;
  const end = (rowOf(north) + margin + 1) * CELLS_PER_ROW;
  return sql`(cell >= ${first}::int and cell < ${end}::int)`;
}
