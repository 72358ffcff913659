/** Reads single values of a RESO record, which come as CSV text or as JSON of any type. */

import { isDay } from '#shared/properties/field-ranges.ts';
import { withoutBidiControls } from '#shared/schemas/common.ts';
import { toPlainText } from './plain-text.ts';

/** Placeholders for unknown values in feeds. */
const MISSING =
  /^(?:[-–?.*]+|#?n\/?a|#ref!|#value!|nan|null|nil|none|unknown|undefined|undisclosed|\(?undisclosed address\)?|address not disclosed|not (?:available|disclosed|provided)|tbd|tba)$/i;

/** `12`, `-97.5`, `1,250,000`, `$450,000.00`, `1e3`. */
const NUMBER = /^[+-]?\$?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i;

/** Whether a field exists and is empty: `N/A` and the like do not count. */
export const isEmpty = (value: unknown) =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * One line of text: trimmed, white space collapsed, without characters that cannot be stored.
 *
 * @returns null for placeholders: empty, `#NA`, `N/A`, `null`, and the like
 */
export function readText(value: unknown): string | null {
  const text = readRemarks(value)?.replaceAll(/\s+/g, ' ') ?? '';
  return text === '' || MISSING.test(text) ? null : text;
}

/** Text of several lines: trimmed, line ends as `\n`, without characters that cannot be stored; null if empty. */
export function readRemarks(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = withoutBidiControls(String(value))
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    // Control characters but for tab and line end.
    .replaceAll(/[^\P{Cc}\t\n]/gu, '')
    .trim();
  return text === '' ? null : text;
}

/** One line as `readText` gives it, out of HTML. */
export const readLine = (value: unknown): string | null =>
  readText(typeof value === 'string' ? toPlainText(value) : value);

/** Text of several lines as `readRemarks` gives it, out of HTML. */
export const readDescription = (value: unknown): string | null =>
  readRemarks(typeof value === 'string' ? toPlainText(value) : value);

/** A number; null for nothing and for text that is none. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const text = readText(value);
  if (text === null || !/\d/.test(text) || !NUMBER.test(text)) return null;
  const number = Number(text.replaceAll(/[$,]/g, ''));
  return Number.isFinite(number) ? number : null;
}

/** European thousands: `1.250` is 1,250 there and 1.25 here. */
const MAYBE_THOUSANDS = /^\$?\d{1,3}\.\d{3}$/;

/** An amount of money; null for what `readNumber` does not read, and for text that is ambiguous, such as `1.250`. */
export function readMoney(value: unknown): number | null {
  if (typeof value === 'string' && MAYBE_THOUSANDS.test(value.trim())) return null;
  return readNumber(value);
}

/** A date (midnight UTC) or a point in time in ISO 8601; null for anything else, and for days that no month has. */
export function readTime(value: unknown): Date | null {
  const text = readText(value);
  if (text === null || !/^(?:19|2\d)\d\d-\d\d-\d\d(?:[T ]|$)/.test(text)) return null;
  // 31 February would become 3 March.
  if (!isDay(text.slice(0, 10))) return null;
  // Without a zone a time would be the machine's own.
  const hasZone = text.length <= 10 || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = new Date(hasZone ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/**
 * A value of a RESO lookup without regard to spelling: `Active Under Contract`, `ActiveUnderContract` and
 * `active-under-contract` are the same.
 */
export function readLookup(value: unknown): string | null {
  return (
    readText(value)
      ?.toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '') ?? null
  );
}

/** Cuts a text at a word's end to at most `maxLength` characters, an ellipsis included. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1).toWellFormed();
  const lastSpace = cut.search(/\s\S*$/);
  const atWord = lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : cut.replace(/\uFFFD$/, '');
  return `${atWord.trimEnd()}…`;
}

/** The values of a lookup that may have several: a JSON list, or a text with commas or semicolons; each as `readLookup`. */
export function listOf(value: unknown): string[] {
  const parts: unknown[] = Array.isArray(value) ? value : String(value).split(/[,;|]/);
  return parts.flatMap((part) => {
    // `None` is a value here, unlike in a text.
    const word = String(part)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '');
    return word === '' ? [] : [word];
  });
}

const DETAIL_MAX_LENGTH = 80;

/** `City is empty`, `YearBuilt is "1066"`. */
export function quoteValue(record: Readonly<Record<string, unknown>>, field: string): string {
  const value = record[field];
  if (value === undefined || value === null || value === '') return `${field} is empty`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `${field} is "${cutAtWord(text.replaceAll(/\s+/g, ' '), DETAIL_MAX_LENGTH)}"`;
}
