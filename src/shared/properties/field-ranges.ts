/** Provides the ranges of number fields, and validates dates. */

import type { NumberField, PropertyField } from './property-fields.ts';

/** Returns the minimum and maximum of a number. For years, the maximum depends on the current time. */
export function rangeOf(
  field: NumberField | Extract<PropertyField, { kind: 'year' }>,
  now: Date,
): { minimum: number; maximum: number } {
  const { minimum } = field;
  return field.kind === 'year'
    ? { minimum, maximum: now.getUTCFullYear() + field.yearsAhead }
    : { minimum, maximum: field.maximum };
}

/** Returns whether a string is a valid date in the format `YYYY-MM-DD`, starting with the year 1. */
export function isValidDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
