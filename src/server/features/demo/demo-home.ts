/**
 * Schemas of the handwritten demo homes in `demo/cities`.
 */

import { z } from 'zod';
import { PROPERTY_STATUSES, PROPERTY_TYPES } from '#shared/property-choices.ts';

/** A neighborhood. */
const placeSchema = z.strictObject({
  /** The center of residential blocks, at least about 300 meters from water. */
  latitude: z.number(),
  longitude: z.number(),
  zipCode: z.string(),
  /** Sentences about the neighborhood. Its homes rotate through them. */
  about: z.array(z.string()).min(1),
});

const homeSchema = z.strictObject({
  /** The name of one of the city's places. */
  place: z.string(),
  /** Fictional: the house number and street exist only in the demo. */
  address: z.string(),
  title: z.string(),
  propertyType: z.enum(PROPERTY_TYPES),
  status: z.enum(PROPERTY_STATUSES),
  /** US dollars: the price, or the monthly rent. */
  price: z.number(),
  bedrooms: z.number(),
  bathrooms: z.number(),
  sqft: z.number(),
  /** Set if the title or story mentions or implies it. Otherwise, a year typical of the style is used. */
  yearBuilt: z.number().optional(),
  /** The exterior's style, as in a picture's tags in `demo/images`. */
  style: z.string(),
  /** The outdoor space, shown in one of the pictures. */
  outside: z.enum(['garden', 'pool', 'terrace', 'balcony', 'street']),
  hasStudy: z.literal(true).optional(),
  /** Sold or rented. */
  isSoldOrRented: z.literal(true).optional(),
  /** Sentences about this home only. */
  story: z.string(),
});

/** A file of `demo/cities`. */
export const demoCitySchema = z.strictObject({
  city: z.string(),
  state: z.string(),
  /** Whether it snows there. If not, winter pictures are avoided. */
  hasSnow: z.boolean(),
  places: z.record(z.string(), placeSchema),
  homes: z.array(homeSchema).min(1),
});

export type DemoPlace = z.infer<typeof placeSchema>;
export type DemoHome = z.infer<typeof homeSchema>;
export type DemoCity = z.infer<typeof demoCitySchema>;
