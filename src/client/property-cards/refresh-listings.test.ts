import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refreshListings } from './refresh-listings.ts';

/** All lists, pages, and counts that can be outdated after a listing has changed. */
const SHOWING_LISTINGS = [
  'GET /properties',
  'GET /properties/my-listings',
  'GET /properties/all',
  'GET /properties/:id',
  'GET /places/largest',
  'GET /users/agents',
  'GET /users/agents/:id',
  'GET /agent/stats',
  'GET /admin/stats',
];

test.each(SHOWING_LISTINGS)('refetches %s after a listing changed', (address) => {
  const queryClient = new QueryClient();
  queryClient.setQueryData([address, { page: 1 }], 'before');
  queryClient.setQueryData(['GET /site'], 'another');
  refreshListings(queryClient);
  expect(queryClient.getQueryData([address, { page: 1 }])).toBeUndefined();
  expect(queryClient.getQueryData(['GET /site'])).toBe('another');
});
