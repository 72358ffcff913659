/** Encodes and decodes polylines of precision 5 (Google's Encoded Polyline Algorithm Format). */

import type { Position } from './bounds.ts';

const PRECISION = 1e5;
/** Larger values cannot be degrees. */
const MAX_BITS = 30;

/** Encodes points as printable ASCII without commas, rounded to 0.00001 degrees. */
export function encodePolyline(points: readonly Position[]): string {
  let previous = [0, 0];
  let text = '';
  for (const { latitude, longitude } of points) {
    const current = [Math.round(latitude * PRECISION), Math.round(longitude * PRECISION)];
    text += current.map((value, index) => encodeStep(value - (previous[index] ?? 0))).join('');
    previous = current;
  }
  return text;
}

function encodeStep(step: number): string {
  let remainder = step < 0 ? -step * 2 - 1 : step * 2;
  let text = '';
  while (remainder >= 0x20) {
    text += String.fromCharCode((remainder % 0x20) + 0x20 + 63);
    remainder = Math.floor(remainder / 0x20);
  }
  return text + String.fromCharCode(remainder + 63);
}

/**
 * Decodes encoded points.
 *
 * @returns null if the text is invalid or ends within a point
 */
export function decodePolyline(text: string): Position[] | null {
  const steps = readSteps(text);
  if (steps === null || steps.length % 2 === 1) return null;
  let latitude = 0;
  let longitude = 0;
  const points: Position[] = [];
  for (let index = 0; index < steps.length; index += 2) {
    latitude += steps[index] ?? 0;
    longitude += steps[index + 1] ?? 0;
    points.push({ latitude: latitude / PRECISION, longitude: longitude / PRECISION });
  }
  return points;
}

function readSteps(text: string): number[] | null {
  const steps: number[] = [];
  let value = 0;
  let bits = 0;
  for (let index = 0; index < text.length; index++) {
    const part = text.charCodeAt(index) - 63;
    if (part < 0 || part > 0x3f || bits > MAX_BITS) return null;
    value += (part % 0x20) * 2 ** bits;
    bits += 5;
    if (part >= 0x20) continue;
    steps.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    value = 0;
    bits = 0;
  }
  return bits === 0 ? steps : null;
}
