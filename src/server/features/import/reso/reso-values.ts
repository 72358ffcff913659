/** Reads single values of a RESO record, which are CSV text or JSON of any type. */

import { isDay } from '#shared/properties/field-ranges.ts';
import { withoutBidiControls } from '#shared/schemas/common.ts';
import { toPlainText } from './plain-text.ts';

/** Placeholders for unknown values in feeds. */
const MISSING =
  /^(?:[-–?.*]+|#?n\/?a|#ref!|#value!|nan|null|nil|none|unknown|undefined|undisclosed|\(?undisclosed address\)?|address not disclosed|not (?:available|disclosed|provided)|tbd|tba)$/i;

/** `12`, `-97.5`, `1,250,000`, `$450,000.00`, `1e3`. */
const NUMBER = /^[+-]?\$?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i;

/** Whether a field exists and is empty. Placeholders such as `N/A` do not count. */
export const isEmpty = (value: unknown) =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * Reads a line of text: trims it, collapses white space, and removes characters that cannot be
 * stored.
 *
 * @returns null for placeholders: empty, `#NA`, `N/A`, `null`, and the like
 */
export function readText(value: unknown): string | null {
  const text = readRemarks(value)?.replaceAll(/\s+/g, ' ') ?? '';
  return text === '' || MISSING.test(text) ? null : text;
}

/**
 * Reads multiline text: trims it, normalizes line breaks to `\n`, and removes characters that cannot
 * be stored; null if empty.
 */
export function readRemarks(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = withoutBidiControls(String(value))
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    // Control characters except tabs and line breaks.
    .replaceAll(/[^\P{Cc}\t\n]/gu, '')
    .trim();
  return text === '' ? null : text;
}

/** Like `readText`, from HTML. */
export const readLine = (value: unknown): string | null =>
  readText(typeof value === 'string' ? toPlainText(value) : value);

/** Like `readRemarks`, from HTML. */
export const readDescription = (value: unknown): string | null =>
  readRemarks(typeof value === 'string' ? toPlainText(value) : value);

/** Reads a number; null if empty or not a number. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const text = readText(value);
  if (text === null || !/\d/.test(text) || !NUMBER.test(text)) return null;
  const number = Number(text.replaceAll(/[$,]/g, ''));
  return Number.isFinite(number) ? number : null;
}

/** Possibly a European thousands separator: `1.250` could mean 1,250 or 1.25. */
const MAYBE_THOUSANDS = /^\$?\d{1,3}\.\d{3}$/;

/** Reads an amount of money like `readNumber`; also null for ambiguous text such as `1.250`. */
export function readMoney(value: unknown): number | null {
  if (typeof value === 'string' && MAYBE_THOUSANDS.test(value.trim())) return null;
  return readNumber(value);
}

/**
 * Reads a date (midnight UTC) or time in ISO 8601; null for anything else, and for nonexistent
 * days.
 */
export function readTime(value: unknown): Date | null {
  const text = readText(value);
  if (text === null || !/^(?:19|2\d)\d\d-\d\d-\d\d(?:[T ]|$)/.test(text)) return null;
  // `Date` would read February 31 as March 3.
  if (!isDay(text.slice(0, 10))) return null;
  // Without a zone, `Date` would use the local one.
  const hasZone = text.length <= 10 || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = new Date(hasZone ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/**
 * Normalizes the spelling of a RESO lookup value: `Active Under Contract`, `ActiveUnderContract`,
 * and `active-under-contract` are the same.
 */
export function readLookup(value: unknown): string | null {
  return (
    readText(value)
      ?.toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '') ?? null
  );
}

/** Truncates text between words to at most `maxLength` characters, ellipsis included. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1).toWellFormed();
  const lastSpace = cut.search(/\s\S*$/);
  const atWord = lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : cut.replace(/\uFFFD$/, '');
  return `${atWord.trimEnd()}…`;
}

/** Reads a list of lookup values, like `readLookup`: a JSON list, or text with separators. */
export function listOf(value: unknown): string[] {
  const parts: unknown[] = Array.isArray(value) ? value : String(value).split(/[,;|]/);
  return parts.flatMap((part) => {
    // Unlike in text, `None` is a value here.
    const word = String(part)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '');
    return word === '' ? [] : [word];
  });
}

const MAX_DETAIL_LENGTH = 80;

/** Returns text such as `City is empty` or `YearBuilt is "1066"`. */
export function quoteValue(record: Readonly<Record<string, unknown>>, field: string): string {
  const value = record[field];
  if (value === undefined || value === null || value === '') return `${field} is empty`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `${field} is "${cutAtWord(text.replaceAll(/\s+/g, ' '), MAX_DETAIL_LENGTH)}"`;
}
