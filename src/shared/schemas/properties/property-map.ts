/** A search as shown on a map (docs/product/map.md, Pins and clusters). */

import { z } from 'zod';
import { propertyStatusSchema, propertyTypeSchema } from './property-field.ts';

const boundsTuple = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .meta({ description: 'west, south, east, north' });

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

/** At least two homes gathered: the mean of their positions, and the box around them. */
export const mapClusterSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  count: z.number().int().min(2),
  minPrice: z.number(),
  maxPrice: z.number(),
  bounds: boundsTuple,
});
export type MapCluster = z.output<typeof mapClusterSchema>;

/** Response of `GET /properties/map`: homes and the counts of clusters are `total` together. */
export const propertyMapSchema = z.object({
  total: z.number().int(),
  unmapped: z.number().int(),
  clusters: mapClusterSchema.array(),
  homes: mapHomeSchema.array(),
});
export type PropertyMap = z.output<typeof propertyMapSchema>;

/** Response of `GET /properties/map/places`: names for a map's ground, those with most homes first. */
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
