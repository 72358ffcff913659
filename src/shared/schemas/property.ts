/** Listings: the record as it goes out, the form as people fill it in, and the one conversion between them. */

import { z } from 'zod';
import {
  LATITUDE_MAX,
  LONGITUDE_MAX,
  LONG_TEXT_MAX_LENGTH,
  PRICE_MAX,
  PROPERTY_MIN_LENGTH,
  ROOMS_MAX,
  SQFT_MAX,
  TITLE_MAX_LENGTH,
} from '../limits.ts';
import { PROPERTY_STATUSES, PROPERTY_TYPES } from '../property-choices.ts';
import { idSchema, textSchema, timeSchema } from './common.ts';

export const propertyTypeSchema = z.enum(PROPERTY_TYPES, {
  error: 'Property type must be House, Apartment or Condo.',
});
export const propertyStatusSchema = z.enum(PROPERTY_STATUSES, {
  error: 'Status must be For Sale or For Rent.',
});

/**
 * One picture: `path` is its full size; its other widths (`IMAGE_WIDTHS`, where smaller than `width`) stand
 * beside it. `placeholder` is a data URI of a few hundred bytes.
 */
export const pictureSchema = z.object({
  path: z.string(),
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
});
export type Picture = z.output<typeof pictureSchema>;

/** The agent as embedded in a listing (spec section 3); `avatar` is null where initials stand in. */
export const propertyAgentSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
});

/** A listing as it goes out (spec section 3). Prices are US dollars; `images` are the paths of `pictures`. */
export const propertySchema = z.object({
  _id: idSchema,
  title: z.string(),
  description: z.string(),
  price: z.number(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  bedrooms: z.number(),
  bathrooms: z.number(),
  sqft: z.number(),
  propertyType: propertyTypeSchema,
  status: propertyStatusSchema,
  isAvailable: z.boolean(),
  images: z.array(z.string()),
  pictures: z.array(pictureSchema),
  agent: propertyAgentSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Property = z.output<typeof propertySchema>;

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * A number that people type as text (spec section 3, Property form): at least one character, then a number
 * within the range.
 */
function numberText(options: {
  name: string;
  required: string;
  minimum: number;
  maximum: number;
  integer?: boolean;
}) {
  const { name, required, minimum, maximum, integer = false } = options;
  const range = `${minimum.toLocaleString('en-US')} to ${maximum.toLocaleString('en-US')}`;
  const message = `${name} must be a ${integer ? 'whole ' : ''}number from ${range}.`;
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .refine(
      (text) => {
        const value = Number(text);
        return (
          text === '' ||
          (text.length <= 40 &&
            (integer ? /^\+?\d+$/ : DECIMAL).test(text) &&
            value >= minimum &&
            value <= maximum)
        );
      },
      { error: message },
    );
}

/** The listing form: every value as text, in the words of spec section 5. */
export const propertyFormSchema = z.object({
  title: textSchema(
    'Title must be at least 5 characters long.',
    PROPERTY_MIN_LENGTH.title,
    TITLE_MAX_LENGTH,
  ),
  description: textSchema(
    'Description must be at least 20 characters.',
    PROPERTY_MIN_LENGTH.description,
    LONG_TEXT_MAX_LENGTH,
  ),
  price: numberText({
    name: 'Price',
    required: 'Price is required.',
    minimum: 0,
    maximum: PRICE_MAX,
  }),
  address: textSchema('Address is required.', PROPERTY_MIN_LENGTH.address),
  city: textSchema('City is required.', PROPERTY_MIN_LENGTH.city),
  state: textSchema('State is required.', PROPERTY_MIN_LENGTH.state),
  zipCode: textSchema('A valid ZIP code is required.', PROPERTY_MIN_LENGTH.zipCode),
  latitude: numberText({
    name: 'Latitude',
    required: 'Latitude is required.',
    minimum: -LATITUDE_MAX,
    maximum: LATITUDE_MAX,
  }),
  longitude: numberText({
    name: 'Longitude',
    required: 'Longitude is required.',
    minimum: -LONGITUDE_MAX,
    maximum: LONGITUDE_MAX,
  }),
  bedrooms: numberText({
    name: 'Bedrooms',
    required: 'Bedrooms are required.',
    minimum: 0,
    maximum: ROOMS_MAX,
    integer: true,
  }),
  bathrooms: numberText({
    name: 'Bathrooms',
    required: 'Bathrooms are required.',
    minimum: 0,
    maximum: ROOMS_MAX,
    integer: true,
  }),
  sqft: numberText({
    name: 'Square footage',
    required: 'Square footage is required.',
    minimum: 0,
    maximum: SQFT_MAX,
    integer: true,
  }),
  propertyType: propertyTypeSchema,
  status: propertyStatusSchema,
});
export type PropertyForm = z.output<typeof propertyFormSchema>;

/** What a listing says about itself, as numbers and texts: the form after its conversion. */
export type PropertyFields = Omit<
  PropertyForm,
  'price' | 'latitude' | 'longitude' | 'bedrooms' | 'bathrooms' | 'sqft'
> &
  Pick<Property, 'price' | 'latitude' | 'longitude' | 'bedrooms' | 'bathrooms' | 'sqft'>;

/**
 * The one conversion from form to fields (spec section 3): price, latitude and longitude become decimals,
 * price to the cent; bedrooms, bathrooms and sqft integers.
 */
export function toPropertyFields(form: PropertyForm): PropertyFields {
  return {
    ...form,
    price: Math.round(Number(form.price) * 100) / 100,
    latitude: Number(form.latitude),
    longitude: Number(form.longitude),
    bedrooms: Number(form.bedrooms),
    bathrooms: Number(form.bathrooms),
    sqft: Number(form.sqft),
  };
}

const PATHS_MESSAGE = 'imagesToDelete must be a JSON array of paths.';

/** The form of a change: the same fields, and which of the listing's pictures go (a JSON array of paths). */
export const propertyUpdateFormSchema = propertyFormSchema.extend({
  imagesToDelete: z
    .string()
    .default('[]')
    .transform((text, context) => {
      try {
        return JSON.parse(text === '' ? '[]' : text) as unknown;
      } catch {
        context.addIssue({
          code: 'custom',
          message: PATHS_MESSAGE,
        });
        return z.NEVER;
      }
    })
    .pipe(z.array(z.string({ error: PATHS_MESSAGE }), { error: PATHS_MESSAGE })),
});
