/** Builds the grid for clusters: squares with a size in pixels that stay in place as the map moves. */

import { type RawBuilder, sql } from 'kysely';
import { type Bounds, crossesAntimeridian, widthOf } from '#shared/geo/bounds.ts';
import { toMercatorY, worldPx } from '#shared/geo/mercator.ts';

/** Wide enough that clusters at the centers of adjacent squares do not touch. */
const MIN_SQUARE_PX = 64;
const SQUARE_GROWTH_FACTOR = 1.25;

/** A grid that covers a box. */
export type Grid = { bounds: Bounds; squaresAcross: number };

/**
 * Returns the finest grid that covers a box with at most `maxSquares`, regardless of the box's alignment.
 *
 * @param zoom the map's zoom; squares are at least 64 pixels wide
 */
export function chooseGrid(bounds: Bounds, zoom: number, maxSquares: number): Grid {
  const world = worldPx(zoom);
  const widthPx = (widthOf(bounds) / 360) * world;
  const heightPx = (toMercatorY(bounds.south) - toMercatorY(bounds.north)) * world;
  const countSquares = (lengthPx: number, squarePx: number) => Math.ceil(lengthPx / squarePx) + 1;
  let squarePx = MIN_SQUARE_PX;
  while (countSquares(widthPx, squarePx) * countSquares(heightPx, squarePx) > maxSquares)
    squarePx *= SQUARE_GROWTH_FACTOR;
  return { bounds, squaresAcross: world / squarePx };
}

/** Returns the length of a square's side in degrees at the equator. */
export const squareDegrees = ({ squaresAcross }: Grid) => 360 / squaresAcross;

/**
 * Converts longitudes past the antimeridian to values above 180 so that longitudes in the box are
 * ordered.
 */
export function unwrapLongitude(
  bounds: Bounds,
  longitude: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!crossesAntimeridian(bounds)) return longitude;
  return sql`case when ${longitude} < ${bounds.west} then ${longitude} + 360 else ${longitude} end`;
}

/** The inverse of `toMercatorY`. */
const fromMercatorY = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/**
 * Returns SQL for a point's square: two integers to group by. The longitude must be unwrapped. The grid
 * lines are calculated here, so PostgreSQL only locates a point between them.
 */
export function squareOf(
  { bounds, squaresAcross }: Grid,
  latitude: RawBuilder<unknown>,
  longitude: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const degrees = 360 / squaresAcross;
  // One more column and row on each side because the center of a cell can be outside the box that contains its homes.
  const first = Math.floor((bounds.west + 180) / degrees) - 1;
  const last = Math.floor((bounds.west + widthOf(bounds) + 180) / degrees) + 1;
  const columns = last - first + 1;
  const west = first * degrees - 180;
  const top = Math.floor(toMercatorY(bounds.north) * squaresAcross) - 1;
  const bottom = Math.floor(toMercatorY(bounds.south) * squaresAcross) + 1;
  const lines = Array.from({ length: bottom - top + 1 }, (_, index) =>
    fromMercatorY((bottom - index) / squaresAcross),
  );
  return sql`
    width_bucket(${longitude}, ${west}::float8, ${west + columns * degrees}::float8, ${columns}::int),
    width_bucket(${latitude}, ${lines}::float8[])`;
}
