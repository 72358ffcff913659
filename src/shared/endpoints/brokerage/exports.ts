/** Listing exports (docs/product/import.md, Export). */

import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';

const CSV = 'text/csv; charset=utf-8';

export const exportEndpoints = {
  exportMyProperties: {
    method: 'GET',
    path: '/properties/my-listings.csv',
    tag: 'Properties',
    summary: 'Export your listings',
    description: 'Returns your published listings as CSV with RESO field names.',
    access: 'property:list-own',
    status: 200,
    response: z.string(),
    contentType: CSV,
    queue: 'bulk',
  },
  exportAllProperties: {
    method: 'GET',
    path: '/properties/all.csv',
    tag: 'Properties',
    summary: 'Export all listings',
    description: 'Returns all published listings as CSV with RESO field names.',
    access: 'property:list-all',
    status: 200,
    response: z.string(),
    contentType: CSV,
    queue: 'bulk',
  },
} as const satisfies Record<string, Endpoint>;
