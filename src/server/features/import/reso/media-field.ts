/** Reads the names of a record's pictures. */

import { readRemarks } from './reso-values.ts';

/**
 * Reads the paths and URLs in `Media` (an array of paths, or of objects with `MediaURL` and `Order`)
 * or `MediaURL`, in order. CSV contains arrays as JSON. A value can contain several paths, see
 * `splitMediaText`.
 *
 * @returns null if both fields are missing, null, or empty text; an empty array for an empty array
 */
export function readMedia(record: Readonly<Record<string, unknown>>): string[] | null {
  const value =
    emptyToUndefined(parseArray(record['Media'])) ??
    emptyToUndefined(parseArray(record['MediaURL']));
  if (value === undefined) return null;
  const items = Array.isArray(value) ? value : [value];
  return items
    .map((item: unknown, index) => ({ url: urlOf(item), order: orderOf(item) ?? index }))
    .toSorted((a, b) => a.order - b.order)
    .flatMap(({ url }) => (url === null ? [] : [url]));
}

/** Splits at `|`, `;`, and line breaks. Keeps commas, which can be part of paths and URLs. */
export function splitMediaText(text: string): string[] {
  return text
    .split(/[|;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function emptyToUndefined(value: unknown): unknown {
  return value === null || value === '' ? undefined : value;
}

function parseArray(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function urlOf(item: unknown): string | null {
  const isObject = typeof item === 'object' && item !== null;
  return readRemarks(isObject && 'MediaURL' in item ? item.MediaURL : item);
}

function orderOf(item: unknown): number | null {
  const order =
    typeof item === 'object' && item !== null && 'Order' in item ? Number(item.Order) : NaN;
  return Number.isFinite(order) ? order : null;
}
