/** Listings for feed readers and other sites (docs/product/feeds.md). */

import { z } from 'zod';
import { embedQuerySchema, feedQuerySchema } from '../../schemas/open/embed.ts';
import type { Endpoint } from '../endpoint.ts';

export const feedEndpoints = {
  getFeed: {
    method: 'GET',
    path: '/feed.atom',
    root: 'only',
    tag: 'Properties',
    summary: 'Retrieve a search’s Atom feed',
    description: 'Returns the newest listings that match the search.',
    access: 'public',
    query: feedQuerySchema,
    status: 200,
    response: z.string(),
    contentType: 'application/atom+xml; charset=utf-8',
  },
  getEmbed: {
    method: 'GET',
    path: '/embed',
    root: 'only',
    tag: 'Properties',
    summary: 'Embed a search',
    description:
      'Returns an HTML page with the newest listings that match the search, for embedding in other sites.',
    access: 'public',
    query: embedQuerySchema,
    status: 200,
    response: z.string(),
    contentType: 'text/html; charset=utf-8',
  },
} as const satisfies Record<string, Endpoint>;
