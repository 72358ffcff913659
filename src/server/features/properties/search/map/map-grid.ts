/** The grid that a map's homes are gathered in: squares of so many pixels that stay where they are as the map moves. */

import { type RawBuilder, sql } from 'kysely';
import { type Bounds, crossesAntimeridian, widthOf } from '#shared/geo/bounds.ts';

/** The width and height of the world in pixels (Web Mercator as map tiles have it). */
export const worldPx = (zoom: number) => 256 * 2 ** zoom;
/** Where Web Mercator's square ends. */
const LATITUDE_END = 85.051_128_78;
/** Two clusters beside each other do not touch. */
const SQUARE_PX = 64;
const GROWTH = 1.25;

/** A grid over a box. */
export type Grid = { bounds: Bounds; squaresAcross: number };

/** From 0 at the northern end of the world to 1 at the southern one. */
export function northOf(latitude: number): number {
  const inside = Math.max(-LATITUDE_END, Math.min(LATITUDE_END, latitude));
  return (1 - Math.asinh(Math.tan((inside * Math.PI) / 180)) / Math.PI) / 2;
}

/**
 * The finest grid whose squares over a box are at most so many, wherever the box begins.
 *
 * @param zoom of the map; a square is never smaller than 64 of its pixels
 */
export function chooseGrid(bounds: Bounds, zoom: number, most: number): Grid {
  const world = worldPx(zoom);
  const widthPx = (widthOf(bounds) / 360) * world;
  const heightPx = (northOf(bounds.south) - northOf(bounds.north)) * world;
  const touched = (lengthPx: number, squarePx: number) => Math.ceil(lengthPx / squarePx) + 1;
  let squarePx = SQUARE_PX;
  while (touched(widthPx, squarePx) * touched(heightPx, squarePx) > most) squarePx *= GROWTH;
  return { bounds, squaresAcross: world / squarePx };
}

/** Degrees that the side of a square takes at the equator. */
export const squareDegrees = ({ squaresAcross }: Grid) => 360 / squaresAcross;

/** A longitude that continues beyond 180 where the box crosses the antimeridian, so that it is ordered. */
export function unwrapped(bounds: Bounds, longitude: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!crossesAntimeridian(bounds)) return longitude;
  return sql`case when ${longitude} < ${bounds.west} then ${longitude} + 360 else ${longitude} end`;
}

/** From `northOf` back to a latitude. */
const latitudeOf = (north: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * north))) * 180) / Math.PI;

/**
 * The square of a point as two whole numbers, to group by; the longitude as `unwrapped` gives it. The lines between
 * the squares are worked out here: PostgreSQL only looks where a point lies among them.
 */
export function squareOf(
  { bounds, squaresAcross }: Grid,
  latitude: RawBuilder<unknown>,
  longitude: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const degrees = 360 / squaresAcross;
  // One more on each side: the middle of a cell may lie outside of the box that its homes are in.
  const first = Math.floor((bounds.west + 180) / degrees) - 1;
  const last = Math.floor((bounds.west + widthOf(bounds) + 180) / degrees) + 1;
  const columns = last - first + 1;
  const west = first * degrees - 180;
  const top = Math.floor(northOf(bounds.north) * squaresAcross) - 1;
  const bottom = Math.floor(northOf(bounds.south) * squaresAcross) + 1;
  const lines = Array.from({ length: bottom - top + 1 }, (_, index) =>
    latitudeOf((bottom - index) / squaresAcross),
  );
  return sql`
    width_bucket(${longitude}, ${west}::float8, ${west + columns * degrees}::float8, ${columns}::int),
    width_bucket(${latitude}, ${lines}::float8[])`;
}
