/** The spatial filters as SQL: what an index finds, and the exact test after it. Points are parameters, never SQL. */

import { type RawBuilder, sql } from 'kysely';
import { type Area, boundsOfArea } from '#shared/geo/area.ts';
import { type Bounds, crossesAntimeridian, type Position } from '#shared/geo/bounds.ts';
import { boundsAround } from '#shared/geo/distance.ts';

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

function isInOneArea(area: Area): RawBuilder<unknown> {
  const slabs = toSlabs(area);
  const isInside =
    slabs === undefined
      ? sql`is_in_ring(p.latitude, p.longitude,
          ${toArray(area.map(({ latitude }) => latitude))}::float8[],
          ${toArray(area.map(({ longitude }) => longitude))}::float8[])`
      : sql`is_in_area(p.latitude, p.longitude, ${toArray(slabs.levels)}::float8[],
          ${toArray(slabs.starts)}::int[], ${toArray(slabs.bottoms)}::float8[],
          ${toArray(slabs.lefts)}::float8[], ${toArray(slabs.slopes)}::float8[])`;
  return sql`(${isInBox(boundsOfArea(area))} and ${isInside})`;
}

/** As PostgreSQL writes arrays: the driver would do it for each mention. */
const toArray = (numbers: readonly number[]) => `{${numbers.join(',')}}`;

/** Homes `p` within some great-circle miles of a point. */
export function isNear(point: Position, miles: number): RawBuilder<unknown> {
  const distance = sql`miles_between(p.latitude, p.longitude, ${point.latitude}, ${point.longitude})`;
  return sql`(${isInBox(boundsAround(point, miles))} and ${distance} <= ${miles})`;
}

/** With more entries than this for each corner, an area is not cut into slabs: a zigzag has hundreds. */
const ENTRIES_PER_CORNER = 4;

/**
 * An area as `is_in_area` takes it (migration 0012); indexes from 1, as PostgreSQL's.
 *
 * @returns undefined where so many edges run side by side that all corners are less to look at (`is_in_ring`)
 */
function toSlabs(area: Area) {
  const levels = [...new Set(area.map(({ latitude }) => latitude))].toSorted((a, b) => a - b);
  const slabOf = new Map(levels.map((level, index) => [level, index]));
  const edges = area.map((to, index) => {
    const from = area.at(index - 1) ?? to;
    const ends = [from, to].map(({ latitude }) => slabOf.get(latitude) ?? 0);
    return { from, to, first: Math.min(...ends), end: Math.max(...ends) };
  });
  const entryCount = edges.reduce((sum, { first, end }) => sum + end - first, 0);
  if (entryCount > area.length * ENTRIES_PER_CORNER) return undefined;
  const slabs = levels.map((): { from: Position; to: Position }[] => []);
  for (const edge of edges) {
    for (const slab of slabs.slice(edge.first, edge.end)) slab.push(edge);
  }
  let start = 1;
  const starts = slabs.map(({ length }) => (start += length) - length);
  const entries = slabs.flat();
  return {
    levels,
    starts,
    bottoms: entries.map(({ from }) => from.latitude),
    lefts: entries.map(({ from }) => from.longitude),
    slopes: entries.map(
      ({ from, to }) => (to.longitude - from.longitude) / (to.latitude - from.latitude),
    ),
  };
}

/** The side of a cell in degrees, and cells in a row around the globe (migration 0012, map_cell). */
export const CELL_DEGREES = 0.5;
export const CELLS_IN_ROW = 721;
