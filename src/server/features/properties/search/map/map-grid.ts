/** The grid for clusters: squares of a size in pixels that stay in place as the map moves. */

import { type RawBuilder, sql } from 'kysely';
import { type Bounds, crossesAntimeridian, widthOf } from '#shared/geo/bounds.ts';

/** Returns the width and height of the world in pixels (Web Mercator, like map tiles). */
export const worldPx = (zoom: number) => 256 * 2 ** zoom;
/** The latitude at the edge of Web Mercator's square. */
const MAX_LATITUDE = 85.051_128_78;
/** Wide enough that neighboring clusters do not touch. */
const SQUARE_PX = 64;
const GROWTH = 1.25;

/** A grid over a box. */
export type Grid = { bounds: Bounds; squaresAcross: number };

/** Returns 0 at the northern edge of the world to 1 at the southern one. */
export function northOf(latitude: number): number {
  const inside = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  return (1 - Math.asinh(Math.tan((inside * Math.PI) / 180)) / Math.PI) / 2;
}

/**
 * Returns the finest grid with at most `maxSquares` over a box, however the box is aligned.
 *
 * @param zoom of the map; a square is at least 64 pixels wide
 */
export function chooseGrid(bounds: Bounds, zoom: number, maxSquares: number): Grid {
  const world = worldPx(zoom);
  const widthPx = (widthOf(bounds) / 360) * world;
  const heightPx = (northOf(bounds.south) - northOf(bounds.north)) * world;
  const touched = (lengthPx: number, squarePx: number) => Math.ceil(lengthPx / squarePx) + 1;
  let squarePx = SQUARE_PX;
  while (touched(widthPx, squarePx) * touched(heightPx, squarePx) > maxSquares) squarePx *= GROWTH;
  return { bounds, squaresAcross: world / squarePx };
}

/** Returns a square's side in degrees at the equator. */
export const squareDegrees = ({ squaresAcross }: Grid) => 360 / squaresAcross;

/**
 * Converts a longitude to exceed 180 past the antimeridian, so longitudes in the box are ordered.
 */
export function unwrapped(bounds: Bounds, longitude: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!crossesAntimeridian(bounds)) return longitude;
  return sql`case when ${longitude} < ${bounds.west} then ${longitude} + 360 else ${longitude} end`;
}

/** The inverse of `northOf`. */
const latitudeOf = (north: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * north))) * 180) / Math.PI;

/**
 * Returns a point's square as two integers to group by; the longitude is `unwrapped`. The lines
 * between squares are calculated here; PostgreSQL only locates a point among them.
 */
export function squareOf(
  { bounds, squaresAcross }: Grid,
  latitude: RawBuilder<unknown>,
  longitude: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const degrees = 360 / squaresAcross;
  // One more on each side: a cell's center can be outside the box that its homes are in.
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
