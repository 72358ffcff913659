/** Which pictures a record names. */

import { readRemarks } from './reso-values.ts';

/**
 * The texts of `Media` (an array of objects with `MediaURL` and `Order`, or of paths) or `MediaURL`, in their
 * order; in CSV an array stands as JSON text. A text may still hold several paths, see `splitMediaText`.
 *
 * @returns null when the record says nothing about pictures; an empty array when it says that there are none
 */
export function readMedia(record: Readonly<Record<string, unknown>>): string[] | null {
  const value = present(parseArray(record['Media'])) ?? present(parseArray(record['MediaURL']));
  if (value === undefined) return null;
  const items = Array.isArray(value) ? value : [value];
  return items
    .map((item: unknown, index) => ({ url: urlOf(item), order: orderOf(item) ?? index }))
    .toSorted((a, b) => a.order - b.order)
    .flatMap(({ url }) => (url === null ? [] : [url]));
}

/** Splits at `|`, `;`, and line ends; commas are part of some paths and addresses. */
export function splitMediaText(text: string): string[] {
  return text
    .split(/[|;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function present(value: unknown): unknown {
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
