/** Bounding boxes in degrees, including across the antimeridian. */

import { MAX_LATITUDE, MAX_LONGITUDE } from '../limits.ts';

/** A point on the globe, in degrees. */
export type Position = { latitude: number; longitude: number };

/** A box including its edges. It crosses the antimeridian if `west` is greater than `east`. */
export type Bounds = { west: number; south: number; east: number; north: number };

/** The whole globe. */
export const WORLD: Bounds = {
  west: -MAX_LONGITUDE,
  south: -MAX_LATITUDE,
  east: MAX_LONGITUDE,
  north: MAX_LATITUDE,
};

/** Returns whether a listing has a position. A coordinate of 0 means that it has none. */
export const hasPosition = ({ latitude, longitude }: Position) => latitude !== 0 && longitude !== 0;

/** Returns whether a box crosses the antimeridian. */
export const crossesAntimeridian = ({ west, east }: Bounds) => west > east;

/** Returns whether a point is in a box or on its edge. */
export function isInBounds(bounds: Bounds, { latitude, longitude }: Position): boolean {
  const { west, south, east, north } = bounds;
  const isBetween = crossesAntimeridian(bounds)
    ? longitude >= west || longitude <= east
    : longitude >= west && longitude <= east;
  return isBetween && latitude >= south && latitude <= north;
}

/** Returns the width of a box in degrees. */
export function widthOf({ west, east }: Bounds): number {
  return west > east ? east - west + 360 : east - west;
}

/** Returns the center of a box. */
export function centerOf(bounds: Bounds): Position {
  return {
    latitude: (bounds.south + bounds.north) / 2,
    longitude: wrapLongitude(bounds.west + widthOf(bounds) / 2),
  };
}

/** Wraps a longitude beyond ±180 degrees, without rounding. */
export function wrapLongitude(longitude: number): number {
  if (longitude >= -MAX_LONGITUDE && longitude <= MAX_LONGITUDE) return longitude;
  const remainder = longitude % 360;
  if (remainder >= MAX_LONGITUDE) return remainder - 360;
  return remainder < -MAX_LONGITUDE ? remainder + 360 : remainder;
}

/**
 * Returns the offset in degrees of the world copy that shows a longitude closest to the map's center. Maps repeat the
 * world beyond ±180 degrees.
 */
export function worldCopyOffset(longitude: number, center: number): number {
  return 360 * Math.round((center - longitude) / 360);
}

const NUMBER = /^-?\d{1,3}(?:\.\d{1,20})?(?:e-?\d{1,2})?$/;

/**
 * Parses comma-separated numbers.
 *
 * @returns null if the text contains anything else or a different number of values
 */
export function parseNumbers(text: string, count: number): number[] | null {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length !== count || !parts.every((part) => NUMBER.test(part))) return null;
  return parts.map(Number);
}

/**
 * Parses a box from a URL, `west,south,east,north`.
 *
 * @returns null if invalid, off the globe, or with `south` above `north`
 */
export function parseBounds(text: string): Bounds | null {
  const [west, south, east, north] = parseNumbers(text, 4) ?? [];
  if (west === undefined || south === undefined || east === undefined || north === undefined) {
    return null;
  }
  const isOnGlobe = isPosition(west, south) && isPosition(east, north);
  return isOnGlobe && south <= north ? { west, south, east, north } : null;
}

/**
 * Parses a point from a URL, `latitude,longitude`.
 *
 * @returns null if invalid or off the globe
 */
export function parsePosition(text: string): Position | null {
  const [latitude, longitude] = parseNumbers(text, 2) ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  return isPosition(longitude, latitude) ? { latitude, longitude } : null;
}

const isPosition = (longitude: number, latitude: number) =>
  Math.abs(longitude) <= MAX_LONGITUDE && Math.abs(latitude) <= MAX_LATITUDE;

/** Decimals of degrees in URLs, for a precision of about a meter. */
const DECIMALS = 5;

/** Formats a box for a URL, rounded outward to about a meter. */
export function serializeBounds({ west, south, east, north }: Bounds): string {
  const down = (degrees: number) => roundTo(degrees, Math.floor);
  const up = (degrees: number) => roundTo(degrees, Math.ceil);
  return [down(west), down(south), up(east), up(north)].join(',');
}

/** Formats a point for a URL, rounded to about a meter. */
export function serializePosition({ latitude, longitude }: Position): string {
  return [roundTo(latitude, Math.round), roundTo(longitude, Math.round)].join(',');
}

function roundTo(degrees: number, round: (value: number) => number): number {
  const factor = 10 ** DECIMALS;
  // Does not change a rounded number, even if the product is off in the last digit.
  const product = degrees * factor;
  const nearest = Math.round(product);
  const rounded = Math.abs(product - nearest) < 1e-6 ? nearest : round(product);
  return Math.max(-MAX_LONGITUDE, Math.min(MAX_LONGITUDE, rounded / factor)) || 0;
}
