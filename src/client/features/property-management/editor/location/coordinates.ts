/** Positions as users type, paste and click them. */

import type { Position } from '#shared/geo/bounds.ts';
import { LATITUDE_MAX, LONGITUDE_MAX } from '#shared/limits.ts';

/** A tenth of a metre: finer than anyone clicks. */
const DECIMALS = 6;
const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const PAIR = new RegExp(String.raw`^[\s(\[]*(${NUMBER})\s*[,;\s]\s*(${NUMBER})[\s)\]]*$`);

/** The text of a coordinate for its field: at most six decimals, and none that say nothing. */
export function coordinateText(degrees: number): string {
  return String(Number(degrees.toFixed(DECIMALS)));
}

/** The position that two fields name; null while one of them is empty or no coordinate. */
export function readPosition(latitudeText: string, longitudeText: string): Position | null {
  if (latitudeText.trim() === '' || longitudeText.trim() === '') return null;
  return within({ latitude: Number(latitudeText), longitude: Number(longitudeText) });
}

/** Reads `30.2672, -97.7431`, as maps give it for copying; null for any other text. */
export function parsePositionPair(text: string): Position | null {
  const [, latitude, longitude] = PAIR.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  return within({ latitude: Number(latitude), longitude: Number(longitude) });
}

function within(position: Position): Position | null {
  const { latitude, longitude } = position;
  // Not the other way round: NaN is within nothing.
  const isPosition = Math.abs(latitude) <= LATITUDE_MAX && Math.abs(longitude) <= LONGITUDE_MAX;
  return isPosition ? position : null;
}
