/** The spatial filters as SQL: what an index finds, and the exact test after it. Points are parameters, never SQL. */

import { type RawBuilder, sql } from 'kysely';
import { type Area, boundsOfArea } from '#shared/geo/area.ts';
import { type Bounds, crossesAntimeridian, type Position } from '#shared/geo/bounds.ts';
import { boundsAround } from '#shared/geo/distance.ts';

/** Strips of latitude in one degree (migration 0012, map_strip). */
const STRIPS_PER_DEGREE = 4;

/** More strips are as good as all. */
const STRIPS_MOST = 240;

/** The strips of latitude that a box touches. */
export function stripsOf({ south, north }: Bounds): number[] {
  const first = Math.floor(south * STRIPS_PER_DEGREE);
  const last = Math.floor(north * STRIPS_PER_DEGREE);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Homes `p` in a box, found strip by strip; none without a position. */
export function isInBox(bounds: Bounds): RawBuilder<unknown> {
  const strips = stripsOf(bounds);
  const inStrips =
    strips.length > STRIPS_MOST
      ? sql`true`
      : sql`map_strip(p.latitude) = any(${strips}::smallint[])`;
  return isBetween(inStrips, bounds, crossesAntimeridian(bounds));
}

/**
 * The same for a statement that is prepared once for all boxes.
 *
 * @param box its sides
 * @param inStrips what finds the homes `p` of its strips
 * @param isCrossing whether the boxes lie across the antimeridian
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

/** Homes `p` in any of some areas. */
export function isInAnyArea(areas: readonly Area[]): RawBuilder<unknown> {
  const parts = areas.map((area) => {
    const { levels, starts, bottoms, lefts, slopes } = toSlabs(area);
    return sql`(${isInBox(boundsOfArea(area))} and is_in_area(p.latitude, p.longitude,
      ${levels}::float8[], ${starts}::int[], ${bottoms}::float8[], ${lefts}::float8[], ${slopes}::float8[]))`;
  });
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** Homes `p` within some great-circle miles of a point. */
export function isNear(point: Position, miles: number): RawBuilder<unknown> {
  const distance = sql`miles_between(p.latitude, p.longitude, ${point.latitude}, ${point.longitude})`;
  return sql`(${isInBox(boundsAround(point, miles))} and ${distance} <= ${miles})`;
}

/** An area as `is_in_area` takes it (migration 0012); indexes from 1, as PostgreSQL's. */
function toSlabs(area: Area) {
  const levels = [...new Set(area.map(({ latitude }) => latitude))].toSorted((a, b) => a - b);
  const edges = area.map((corner, index) => [area.at(index - 1) ?? corner, corner] as const);
  const starts: number[] = [];
  const bottoms: number[] = [];
  const lefts: number[] = [];
  const slopes: number[] = [];
  for (const [index, bottom] of levels.entries()) {
    starts.push(bottoms.length + 1);
    const top = levels[index + 1];
    if (top === undefined) break;
    for (const [from, to] of edges) {
      if (Math.min(from.latitude, to.latitude) > bottom) continue;
      if (Math.max(from.latitude, to.latitude) < top) continue;
      bottoms.push(from.latitude);
      lefts.push(from.longitude);
      slopes.push((to.longitude - from.longitude) / (to.latitude - from.latitude));
    }
  }
  return { levels, starts, bottoms, lefts, slopes };
}

/** The side of a cell in degrees, and cells in a row around the globe (migration 0012, map_cell). */
export const CELL_DEGREES = 0.5;
export const CELLS_IN_ROW = 721;

/** How many homes the cells have that a box touches, as a number: a little more than are in the box. */
export function countCells({ west, south, east, north }: Bounds): RawBuilder<unknown> {
  const rowOf = (latitude: number) => Math.floor((latitude + 90) / CELL_DEGREES);
  const columnOf = (longitude: number) => Math.floor((longitude + 180) / CELL_DEGREES);
  // Of a box that crosses the antimeridian all that are as far north.
  const [first, last] = west > east ? [0, CELLS_IN_ROW - 1] : [columnOf(west), columnOf(east)];
  const firstOfRow = sql`place * ${sql.lit(CELLS_IN_ROW)}`;
  return sql`(
    select coalesce(sum(c.listing_count), 0)
    from generate_series(${rowOf(south)}::int, ${rowOf(north)}::int) place
    cross join lateral (
      select sum(listing_count) as listing_count from map_cells
      where cell between ${firstOfRow} + ${first}::int and ${firstOfRow} + ${last}::int
    ) c
  )`;
}
