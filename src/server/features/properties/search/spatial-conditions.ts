/** The spatial filters as SQL: what an index finds, and the exact test after it. Points are parameters, never SQL. */

import { type RawBuilder, sql } from 'kysely';
import { type Area, boundsOfArea } from '#shared/geo/area.ts';
import { type Bounds, crossesAntimeridian, type Position } from '#shared/geo/bounds.ts';
import { areaCells } from '#shared/geo/area-cells.ts';
import { boundsAround, EARTH_RADIUS_MILES } from '#shared/geo/distance.ts';

/** Strips of latitude in one degree (migration 0012, map_strip). */
const STRIPS_PER_DEGREE = 4;

/** More strips are as good as all. */
const MAX_STRIPS = 240;

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
    strips.length > MAX_STRIPS
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

/** One is created for each area: a search mentions it several times, and it may have thousands of numbers. */
const areaConditions = new WeakMap<Area, RawBuilder<unknown>>();

/** Homes `p` in any of some areas. */
export function isInAnyArea(areas: readonly Area[]): RawBuilder<unknown> {
  const parts = areas.map((area) => {
    const condition = areaConditions.get(area) ?? isInOneArea(area);
    areaConditions.set(area, condition);
    return condition;
  });
  return sql`(${sql.join(parts, sql` or `)})`;
}

/**
 * Looks up the cell of each home, and compares a home with the sides there only if any cross it. Expressions of
 * PostgreSQL's own: a function would be called for each home.
 */
function isInOneArea(area: Area): RawBuilder<unknown> {
  const { rows, columns, cells, sides, edges } = areaCells(area);
  const [levels, meridians] = [toArray(rows), toArray(columns)];
  const lows = toArray(edges.map(({ low }) => low.latitude));
  const lefts = toArray(edges.map(({ low }) => low.longitude));
  const slopes = toArray(edges.map(({ slope }) => slope));
  // A byte for each: an area has at most 200 sides.
  const bytes = Buffer.from(sides);
  // An array's first entry is 1 in SQL.
  return sql`(${isInBox(boundsOfArea(area))} and (
    select case when found.cell < 2 then found.cell = 1 else found.cell % 2 <> (
      select count(*) % 2
      from generate_series(found.cell / 512, found.cell / 512 + found.cell / 2 % 256 - 1) i,
        lateral (select get_byte(${bytes}::bytea, i) + 1 as edge) side
      where p.longitude < (${lefts}::float8[])[edge]
        + (found.latitude - (${lows}::float8[])[edge]) * (${slopes}::float8[])[edge]
    ) end
    from (
      select ${withoutTiny(sql`p.latitude`)} as latitude, (${toArray(cells)}::int[])[
        (width_bucket(p.latitude, ${levels}::float8[]) - 1) * ${columns.length - 1}::int
          + width_bucket(p.longitude, ${meridians}::float8[])
      ] as cell
      -- Calculated once, not for each mention.
      offset 0
    ) found))`;
}

/** Less than any device can measure counts as 0: PostgreSQL refuses products that are too small. */
const withoutTiny = (degrees: RawBuilder<unknown>) =>
  sql`case when abs(${degrees}) < 1e-12 then 0 else ${degrees} end`;

/** As PostgreSQL writes arrays: the driver would do it for each mention. */
const toArray = (numbers: readonly number[]) => `{${numbers.join(',')}}`;

/** Homes `p` within some great-circle miles of a point. */
export function isNear(point: Position, miles: number): RawBuilder<unknown> {
  const limit = Math.sin(miles / EARTH_RADIUS_MILES / 2) ** 2;
  return sql`(${isInBox(boundsAround(point, miles))}
    and ${squaredHalfChord(sql`${point.latitude}::float8`, sql`${point.longitude}::float8`)} <= ${limit})`;
}

/**
 * How far homes `p` are from a point: grows with the great-circle distance, whose half angle has it as squared sine
 * (haversine formula). Plain arithmetic: a function would be called for each home.
 */
export function squaredHalfChord(
  latitude: RawBuilder<unknown>,
  longitude: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // At least so many degrees: PostgreSQL refuses squares that are too small.
  const halfSine = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
    sql`power(sin(radians(greatest(abs(${from} - ${to}), 1e-12)) / 2), 2)`;
  return sql`(${halfSine(sql`p.latitude`, latitude)}
    + cos(radians(p.latitude)) * cos(radians(${latitude})) * ${halfSine(sql`p.longitude`, longitude)})`;
}

/** The side of a cell in degrees, and cells in a row around the globe (migration 0012, map_cell). */
export const CELL_DEGREES = 0.5;
export const CELLS_IN_ROW = 721;
