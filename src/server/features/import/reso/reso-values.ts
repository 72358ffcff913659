/** Reads single values of a RESO record: CSV text or JSON of any type. */

import { isValidDate } from '#shared/properties/field-ranges.ts';
import { cleanText } from '#shared/schemas/common.ts';
import { toPlainText } from './plain-text.ts';

/** Feeds use these placeholders for unknown values. */
const MISSING =
  /^(?:[-–?.*]+|#?n\/?a|#ref!|#value!|nan|null|nil|none|unknown|undefined|undisclosed|\(?undisclosed address\)?|address not disclosed|not (?:available|disclosed|provided)|tbd|tba)$/i;

/** `12`, `-97.5`, `1,250,000`, `$450,000.00`, `1e3`. */
const NUMBER = /^[+-]?\$?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i;

/** Returns whether a value is empty. `undefined` and placeholders such as `N/A` do not count as empty. */
export const isEmpty = (value: unknown) =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * Reads a line of text: trims it, collapses white space, and removes characters that cannot be
 * stored.
 *
 * @returns null for empty text, placeholders such as `#NA`, `N/A`, and `null`, and values that are
 *   neither text nor numbers
 */
export function readText(value: unknown): string | null {
  const text = readRemarks(value)?.replaceAll(/\s+/g, ' ') ?? '';
  return text === '' || MISSING.test(text) ? null : text;
}

/**
 * Reads multiline text: trims it, normalizes line breaks to `\n`, and removes characters that cannot
 * be stored. Returns null if no text remains, or the value is neither text nor a number.
 */
export function readRemarks(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = cleanText(String(value))
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    // Control characters except tabs and line breaks, and noncharacters.
    .replaceAll(/[^\P{Cc}\t\n]|\p{Noncharacter_Code_Point}/gu, '')
    .trim();
  return text === '' ? null : text;
}

/** Works like `readText`, but converts HTML to plain text first. */
export const readLine = (value: unknown): string | null =>
  readText(typeof value === 'string' ? toPlainText(value) : value);

/** Works like `readRemarks`, but converts HTML to plain text first. */
export const readDescription = (value: unknown): string | null =>
  readRemarks(typeof value === 'string' ? toPlainText(value) : value);

/** The lookbehind makes matching linear: a run of separators is tried only from its start. */
const TRAILING_PHONE_NUMBER = /(?<![\s,;:(])[\s,;:(]+\(?\d{3}\)?[\s.-]+\d{3}[\s.-]+\d{4}\s*\)?$/;

/** Removes a phone number at the end of a text. */
export const withoutPhoneNumber = (text: string) => text.replace(TRAILING_PHONE_NUMBER, '').trim();

/** Reads a number. Returns null if the text is empty or not a number. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const text = readText(value);
  if (text === null || !/\d/.test(text) || !NUMBER.test(text)) return null;
  const number = Number(text.replaceAll(/[$,]/g, ''));
  return Number.isFinite(number) ? number : null;
}

/** `1.250` could mean 1,250 with a European thousands separator, or 1.25. */
const AMBIGUOUS_NUMBER = /^\$?\d{1,3}\.\d{3}$/;

/** Reads an amount of money like `readNumber`, but returns null for ambiguous text such as `1.250`. */
export function readMoney(value: unknown): number | null {
  if (typeof value === 'string' && AMBIGUOUS_NUMBER.test(value.trim())) return null;
  return readNumber(value);
}

/**
 * Reads a date (as midnight UTC) or time in ISO 8601, in the years 1900 to 2999. Returns null for
 * anything else, including nonexistent days.
 */
export function readTime(value: unknown): Date | null {
  const text = readText(value);
  if (text === null || !/^(?:19|2\d)\d\d-\d\d-\d\d(?:[T ]|$)/.test(text)) return null;
  // `Date` would parse February 31 as March 3.
  if (!isValidDate(text.slice(0, 10))) return null;
  // Without a zone, `Date` would use the local time zone.
  const hasZone = text.length <= 10 || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = new Date(hasZone ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/**
 * Normalizes a RESO lookup value: `Active Under Contract`, `ActiveUnderContract`, and
 * `active-under-contract` become `activeundercontract`. Returns null for empty text and placeholders.
 */
export function readLookup(value: unknown): string | null {
  return (
    readText(value)
      ?.toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '') ?? null
  );
}

/**
 * Truncates text to at most `maxLength` characters, including the ellipsis. Cuts between words,
 * unless that would drop half of those characters or more.
 */
export function truncateAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const truncated = text.slice(0, maxLength - 1).toWellFormed();
  const lastSpace = truncated.search(/\s\S*$/);
  const untilLastWord =
    lastSpace > maxLength / 2 ? truncated.slice(0, lastSpace) : truncated.replace(/\uFFFD$/, '');
  return `${untilLastWord.trimEnd()}…`;
}

/** Reads several lookup values like `readLookup`, from a JSON array or from text with separators. */
export function readLookupList(value: unknown): string[] {
  const parts: unknown[] = Array.isArray(value) ? value : String(value).split(/[,;|]/);
  return parts.flatMap((part) => {
    // Unlike `readLookup`, keeps `None`, which is a value in lists.
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
  return `${field} is "${truncateAtWord(text.replaceAll(/\s+/g, ' '), MAX_DETAIL_LENGTH)}"`;
}
