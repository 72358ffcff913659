/** Picture changes in a form: deletions, order, kinds, and alternative texts. */

import { z } from 'zod';
import { MAX_IMAGE_TEXT_LENGTH } from '../../limits.ts';
import { PICTURE_KINDS } from '../../property-choices.ts';
import { isPlainText } from '../common.ts';

/** Returns whether a flat JSON object has duplicate names, of which `JSON.parse` keeps only the last value. */
function hasRepeatedNames(text: string): boolean {
  const names = [...text.matchAll(/("(?:[^"\\]|\\.)*")\s*(:?)/g)].flatMap(([, name, colon]) =>
    colon === ':' ? [JSON.parse(name ?? '""') as string] : [],
  );
  return new Set(names).size < names.length;
}

/** More than any valid change lists: the pictures before the change and those after it. */
const MAX_ENTRIES = 100;

/** Returns whether an array or an object has at most `MAX_ENTRIES` entries. */
const hasFewEntries = (value: unknown) =>
  typeof value !== 'object' || value === null || Object.keys(value).length <= MAX_ENTRIES;

/**
 * Creates a schema for JSON text. An empty string becomes the given JSON value. Entries are counted before each is
 * checked.
 */
function jsonText<T>(schema: z.ZodType<T>, empty: string, message: string) {
  return z
    .string({ error: message })
    .default('')
    .transform((text, context): unknown => {
      try {
        const value: unknown = JSON.parse(text.trim() === '' ? empty : text);
        if (!hasFewEntries(value)) {
          context.addIssue({
            code: 'custom',
            message: `At most ${MAX_ENTRIES} pictures can be listed here.`,
          });
          return z.NEVER;
        }
        if (Array.isArray(value) || !hasRepeatedNames(text)) return value;
      } catch {
        // Invalid JSON is reported below.
      }
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .pipe(schema);
}

const PATHS_MESSAGE = 'imagesToDelete must be a JSON array of paths.';

/** `imagesToDelete`: a JSON array of paths. */
export const pathsSchema = jsonText(
  z.array(z.string({ error: PATHS_MESSAGE }), { error: PATHS_MESSAGE }),
  '[]',
  PATHS_MESSAGE,
).meta({
  description: 'JSON array with the paths of the pictures to delete',
  example: '["/images/abc/full.webp"]',
});

const ORDER_MESSAGE = 'imageOrder must be a JSON array of paths and new:0, new:1 …, each once.';

/** `imageOrder`: a JSON array of paths and `new:N` for new files in the order of the request. */
export const imageOrderSchema = jsonText(
  z
    .array(z.string({ error: ORDER_MESSAGE }), { error: ORDER_MESSAGE })
    .refine((paths) => new Set(paths).size === paths.length, { error: ORDER_MESSAGE }),
  '[]',
  ORDER_MESSAGE,
).meta({
  description:
    'JSON array with the new order: the path of each picture, and `new:N` for the request’s Nth new file, counted from 0. The first photo becomes the cover.',
  example: '["new:1", "/images/abc/full.webp", "new:0"]',
});

const TEXTS_MESSAGE = 'imageTexts must be a JSON object of texts by path or new:N.';

/**
 * `imageTexts`: a JSON object of alternative texts by path or `new:N`. An empty string removes a text.
 */
export const imageTextsSchema = jsonText(
  z.record(
    z.string(),
    z
      .string({ error: TEXTS_MESSAGE })
      .trim()
      .max(
        MAX_IMAGE_TEXT_LENGTH,
        `The text of an image can have at most ${MAX_IMAGE_TEXT_LENGTH} characters.`,
      )
      .refine(isPlainText, 'The text of an image contains characters that cannot be stored.'),
    { error: TEXTS_MESSAGE },
  ),
  '{}',
  TEXTS_MESSAGE,
).meta({
  description: `JSON object that maps paths or \`new:N\` to alternative texts of at most ${MAX_IMAGE_TEXT_LENGTH} characters. An empty string removes a text.`,
  example: '{"new:0": "The garden in May"}',
});

const KINDS_MESSAGE = `imageKinds must be a JSON object of ${PICTURE_KINDS.join(' or ')} by path or new:N.`;

/** `imageKinds`: a JSON object of kinds by path or `new:N`. */
export const imageKindsSchema = jsonText(
  z.record(z.string(), z.enum(PICTURE_KINDS, { error: KINDS_MESSAGE }), { error: KINDS_MESSAGE }),
  '{}',
  KINDS_MESSAGE,
).meta({
  description:
    'JSON object that maps paths or `new:N` to `photo` or `floor_plan`. Floor plans are sorted after all photos and never become the cover.',
  example: '{"new:1": "floor_plan"}',
});

/** Returns the index of a new file in `new:N`; null for a path. */
export function newFileIndex(reference: string): number | null {
  const [, digits] = /^new:(0|[1-9]\d{0,3})$/.exec(reference) ?? [];
  return digits === undefined ? null : Number(digits);
}
