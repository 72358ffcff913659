/** Places with homes: suggestions and details (docs/product/places.md). */

import { z } from 'zod';
import { MAX_PLACE_TERM_LENGTH } from '../limits.ts';
import { DEFAULT_PLACE_STATUS } from '../property-choices.ts';
import { textSchema } from './common.ts';
import { propertyStatusSchema } from './properties/property-field.ts';

const position = {
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable().meta({
    description: 'West, south, east, and north in degrees; null if no home has a position',
  }),
};

/** Query of `GET /places`. */
export const placeTermSchema = z.object({
  term: textSchema('Enter a place.', 1, MAX_PLACE_TERM_LENGTH),
  status: propertyStatusSchema.optional(),
});
export type PlaceTerm = z.output<typeof placeTermSchema>;

/** A place that matches the user's input. For an address, `propertyId` is the newest home there. */
export const placeSuggestionSchema = z.object({
  kind: z.enum(['city', 'zip', 'address']),
  label: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string().optional(),
  propertyId: z.string().optional(),
  count: z.number().int(),
  /** The number of homes for sale; absent for an address, or if the request specifies a status. */
  forSale: z.number().int().optional(),
  /** The number of homes for rent; absent in the same cases. */
  forRent: z.number().int().optional(),
  ...position,
});
export type PlaceSuggestion = z.output<typeof placeSuggestionSchema>;

const slug = z.string().max(600);

/** Path parameters of `GET /places/:state/:city`. */
export const cityParamsSchema = z.object({ state: slug, city: slug });

/** Path parameters of `GET /places/:state/:city/:zip`. */
export const zipParamsSchema = z.object({ state: slug, city: slug, zip: slug });

/** Query of the endpoints for a city and for a ZIP code. */
export const placeQuerySchema = z.object({
  status: propertyStatusSchema.default(DEFAULT_PLACE_STATUS),
});

/** A place and its market: available homes with one status. Unknown figures are null. */
export const placeSchema = z.object({
  kind: z.enum(['city', 'zip']),
  label: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string().optional(),
  count: z.number().int(),
  ...position,
  medianPrice: z.number().nullable(),
  medianPricePerSqft: z.number().nullable(),
  medianDaysListed: z.number().nullable(),
  reducedShare: z.number().min(0).max(1).nullable(),
});
export type Place = z.output<typeof placeSchema>;

/** Response of `GET /places/largest`: the cities with the most homes for sale and for rent together. */
export const largestPlacesSchema = z
  .object({
    label: z.string(),
    city: z.string(),
    state: z.string(),
    /** The slugs in the page's URL. */
    slugs: z.object({ state: z.string(), city: z.string() }),
    count: z.number().int(),
    forSale: z.number().int(),
    forRent: z.number().int(),
    /** The most common status of the homes. */
    status: propertyStatusSchema,
  })
  .array();
export type LargestPlaces = z.output<typeof largestPlacesSchema>;
