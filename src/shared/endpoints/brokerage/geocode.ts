/** Address lookup (docs/product/listings.md, Pin from the address). */

import { MAX_GEOCODE_RESULTS } from '../../limits.ts';
import { geocodeQuerySchema, geocodeResultSchema } from '../../schemas/properties/geocode.ts';
import type { Endpoint } from '../endpoint.ts';

export const geocodeEndpoints = {
  geocode: {
    method: 'GET',
    path: '/geocode',
    tag: 'Properties',
    summary: 'Geocode an address, ZIP code, or city',
    description: 'Returns the matching locations, best match first.',
    access: 'property:create',
    query: geocodeQuerySchema,
    status: 200,
    response: geocodeResultSchema.array().max(MAX_GEOCODE_RESULTS),
    waitsForExternalServer: true,
  },
} as const satisfies Record<string, Endpoint>;
