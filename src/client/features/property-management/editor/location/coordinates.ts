/** Converts positions that users type, paste, or click. */

import type { Position } from '#shared/geo/bounds.ts';
import { MAX_LATITUDE, MAX_LONGITUDE } from '#shared/limits.ts';

/** A tenth of a meter, more precise than any click. */
const DECIMALS = 6;
const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const PAIR = new RegExp(String.raw`^[\s(\[]*(${NUMBER})\s*[,;\s]\s*(${NUMBER})[\s)\]]*$`);

/** Returns the text of a coordinate: at most six decimals, and no trailing zeros. */
export function coordinateText(degrees: number): string {
  return String(Number(degrees.toFixed(DECIMALS)));
}

/** Returns the position in two fields; null if either is empty or not a coordinate. */
export function parsePosition(latitudeText: string, longitudeText: string): Position | null {
  if (latitudeText.trim() === '' || longitudeText.trim() === '') return null;
  return validPosition({ latitude: Number(latitudeText), longitude: Number(longitudeText) });
}

/** Returns the position in `30.2672, -97.7431`, the format that map sites copy; null for any other text. */
export function parsePositionPair(text: string): Position | null {
  const [, latitude, longitude] = PAIR.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  return validPosition({ latitude: Number(latitude), longitude: Number(longitude) });
}

function validPosition(position: Position): Position | null {
  const { latitude, longitude } = position;
  // Comparing this way also rejects NaN.
  const isPosition = Math.abs(latitude) <= MAX_LATITUDE && Math.abs(longitude) <= MAX_LONGITUDE;
  return isPosition ? position : null;
}
