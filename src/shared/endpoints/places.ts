/** Places with homes (docs/product/places.md). */

import {
  cityParamsSchema,
  largestPlacesSchema,
  placeQuerySchema,
  placeSchema,
  placeSuggestionSchema,
  placeTermSchema,
  zipParamsSchema,
} from '../schemas/place.ts';
import type { Endpoint } from './endpoint.ts';

export const placeEndpoints = {
  listPlaces: {
    method: 'GET',
    path: '/places',
    tag: 'Properties',
    summary: 'Suggest places',
    description:
      'Returns cities, ZIP codes, and addresses that start with the given text. If there are none, returns cities with a similar name.',
    access: 'public',
    query: placeTermSchema,
    status: 200,
    response: placeSuggestionSchema.array(),
  },
  listLargestPlaces: {
    method: 'GET',
    path: '/places/largest',
    tag: 'Properties',
    summary: 'List the largest cities',
    description: 'Returns the cities with the most available homes.',
    access: 'public',
    status: 200,
    response: largestPlacesSchema,
  },
  getCity: {
    method: 'GET',
    path: '/places/:state/:city',
    tag: 'Properties',
    summary: 'Retrieve a city',
    description: 'Returns a city and its market figures.',
    access: 'public',
    params: cityParamsSchema,
    query: placeQuerySchema,
    status: 200,
    response: placeSchema,
  },
  getZip: {
    method: 'GET',
    path: '/places/:state/:city/:zip',
    tag: 'Properties',
    summary: 'Retrieve a ZIP code',
    description: 'Returns a city’s ZIP code and its market figures.',
    access: 'public',
    params: zipParamsSchema,
    query: placeQuerySchema,
    status: 200,
    response: placeSchema,
  },
} as const satisfies Record<string, Endpoint>;
