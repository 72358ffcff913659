/** Shared schemas for IDs, email addresses, paging, and errors. */

import { z } from 'zod';
import {
  DEFAULT_PAGE_SIZE,
  MAX_EMAIL_LENGTH,
  MAX_PAGE_SIZE,
  MAX_SHORT_TEXT_LENGTH,
} from '../limits.ts';
import { withoutExcessMarks } from '../format/combining-marks.ts';

/** Schemas reject NUL, which PostgreSQL's text type cannot store, and lone surrogates, which UTF-8 cannot encode. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Returns whether PostgreSQL can store a string. This is not a schema pattern because not every
 * OpenAPI tool supports Unicode properties such as `\p{Surrogate}`.
 */
export const isStorable = (text: string) => !UNSTORABLE.test(text);

/** Lone surrogates, noncharacters, and control characters other than tabs and line breaks. */
const NOT_TEXT = /[^\P{Cc}\t\n\r]|[\p{Surrogate}\p{Noncharacter_Code_Point}]/u;

/** Returns whether a string contains only characters that belong in a text. */
export const isPlainText = (text: string) => !NOT_TEXT.test(text);

/**
 * Returns a field's name for messages from its key: 'ZIP code' for `zipCode`.
 *
 * @param path the path of an issue; schemas receive it when they create the message
 */
