/** Search results on a map (docs/product/map.md, Pins and clusters). */

import { z } from 'zod';
import { propertyStatusSchema, propertyTypeSchema } from './property-field.ts';

const boundsTuple = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .meta({ description: 'West, south, east, and north in degrees' });

/** A home with its own pin. */
export const mapHomeSchema = z.object({
  _id: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  price: z.number(),
  status: propertyStatusSchema,
  propertyType: propertyTypeSchema,
  bedrooms: z.number(),
});
export type MapHome = z.output<typeof mapHomeSchema>;

/** A cluster of at least two homes with their mean position and bounding box. */
export const mapClusterSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  count: z.number().int().min(2),
  minPrice: z.number(),
  maxPrice: z.number(),
  bounds: boundsTuple,
});
export type MapCluster = z.output<typeof mapClusterSchema>;

/**
 * Response of `GET /properties/map`. Single homes and cluster counts add up to `total`. `unmapped` is the number of
 * homes without a position that match all filters except the location filters.
 */
export const propertyMapSchema = z.object({
  total: z.number().int(),
  unmapped: z.number().int(),
  clusters: mapClusterSchema.array(),
  homes: mapHomeSchema.array(),
});
export type PropertyMap = z.output<typeof propertyMapSchema>;

/** Response of `GET /properties/map/places`: places, those with the most homes first. */
export const mapPlacesSchema = z
  .object({
    name: z.string(),
    state: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    count: z.number().int(),
  })
  .array();
export type MapPlaces = z.output<typeof mapPlacesSchema>;
