/** Creates schemas of listing fields for responses and forms, and parses form text. */

import { z } from 'zod';
import {
  FEATURE_CODES,
  type FeatureCode,
  PROPERTY_STATUSES,
  PROPERTY_TYPES,
} from '../../property-choices.ts';
import { joinWithOr } from '../../format/join-with-or.ts';
import { isValidDate, rangeOf } from '../../properties/field-ranges.ts';
import { PROPERTY_FIELDS, type PropertyField } from '../../properties/property-fields.ts';
import { isPlainText, textSchema, cleanText } from '../common.ts';

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const CODES: ReadonlySet<string> = new Set(FEATURE_CODES);

/** The property type, with the form's error message. */
export const propertyTypeSchema = z.enum(PROPERTY_TYPES, {
  error: PROPERTY_FIELDS.propertyType.required,
});
/** The listing's status, with the form's error message. */
export const propertyStatusSchema = z.enum(PROPERTY_STATUSES, {
  error: PROPERTY_FIELDS.status.required,
});

/** Returns a message such as `Bedrooms must be a whole number from 0 to 100.` */
export function rangeMessage(
  field: Extract<PropertyField, { kind: 'integer' | 'decimal' | 'money' | 'year' }>,
  now = new Date(),
): string {
  const { minimum, maximum } = rangeOf(field, now);
  const isWhole = field.kind === 'integer' || field.kind === 'year';
  const format = (value: number) =>
    field.kind === 'year' ? String(value) : value.toLocaleString('en-US');
  return `${field.label} must be a ${isWhole ? 'whole ' : ''}number from ${format(minimum)} to ${format(maximum)}.`;
}

/** Returns the schema of a field in responses. */
export function outputSchema(field: PropertyField): z.ZodType {
  const schema = valueSchema(field);
  return field.required === undefined && field.kind !== 'codes' ? schema.nullable() : schema;
}

function valueSchema(field: PropertyField): z.ZodType {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'year':
      return z.number();
    case 'choice':
      return z.enum(field.choices);
    case 'codes':
      return z.array(z.enum(FEATURE_CODES));
    case 'day':
      return z.string().meta({ format: 'date', example: '2026-03-01' });
    case 'url':
      return z.string().meta({ format: 'uri' });
    case 'text':
      return z.string();
    default:
      return field satisfies never;
  }
}

/** Returns the schema of a field in forms: text that can be empty for facts. */
export function formFieldSchema(field: PropertyField): z.ZodType<string> {
  const { required } = field;
  if (field.kind === 'text' && required !== undefined)
    return textSchema(required, field.minLength, field.maxLength);
  if (field.kind === 'choice' && required !== undefined)
    return z.enum(field.choices, { error: required });
  const message = invalidMessage(field);
  const text = z
    .string({ error: required ?? message })
    .overwrite(cleanText)
    .trim();
  const requiredText = required === undefined ? text : text.min(1, required);
  return requiredText
    .refine((value) => value === '' || isValue(field, value), { error: message })
    .meta(describeField(field));
}

/**
 * Returns the schema of a field in draft forms. The value can be empty, and text can be shorter than for publication.
 *
 * @param minLength the minimum length of text; other values can always be empty
 */
export function draftFieldSchema(field: PropertyField, minLength: 0 | 1): z.ZodType<string> {
  if (field.kind === 'text')
    return textSchema(`${field.label} must not be empty.`, minLength, field.maxLength);
  const { required: _required, ...optional } = field;
  // Without a `required` message, a field can be empty.
  return formFieldSchema(optional);
}

/** Describes a form field in the API document. Required text and choices have schemas that need no description. */
function describeField(field: PropertyField): z.core.GlobalMeta {
  const range =
    field.kind === 'year'
      ? `${field.label} must be a year from ${field.minimum} to ${field.yearsAhead} years from now.`
      : invalidMessage(field);
  if (field.required !== undefined) return { description: range };
  return {
    description: `${range}${field.kind === 'codes' ? ` Codes: ${FEATURE_CODES.join(', ')}.` : ''} An empty string clears it.`,
    ...(field.kind === 'choice' ? { enum: ['', ...field.choices] } : {}),
    ...(field.kind === 'codes' ? { example: FEATURE_CODES.slice(0, 2).join(',') } : {}),
    ...(field.kind === 'day' ? { example: '2026-03-01' } : {}),
  };
}

function invalidMessage(field: PropertyField): string {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'year':
      return rangeMessage(field);
    case 'choice':
      return `${field.label} must be ${joinWithOr(field.choices)}.`;
    case 'codes':
      return 'Features must be known codes, separated by commas.';
    case 'day':
      return `${field.label} must be a date such as 2026-03-01.`;
    case 'url':
      return `${field.label} must be an https URL of at most ${field.maxLength} characters.`;
    case 'text':
      return `${field.label} must be text of at most ${field.maxLength} characters.`;
    default:
      return field satisfies never;
  }
}

function isValue(field: PropertyField, text: string): boolean {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'year': {
      const isWhole = field.kind === 'integer' || field.kind === 'year';
      const { minimum, maximum } = rangeOf(field, new Date());
      const isNumber = text.length <= 40 && (isWhole ? /^\+?\d+$/ : DECIMAL).test(text);
      return isNumber && Number(text) >= minimum && Number(text) <= maximum;
    }
    case 'choice':
      return field.choices.includes(text);
    case 'codes':
      return splitCodes(text).every((code) => CODES.has(code));
    case 'day':
      return isValidDate(text);
    case 'url':
      return text.length <= field.maxLength && isHttpsUrl(text);
    case 'text':
      return text.length <= field.maxLength && isPlainText(text);
    default:
      return field satisfies never;
  }
}

const httpsUrl = z.url({ protocol: /^https$/ });

/**
 * Returns whether a string is an absolute https URL with only valid characters and no credentials.
 */
function isHttpsUrl(text: string): boolean {
  const isPlain = /^https:\/\/[^\s/?#@]+(?:[/?#].*)?$/iu.test(text);
  return isPlain && /^[^\s\p{C}<>"\\^`{|}]+$/u.test(text) && httpsUrl.safeParse(text).success;
}

const splitCodes = (text: string) =>
  text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');

/** Parses comma-separated feature codes. Removes duplicates and unknown codes, and sorts the rest. */
export function parseCodes(text: string): FeatureCode[] {
  const codes = new Set(splitCodes(text));
  return FEATURE_CODES.filter((code) => codes.has(code));
}

/** Converts validated text to the field's value; null for empty text (for features, an empty list). */
export function parseFieldText(field: PropertyField, text: string): unknown {
  if (field.kind === 'codes') return parseCodes(text);
  if (text === '') return null;
  switch (field.kind) {
    case 'money':
      return Math.round(Number(text) * 100) / 100;
    case 'integer':
    case 'decimal':
    case 'year':
      return Number(text);
    case 'choice':
    case 'day':
    case 'url':
    case 'text':
      return text;
    default:
      return field satisfies never;
  }
}
