/** Saved homes (docs/product/saved-homes.md, Saved homes). */

import { emptySchema, idParamsSchema, pageQuerySchema } from '../../schemas/common.ts';
import {
  favoriteFormSchema,
  favoriteIdsSchema,
  favoriteSchema,
  mergeFavoritesSchema,
} from '../../schemas/saved-homes/favorite.ts';
import type { Endpoint } from '../endpoint.ts';

export const favoriteEndpoints = {
  listFavorites: {
    method: 'GET',
    path: '/favorites',
    tag: 'Saved homes',
    summary: 'List your saved homes',
    description: 'Returns available and unavailable saved homes, most recently saved first.',
    access: 'favorite:manage',
    query: pageQuerySchema,
    status: 200,
    response: favoriteSchema.array(),
    paged: true,
  },
  listFavoriteIds: {
    method: 'GET',
    path: '/favorites/ids',
    tag: 'Saved homes',
    summary: 'List the IDs of your saved homes',
    description: 'Returns IDs, most recently saved first.',
    access: 'favorite:manage',
    status: 200,
    response: favoriteIdsSchema,
  },
  saveFavorite: {
    method: 'PUT',
    path: '/favorites/:id',
    tag: 'Saved homes',
    summary: 'Save a home',
    description: 'Saves a home or changes its note.',
    access: 'favorite:manage',
    audit: null,
    params: idParamsSchema,
    body: favoriteFormSchema,
    status: 200,
    response: favoriteSchema,
  },
  deleteFavorite: {
    method: 'DELETE',
    path: '/favorites/:id',
    tag: 'Saved homes',
    summary: 'Remove a saved home',
    access: 'favorite:manage',
    audit: null,
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
  },
  mergeFavorites: {
    method: 'POST',
    path: '/favorites/merge',
    takesIdempotencyKey: false,
    tag: 'Saved homes',
    summary: 'Merge saved homes',
    description:
      'Adds homes that were saved on a device. Send their IDs, most recently saved first. Returns the IDs of all saved homes.',
    access: 'favorite:manage',
    audit: null,
    body: mergeFavoritesSchema,
    status: 200,
    response: favoriteIdsSchema,
  },
} as const satisfies Record<string, Endpoint>;
