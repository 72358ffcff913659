/** Listing figures (docs/product/figures.md). */

import { emptySchema, idParamsSchema } from '../../schemas/common.ts';
import {
  figuresQuerySchema,
  figuresSchema,
  similarFiguresSchema,
} from '../../schemas/properties/property-figures.ts';
import type { Endpoint } from '../endpoint.ts';

export const figureEndpoints = {
  countView: {
    method: 'POST',
    path: '/properties/:id/view',
    takesIdempotencyKey: false,
    tag: 'Properties',
    summary: 'Record a listing view',
    description: 'Send this after a listing’s page has been visible for two seconds.',
    access: 'public',
    optionalSignIn: true,
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
    audit: null,
  },
  getFigures: {
    method: 'GET',
    path: '/properties/:id/figures',
    tag: 'Properties',
    summary: 'Retrieve a listing’s figures',
    description: 'Returns daily views, saves, inquiries, and tours, oldest first.',
    access: 'figures:read',
    params: idParamsSchema,
    query: figuresQuerySchema,
    status: 200,
    response: figuresSchema,
  },
  getSimilarFigures: {
    method: 'GET',
    path: '/properties/:id/figures/similar',
    tag: 'Properties',
    summary: 'Retrieve the views of similar listings',
    description: 'Returns the median daily views of similar listings, oldest first.',
    access: 'figures:read',
    params: idParamsSchema,
    query: figuresQuerySchema,
    status: 200,
    response: similarFiguresSchema,
  },
} as const satisfies Record<string, Endpoint>;
