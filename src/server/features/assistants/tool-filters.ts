/** Search filters as tool arguments, with numbers and lists instead of query strings. */

import { z } from 'zod';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import {
  FILTER_NAMES,
  PROPERTY_FILTERS,
  type PropertyFilterSpec,
} from '#shared/properties/property-filters.ts';
import { FEATURE_CODES, PROPERTY_SORTS } from '#shared/property-choices.ts';

/** Homes per page of `search_homes` and `search`. */
export const HOMES_PER_PAGE = 10;

const oneOrMore = (choices: readonly string[]) =>
  z.union([z.enum(choices), z.array(z.enum(choices))]);

function toArgumentSchema(filter: PropertyFilterSpec): z.ZodType {
  const describe = (schema: z.ZodType, text = filter.label) => schema.describe(text);
  switch (filter.kind) {
    case 'range':
      return describe(
        z.number(),
        `${filter.label}: ${filter.bound === 'min' ? 'minimum' : 'maximum'}${filter.field === 'price' ? ', in US dollars (per month for rentals)' : ''}`,
      );
    case 'choice':
      return describe(z.enum(filter.choices));
    case 'choices':
      return describe(oneOrMore(filter.choices));
    case 'codes':
      return describe(oneOrMore(FEATURE_CODES), `${filter.label}; homes must have all`);
    case 'days':
      return describe(z.int(), `${filter.label} this number of days`);
    case 'amount':
      return describe(z.number(), `${filter.label}, in ${filter.unit}`);
    case 'miles':
      return describe(z.number(), 'Search radius in miles; requires near');
    case 'position':
      return describe(z.string(), 'Center as latitude,longitude; requires within');
    case 'bounds':
      return describe(z.string(), 'Box as west,south,east,north in degrees');
    case 'areas':
      return describe(z.string(), 'Area as an encoded polyline of precision 5');
    case 'day':
      return describe(z.string(), `${filter.label}, a date such as 2026-03-01`);
    case 'id':
    case 'place':
    case 'term':
      return describe(z.string());
    default:
      return filter satisfies never;
  }
}

/** Every filter except the search words. */
export const advertisedFilters = Object.fromEntries(
  FILTER_NAMES.filter((name) => name !== 'searchTerm').map((name) => [
    name,
    toArgumentSchema(PROPERTY_FILTERS[name]).optional(),
  ]),
);

export const advertisedPage = z
  .int()
  .min(1)
  .max(MAX_REACHABLE_ENTRIES / HOMES_PER_PAGE)
  .optional()
  .describe(`Page of ${HOMES_PER_PAGE} homes, from 1`);

export const advertisedSort = z
  .enum(PROPERTY_SORTS)
  .optional()
  .describe('Sort order; newest first by default');
