/** Address lookup (docs/product/listings.md, Pin from the address). */

import { z } from 'zod';
import { MAX_SHORT_TEXT_LENGTH } from '../../limits.ts';
import { textSchema } from '../common.ts';

const addressPartSchema = () =>
  textSchema('The address must be text.', 0, MAX_SHORT_TEXT_LENGTH)
    .optional()
    .transform((text) => (text === '' ? undefined : text));

/** Query of `GET /geocode`. */
export const geocodeQuerySchema = z
  .object({
    address: addressPartSchema(),
    city: addressPartSchema(),
    state: addressPartSchema(),
    zipCode: addressPartSchema(),
  })
  .refine(
    ({ address, city, state, zipCode }) =>
      address !== undefined || zipCode !== undefined || (city !== undefined && state !== undefined),
    { path: ['address'], error: 'Enter an address, a ZIP code, or a city with its state.' },
  );
export type GeocodeQuery = z.output<typeof geocodeQuerySchema>;

/** The precision of a position: the house or street, or the center of the ZIP code or city. */
export const GEOCODE_PRECISIONS = ['address', 'zip', 'city'] as const;

/** A position with the known parts of its address. */
export const geocodeResultSchema = z.object({
  label: z.string(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  precision: z.enum(GEOCODE_PRECISIONS),
  city: z.string().optional(),
  state: z.string().optional(),
  zipCode: z.string().optional(),
});
export type GeocodeResult = z.output<typeof geocodeResultSchema>;
