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
    summary: 'The newest listings of a search as an Atom feed',
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
    summary: 'The newest listings of a search as a page to embed in other sites',
    access: 'public',
    query: embedQuerySchema,
    status: 200,
    response: z.string(),
    contentType: 'text/html; charset=utf-8',
  },
} as const satisfies Record<string, Endpoint>;
