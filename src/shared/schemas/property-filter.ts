/** The filter set of the listing pages and its form in a query string (spec sections 2, 3 and 7). */

import { z } from 'zod';
import { PRICE_MAX, ROOMS_MAX, SEARCH_TERM_MAX_LENGTH } from '../limits.ts';
import { DEFAULT_PROPERTY_SORT, PROPERTY_SORTS } from '../property-choices.ts';
import { idSchema, pageQuerySchema, queryInteger } from './common.ts';
import { propertyStatusSchema, propertyTypeSchema } from './property.ts';

/** The text people search for, at most 200 characters (interface: Listings). */
export const searchTermSchema = z
  .string({ error: 'Search for one text.' })
  .trim()
  .max(SEARCH_TERM_MAX_LENGTH, `Search for at most ${SEARCH_TERM_MAX_LENGTH} characters.`)
  .regex(/^[^\0\p{Surrogate}]*$/u, 'Contains characters that cannot be searched for.')
  .optional();

const priceMessage = `Price must be a number from 0 to ${PRICE_MAX.toLocaleString('en-US')}.`;
const queryPrice = z
  .string({ error: priceMessage })
  .regex(/^\d{1,12}(\.\d{1,6})?$/, priceMessage)
  .transform(Number)
  .pipe(z.number().min(0, priceMessage).max(PRICE_MAX, priceMessage))
  .optional();

const agentIdMessage = 'No such agent.';
const agentIdSchema = idSchema.or(z.string().refine(() => false, agentIdMessage)).optional();

/** Query of `GET /properties`: `bedrooms` is a minimum, prices are inclusive US dollars. */
export const propertyFilterSchema = pageQuerySchema.extend({
  searchTerm: searchTermSchema,
  propertyType: propertyTypeSchema.optional(),
  status: propertyStatusSchema.optional(),
  minPrice: queryPrice,
  maxPrice: queryPrice,
  bedrooms: queryInteger(
    0,
    ROOMS_MAX,
    `Bedrooms must be a whole number from 0 to ${ROOMS_MAX}.`,
  ).optional(),
  sort: z
    .enum(PROPERTY_SORTS, { error: `Sort must be one of ${PROPERTY_SORTS.join(', ')}.` })
    .default(DEFAULT_PROPERTY_SORT),
  agentId: agentIdSchema,
});
/** A checked filter set. */
export type PropertyFilter = z.output<typeof propertyFilterSchema>;

/**
 * Query of `GET /properties/all` (spec section 7): `availability` is `true` (active) or `false` (sold or rented);
 * `agentId` gives one person's listings, as their deletion would take them along.
 */
export const allPropertiesQuerySchema = pageQuerySchema.extend({
  status: propertyStatusSchema.optional(),
  availability: z
    .enum(['true', 'false'], { error: 'Availability must be true or false.' })
    .optional(),
  searchTerm: searchTermSchema,
  agentId: agentIdSchema,
});
export type AllPropertiesQuery = z.output<typeof allPropertiesQuerySchema>;
