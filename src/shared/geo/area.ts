/** Areas that users draw: points joined by straight lines in degrees, filled by the even-odd rule. */

import {
  MAX_AREA_POINTS,
  MIN_AREA_POINTS,
  MAX_AREAS,
  MAX_LATITUDE,
  MAX_LONGITUDE,
} from '../limits.ts';
import { type Bounds, isInBounds, type Position } from './bounds.ts';
import { decodePolyline, encodePolyline } from './polyline.ts';

/** The corners of an area in order. The last corner is joined to the first. */
export type Area = readonly Position[];

const boundsCache = new WeakMap<Area, Bounds>();

/**
 * Returns whether a point is in an area: a ray to the east crosses the outline an odd number of times. A point on the
 * outline can count either way.
 */
export function isInArea(area: Area, position: Position): boolean {
  const { latitude, longitude } = position;
  const box = boundsCache.get(area) ?? boundsOfArea(area);
  boundsCache.set(area, box);
  // Fast path: most listings are far away, and areas can have many corners.
  if (!isInBounds(box, position)) return false;
  let isInside = false;
  let previous = area.at(-1);
  for (const corner of area) {
    if (previous !== undefined && previous.latitude > latitude !== corner.latitude > latitude) {
      // Computed from the lower corner so that the drawing direction makes no difference.
      const [low, high] =
        previous.latitude < corner.latitude ? [previous, corner] : [corner, previous];
      const fraction = (latitude - low.latitude) / (high.latitude - low.latitude);
      const crossing = low.longitude + fraction * (high.longitude - low.longitude);
      if (longitude < crossing) isInside = !isInside;
    }
    previous = corner;
  }
  return isInside;
}

/** Returns the bounding box of an area. Areas never cross the antimeridian. */
export function boundsOfArea(area: Area): Bounds {
  const latitudes = area.map(({ latitude }) => latitude);
  const longitudes = area.map(({ longitude }) => longitude);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

/**
 * Parses areas from a URL: comma-separated encoded polylines.
 *
 * @returns null for invalid text, too many areas, too few or too many corners, or corners off the globe
 */
export function parseAreas(text: string): Area[] | null {
  const texts = text.split(',');
  if (texts.length > MAX_AREAS) return null;
  const areas = texts.map(decodePolyline);
  return areas.every((area) => area !== null && isArea(area)) ? (areas as Area[]) : null;
}

function isArea(points: Area): boolean {
  return (
    points.length >= MIN_AREA_POINTS &&
    points.length <= MAX_AREA_POINTS &&
    points.every(
      ({ latitude, longitude }) =>
        Math.abs(latitude) <= MAX_LATITUDE && Math.abs(longitude) <= MAX_LONGITUDE,
    )
  );
}

/** Formats areas for a URL. */
export function serializeAreas(areas: readonly Area[]): string {
  return areas.map(encodePolyline).join(',');
}
