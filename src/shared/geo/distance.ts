/** Calculates distances on the globe. */

import type { Bounds, Position } from './bounds.ts';
import { wrapLongitude } from './bounds.ts';

/** The Earth's mean radius (IUGG: 6,371.0088 km), in miles. */
export const EARTH_RADIUS_MILES = 3958.7613;

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (radians: number) => (radians * 180) / Math.PI;

/** Returns the great-circle distance between two points, in miles (haversine formula). */
export function milesBetween(a: Position, b: Position): number {
  const byLatitude = Math.sin(toRadians(b.latitude - a.latitude) / 2) ** 2;
  const byLongitude =
    Math.cos(toRadians(a.latitude)) *
    Math.cos(toRadians(b.latitude)) *
    Math.sin(toRadians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(byLatitude + byLongitude)));
}

/** A margin for rounding errors. */
const MARGIN_DEGREES = 1e-6;

/** Returns a box that contains all points within a distance. It can cross the antimeridian. */
export function boundsAround({ latitude, longitude }: Position, miles: number): Bounds {
  const angle = miles / EARTH_RADIUS_MILES;
  const height = toDegrees(angle) + MARGIN_DEGREES;
  const south = Math.max(-90, latitude - height);
  const north = Math.min(90, latitude + height);
  // Around a pole, every longitude is included.
  if (south === -90 || north === 90) return { west: -180, south, east: 180, north };
  const width =
    toDegrees(Math.asin(Math.sin(angle) / Math.cos(toRadians(latitude)))) + MARGIN_DEGREES;
  return {
    west: wrapLongitude(longitude - width),
    south,
    east: wrapLongitude(longitude + width),
    north,
  };
}
