/** The filters of listing pages, as query parameters (docs/product/listings.md, Filters). */

import { publishStateSchema } from './publishing.ts';
import { z } from 'zod';
import { DEFAULT_DASHBOARD_SORT, LISTING_SORTS, MY_LISTING_SORTS } from '../../list-sorts.ts';
import { DEFAULT_PROPERTY_SORT, PROPERTY_SORTS } from '../../property-choices.ts';
import { MAX_MAP_ZOOM, MAX_PAGE_SIZE } from '../../limits.ts';
import { idSchema, pageQuerySchema, queryInteger, scopeSchema } from '../common.ts';
import { propertyStatusSchema } from './property-field.ts';
import { agentIdSchema, officeIdSchema, searchShape, searchTermSchema } from './property-search.ts';
import { boundsSchema, nearNeedsWithin } from './spatial-filter.ts';

/** All filters, the sort order, and the page. property-filters.ts defines each filter. */
const propertyFilterFields = pageQuerySchema.extend({
  ...searchShape,
  sort: z
    .enum(PROPERTY_SORTS, { error: `Sort must be one of ${PROPERTY_SORTS.join(', ')}.` })
    .default(DEFAULT_PROPERTY_SORT),
});

/** A search without an office, for saved searches and assistants. */
export const propertyFilterSchema = propertyFilterFields.superRefine(nearNeedsWithin);

/** Query of `GET /properties`: all of the above, and an office to restrict the search to. */
export const propertiesQuerySchema = propertyFilterFields
  .extend({ officeId: officeIdSchema })
  .superRefine(nearNeedsWithin);

const IDS_MESSAGE = `Send 1 to ${MAX_PAGE_SIZE} IDs, separated by commas.`;

/** Query of `GET /properties/by-ids`: at most 100 IDs. Invalid IDs and duplicates are ignored. */
export const propertyIdsSchema = z.object({
  ids: z
    .string({ error: IDS_MESSAGE })
    .transform((text) => text.split(',').map((id) => id.trim()))
    .refine((ids) => ids.length <= MAX_PAGE_SIZE, { error: IDS_MESSAGE })
    .transform((ids) => [...new Set(ids.filter((id) => idSchema.safeParse(id).success))]),
});

/** A validated query of `GET /properties`. */
export type PropertyFilter = z.output<typeof propertiesQuerySchema>;

/** Only the filters, for responses without pages. */
export const searchQuerySchema = propertyFilterFields
  .omit({ page: true, limit: true, sort: true })
  .superRefine(nearNeedsWithin);

/** A validated query of only filters. */
export type SearchQuery = z.output<typeof searchQuerySchema>;

/** Query of `GET /properties/map`: the filters with the map's bounds and zoom. */
export const mapQuerySchema = propertyFilterFields
  .omit({ page: true, limit: true, sort: true })
  .extend({
    bounds: boundsSchema,
    zoom: queryInteger(0, MAX_MAP_ZOOM, `Zoom must be a whole number from 0 to ${MAX_MAP_ZOOM}.`),
  })
  .superRefine(nearNeedsWithin);

/** Query of `GET /properties/map/places`. */
export const mapPlacesQuerySchema = z.object({ bounds: boundsSchema });

/** A validated query of the map. */
export type MapQuery = z.output<typeof mapQuerySchema>;

/**
 * Returns the schema of a list's sort order. The default is newest first.
 *
 * @param sorts the sort orders of the list
 */
export function sortSchema<const S extends readonly [typeof DEFAULT_DASHBOARD_SORT, ...string[]]>(
  sorts: S,
) {
  return (
    z
      .enum(sorts, { error: `Sort must be one of ${sorts.join(', ')}.` })
      // The sort orders include the default, but zod's types cannot express it.
      .default(DEFAULT_DASHBOARD_SORT as never)
  );
}

/** The filters of dashboard lists. `availability` is `true` (active) or `false` (sold, rented, or off market). */
const managedPropertiesQuerySchema = pageQuerySchema.extend({
  publishState: publishStateSchema,
  status: propertyStatusSchema.optional(),
  availability: z
    .enum(['true', 'false'], { error: 'Availability must be true or false.' })
    .optional(),
  searchTerm: searchTermSchema,
});

/** Query of `GET /properties/my-listings`. `scope=office` returns listings of all members of the managed office. */
export const myPropertiesQuerySchema = managedPropertiesQuerySchema.extend({
  scope: scopeSchema,
  sort: sortSchema(MY_LISTING_SORTS),
});
export type MyPropertiesQuery = z.output<typeof myPropertiesQuerySchema>;

/**
 * Query of `GET /properties/all` (docs/product/listings.md, Changing a listing). `agentId` selects a user's listings, for
 * example those that would be deleted with the user.
 */
export const allPropertiesQuerySchema = managedPropertiesQuerySchema.extend({
  agentId: agentIdSchema,
  sort: sortSchema(LISTING_SORTS),
});
export type AllPropertiesQuery = z.output<typeof allPropertiesQuerySchema>;
