/** Projects positions to Web Mercator coordinates from 0 to 1; multiply by `worldPx(zoom)` for pixels. */

/** The width and height of a tile in pixels. */
export const TILE_PX = 256;

/** The latitude at the edge of Web Mercator's square. */
const MAX_LATITUDE = 85.051_128_78;

/** Returns the world's width and height in pixels. */
export const worldPx = (zoom: number) => TILE_PX * 2 ** zoom;

/** Projects a longitude to 0 at the western edge of the world through 1 at the eastern edge. */
export const toMercatorX = (longitude: number) => (longitude + 180) / 360;

/** Projects a latitude to 0 at the northern edge of the world through 1 at the southern edge. */
export function toMercatorY(latitude: number): number {
  const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  return (1 - Math.asinh(Math.tan((clamped * Math.PI) / 180)) / Math.PI) / 2;
}
