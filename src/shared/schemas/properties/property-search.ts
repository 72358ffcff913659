/** The query of a listing search, derived from property-filters.ts. */

import { z } from 'zod';
import { formatNumber } from '../../format/numbers.ts';
import { MAX_SEARCH_TERM_LENGTH, MAX_SHORT_TEXT_LENGTH } from '../../limits.ts';
import { FEATURE_CODES } from '../../property-choices.ts';
import { isValidDate, rangeOf } from '../../properties/field-ranges.ts';
import { PROPERTY_FIELDS } from '../../properties/property-fields.ts';
import {
  FILTER_NAMES,
  type FilterName,
  PROPERTY_FILTERS,
  type PropertyFilterSpec,
  type PropertySearch,
  type RangeFilter,
} from '../../properties/property-filters.ts';
import { joinWithOr } from '../../format/join-with-or.ts';
import { idSchemaWith, isStorable, queryInteger, textSchema } from '../common.ts';
import { rangeMessage } from './property-field.ts';
import { SPATIAL_FIELDS } from './spatial-filter.ts';

/** A search term of at most 200 characters. */
export const searchTermSchema = z
  .string({ error: 'Send only one search term.' })
  .trim()
  .max(MAX_SEARCH_TERM_LENGTH, `Search for at most ${MAX_SEARCH_TERM_LENGTH} characters.`)
  .refine(isStorable, 'The search contains unsupported characters.')
  .optional();

/** An agent's ID. */
export const agentIdSchema = idSchemaWith('No such agent.').optional();

/** An office's ID. */
export const officeIdSchema = idSchemaWith('No such office.').optional();

function rangeSchema({ field: name, bound }: RangeFilter): z.ZodType {
  const field = PROPERTY_FIELDS[name];
  if (!('minimum' in field)) throw new Error(`${name} must be a number.`);
  const isWhole = field.kind === 'integer' || field.kind === 'year';
  const error = () => rangeMessage(field);
  return (
    z
      .string({ error })
      .regex(isWhole ? /^\d{1,15}$/ : /^\d{1,12}(\.\d{1,20})?$/, { error })
      .transform(Number)
      // A minimum of 0 matches every home, even if the field is unknown.
      .transform((value) => (bound === 'min' && value === 0 ? undefined : value))
      .pipe(
        (isWhole ? z.int({ error }) : z.number({ error }))
          .min(0, { error })
          .refine(
            (value) => {
              const { minimum, maximum } = rangeOf(field, new Date());
              return value >= minimum && value <= maximum;
            },
            { error },
          )
          .optional(),
      )
  );
}

/** Creates a schema for comma-separated choices. Removes duplicates and sorts the choices. */
function listSchema(choices: readonly string[], message: string): z.ZodType {
  return z.string({ error: message }).transform((text, context) => {
    const parts = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.some((part) => !choices.includes(part))) {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    const selectedChoices = choices.filter((choice) => parts.includes(choice));
    return selectedChoices.length === 0 ? undefined : selectedChoices;
  });
}

/** Creates a schema for a number with or without decimals. */
function amountSchema(filter: Extract<PropertyFilterSpec, { kind: 'amount' }>): z.ZodType {
  const { label, unit, minimum, maximum, isWhole = false } = filter;
  const range = `${formatNumber(minimum)} to ${formatNumber(maximum)} ${unit}`;
  const error = `${label} must be ${isWhole ? 'a whole number' : 'a number'} from ${range}.`;
  return z
    .string({ error })
    .regex(isWhole ? /^\d{1,12}$/ : /^\d{1,12}(\.\d{1,20})?$/, { error })
    .transform(Number)
    .pipe(
      (isWhole ? z.int({ error }) : z.number({ error }))
        .min(minimum, { error })
        .max(maximum, { error }),
    );
}

function filterSchema(filter: PropertyFilterSpec): z.ZodType {
  switch (filter.kind) {
    case 'term':
      return searchTermSchema;
    case 'id':
      return agentIdSchema;
    case 'range':
      return rangeSchema(filter);
    case 'choice':
      return z.enum(filter.choices, {
        error: `${filter.label} must be ${joinWithOr(filter.choices)}.`,
      });
    case 'choices':
      return listSchema(filter.choices, `${filter.label} must be ${joinWithOr(filter.choices)}.`);
    case 'codes':
      return listSchema(FEATURE_CODES, 'Features must be known codes, separated by commas.');
    case 'day': {
      const message = `${filter.label} must be a date such as 2026-03-01.`;
      return z.string({ error: message }).refine(isValidDate, { error: message });
    }
    case 'days':
      return queryInteger(
        1,
        filter.maximum,
        `${filter.label} must be a whole number of days from 1 to ${filter.maximum}.`,
      );
    case 'amount':
      return amountSchema(filter);
    case 'place':
      return textSchema(`${filter.label} must be a single value.`, 1, MAX_SHORT_TEXT_LENGTH);
    case 'bounds':
      return SPATIAL_FIELDS.bounds;
    case 'areas':
      return SPATIAL_FIELDS.area;
    case 'position':
      return SPATIAL_FIELDS.near;
    case 'miles':
      return SPATIAL_FIELDS.within;
    default:
      return filter satisfies never;
  }
}

/** The shape of the query. Every filter is optional. */
export const searchShape = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, filterSchema(PROPERTY_FILTERS[name]).optional()]),
  // Each schema belongs to the filter with its name.
) as unknown as {
  [Name in FilterName]: z.ZodOptional<z.ZodType<Exclude<PropertySearch[Name], undefined>, string>>;
};
