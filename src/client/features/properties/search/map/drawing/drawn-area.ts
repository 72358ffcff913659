/** Converts the corners of a drawn area to a search area. */

import type { Area } from '#shared/geo/area.ts';
import { worldCopyOffset } from '#shared/geo/bounds.ts';
import { MAX_AREA_POINTS, MAX_LATITUDE, MAX_LONGITUDE } from '#shared/limits.ts';

/**
 * Moves the area from another copy of the world (maps repeat beyond 180 degrees) to its actual
 * position, clips it at the antimeridian and the poles, and limits its corners to the server's
 * maximum.
 */
export function toArea(corners: readonly { lat: number; lng: number }[]): Area {
  const longitudes = corners.map(({ lng }) => lng);
  const shift = worldCopyOffset((Math.min(...longitudes) + Math.max(...longitudes)) / 2, 0);
  return corners.slice(0, MAX_AREA_POINTS).map(({ lat, lng }) => ({
    latitude: Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)),
    longitude: Math.max(-MAX_LONGITUDE, Math.min(MAX_LONGITUDE, lng + shift)),
  }));
}
