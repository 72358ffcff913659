/** The filter set of the listing pages and its form in a query string (spec sections 2, 3 and 7). */

import { z } from 'zod';
import { MAP_ZOOM_MAX, PRICE_MAX, ROOMS_MAX, SEARCH_TERM_MAX_LENGTH } from '../limits.ts';
import { DEFAULT_DESK_SORT, LISTING_SORTS } from '../list-sorts.ts';
import { DEFAULT_PROPERTY_SORT, PROPERTY_SORTS } from '../property-choices.ts';
import { idSchemaWith, isStorable, pageQuerySchema, queryInteger } from './common.ts';
import { propertyStatusSchema, propertyTypeSchema } from './property.ts';
import { boundsSchema, nearNeedsWithin, SPATIAL_FIELDS } from './spatial-filter.ts';

/** The text people search for, at most 200 characters (interface: Listings). */
export const searchTermSchema = z
  .string({ error: 'Search for one text.' })
  .trim()
  .max(SEARCH_TERM_MAX_LENGTH, `Search for at most ${SEARCH_TERM_MAX_LENGTH} characters.`)
  .refine(isStorable, 'The search contains characters that cannot be searched for.')
  .optional();

const priceMessage = `Price must be a number from 0 to ${PRICE_MAX.toLocaleString('en-US')}.`;
const queryPrice = z
  .string({ error: priceMessage })
  .regex(/^\d{1,12}(\.\d{1,6})?$/, priceMessage)
  .transform(Number)
  .pipe(z.number().min(0, priceMessage).max(PRICE_MAX, priceMessage))
  .optional();

const agentIdSchema = idSchemaWith('No such agent.').optional();

/** The fields of a filter set: `bedrooms` is a minimum, prices are inclusive US dollars. */
const propertyFilterFields = pageQuerySchema.extend({
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
  ...SPATIAL_FIELDS,
});

/** Query of `GET /properties`. */
export const propertyFilterSchema = propertyFilterFields.superRefine(nearNeedsWithin);
/** A checked filter set. */
export type PropertyFilter = z.output<typeof propertyFilterSchema>;

/** Query of `GET /properties/map`: a filter set, of which `page`, `limit` and `sort` say nothing there. */
export const mapQuerySchema = propertyFilterFields
  .omit({ page: true, limit: true, sort: true })
  .extend({
    bounds: boundsSchema,
    zoom: queryInteger(0, MAP_ZOOM_MAX, `Zoom must be a whole number from 0 to ${MAP_ZOOM_MAX}.`),
  })
  .superRefine(nearNeedsWithin);

/** Query of `GET /properties/map/places`. */
export const mapPlacesQuerySchema = z.object({ bounds: boundsSchema });

/** A checked query of the map. */
export type MapQuery = z.output<typeof mapQuerySchema>;

/**
 * A list's order by one of its columns, newest first if absent.
 *
 * @param sorts the orders that the list has
 */
export function sortSchema<const S extends readonly [typeof DEFAULT_DESK_SORT, ...string[]]>(
  sorts: S,
) {
  return (
    z
      .enum(sorts, { error: `Sort must be one of ${sorts.join(', ')}.` })
      // One of them by the constraint, which zod's own types do not follow.
      .default(DEFAULT_DESK_SORT as never)
  );
}

/** Query of `GET /properties/my-listings`: `availability` is `true` (active) or `false` (sold or rented). */
export const myPropertiesQuerySchema = pageQuerySchema.extend({
  status: propertyStatusSchema.optional(),
  availability: z
    .enum(['true', 'false'], { error: 'Availability must be true or false.' })
    .optional(),
  searchTerm: searchTermSchema,
  sort: sortSchema(LISTING_SORTS),
});
export type MyPropertiesQuery = z.output<typeof myPropertiesQuerySchema>;

/**
 * Query of `GET /properties/all` (spec section 7): the same; `agentId` gives one person's listings, as their deletion
 * would take them along.
 */
export const allPropertiesQuerySchema = myPropertiesQuerySchema.extend({ agentId: agentIdSchema });
export type AllPropertiesQuery = z.output<typeof allPropertiesQuerySchema>;