export function fieldName(path: readonly PropertyKey[] | undefined): string {
  const key = path?.findLast((part) => typeof part === 'string') ?? 'text';
  const words = key
    .replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(zip|url)\b/, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the message for text that is too long, with the field's name. */
export const tooLongMessage =
  (maxLength: number) =>
  ({ path }: { path?: PropertyKey[] | undefined }): string =>
    `${fieldName(path)} must be at most ${maxLength.toLocaleString('en-US')} characters.`;

/** Characters that only change the text direction. They can make `fdp.exe` look like `exe.pdf`. */
const BIDI_CONTROLS = /\p{Bidi_Control}/gu;

export const withoutBidiControls = (text: string): string => text.replaceAll(BIDI_CONTROLS, '');

/** Removes characters that are never part of a text: bidirectional controls and excess combining marks. */
export const cleanText = (text: string): string => withoutExcessMarks(withoutBidiControls(text));

/**
 * Creates a schema for trimmed text, cleaned by `cleanText`. The errors for text that is too long or
 * cannot be stored include the field's name.
 *
 * @param message the error for a missing or too short value
 * @param minLength in characters after trimming
 * @param maxLength in characters after trimming
 */
export function textSchema(message: string, minLength: number, maxLength = MAX_SHORT_TEXT_LENGTH) {
  return lengthSchema(message, minLength, maxLength).refine(isPlainText, NOT_TEXT_ERROR);
}

const lengthSchema = (message: string, minLength: number, maxLength: number) =>
  z
    .string({ error: message })
    .overwrite(cleanText)
    .trim()
    .min(minLength, message)
    .max(maxLength, { error: tooLongMessage(maxLength) });

const NOT_TEXT_ERROR = {
  error: ({ path }: { path?: PropertyKey[] | undefined }) =>
    `${fieldName(path)} contains characters that cannot be stored.`,
};

/** A character that is visible on its own: not a space (or U+2800, the blank Braille pattern), control, mark, or joiner. */
const VISIBLE_CHARACTER = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Creates a schema for a person's name: text with at least one visible character.
 *
 * @param message the error for a missing, too short, or invisible name
 * @param minLength in characters after trimming
 */
export function personNameSchema(message: string, minLength: number) {
  return lengthSchema(message, minLength, MAX_SHORT_TEXT_LENGTH)
    .refine(
      // A short name was already reported.
      (name) => name.length < minLength || VISIBLE_CHARACTER.test(name),
      { error: message, abort: true },
    )
    .refine(isPlainText, NOT_TEXT_ERROR);
}

const ASCII_ONLY = /^\p{ASCII}*$/u;
const INTERNATIONAL_ADDRESS = /^([^@]+)@([\p{L}\p{M}\p{N}.-]+)$/u;
const webAddressSchema = z.url({ normalize: true });

/**
 * Converts the domain of an email address to ASCII: `post@bücher.example` becomes
 * `post@xn--bcher-kva.example`, which every mail server accepts and browsers send. Does not change
 * other strings, nor addresses that are too long.
 */
export function withAsciiDomain(address: string): string {
  // The time of the conversion grows with the square of the length.
  if (address.length > MAX_EMAIL_LENGTH) return address;
  const [, local = '', domain = ''] = INTERNATIONAL_ADDRESS.exec(address) ?? [];
  if (ASCII_ONLY.test(domain)) return address;
  const normalized = webAddressSchema.safeParse(`http://${domain}`).data;
  return normalized === undefined ? address : `${local}@${normalized.slice('http://'.length, -1)}`;
}

/**
 * Creates a schema for a trimmed email address with its domain in ASCII. Comparisons ignore case
 * (docs/product/accounts.md, Email addresses).
 *
 * @param message the error for a missing or invalid address
 */
export function emailSchema(message: string) {
  return z
    .string({ error: message })
    .trim()
    .overwrite(withAsciiDomain)
    .max(MAX_EMAIL_LENGTH, message)
    .refine((address) => ASCII_ONLY.test(address.split('@', 1)[0] ?? ''), {
      error: 'This site cannot send email to an address with letters such as ü before the @.',
      abort: true,
    })
    .pipe(z.email({ error: message }));
}

/** PostgreSQL's largest bigint has 19 digits; 18 always fit. */
const ID_PATTERN = /^[1-9]\d{0,17}$/;

/**
 * Creates a schema for an `_id`, a string of digits. A malformed `_id` in a path returns 404.
 *
 * @param message the error for a malformed `_id` anywhere else
 */
export function idSchemaWith(message: string) {
  return z
    .string({ error: message })
    .regex(ID_PATTERN, message)
    .meta({ description: 'The ID of the record', example: '42' });
}

export const idSchema = idSchemaWith('An ID must be a number.');

/** Path parameters of endpoints for a single record. */
export const idParamsSchema = z.object({ id: idSchema });

/** A time in responses: ISO 8601 in UTC. */
export const timeSchema = z
  .string()
  .meta({ format: 'date-time', example: '2026-03-01T09:30:00.000Z' });

/**
 * Creates a schema for a time in requests: ISO 8601 with an offset. Its year in UTC must have four digits so that
 * clients can parse it in responses.
 *
 * @param message the error for anything else
 */
export function dateTimeSchema(message: string) {
  return z.iso
    .datetime({ offset: true, error: message, abort: true })
    .refine((text) => hasFourDigitYear(new Date(text)), message);
}

function hasFourDigitYear(moment: Date): boolean {
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9_999;
}

/**
 * Creates a schema for a whole number in a query string.
 *
 * @param message the error for any other value
 */
export function queryInteger(minimum: number, maximum: number, message: string) {
  return z
    .string({ error: message })
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .pipe(z.int(message).min(minimum, message).max(maximum, message));
}

/** `page` and `limit` of every list (docs/product/api.md, Lists). */
export const pageQuerySchema = z.object({
  page: queryInteger(1, Number.MAX_SAFE_INTEGER, 'Page must be a whole number from 1.').default(1),
  limit: queryInteger(
    1,
    MAX_PAGE_SIZE,
    `Limit must be a whole number from 1 to ${MAX_PAGE_SIZE}.`,
  ).default(DEFAULT_PAGE_SIZE),
});

/** The requested page of a list. `page` starts at 1, and `limit` is 1 to 100. */
export type PageQuery = z.output<typeof pageQuerySchema>;

/** The scope of a list: the caller's own records, or all records of the office that the caller manages. */
export const scopeSchema = z
  .enum(['own', 'office'], { error: 'Scope must be own or office.' })
  .default('own');

/** The body of every error response. */
export const errorSchema = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Tours that cannot move to another agent because they overlap with that agent's tours. */
  conflicts: z
    .array(
      z.object({
        _id: idSchema,
        property: z.object({ _id: idSchema.nullable(), title: z.string() }),
        start: timeSchema,
        end: timeSchema,
      }),
    )
    .optional(),
});

/** The body of every error response: a message for users, a stable code, and the invalid fields, if any. */
export type ErrorBody = z.output<typeof errorSchema>;

/** A response with only a message for users. */
export const messageSchema = z.object({ message: z.string() });

/** An empty response (204). */
export const emptySchema = z.null();
