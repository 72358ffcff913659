import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refreshListings } from './refresh-listings.ts';

/** Every list, page, and count in which a listing that has changed would still look as before. */
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

test.each(SHOWING_LISTINGS)('%s is asked for again after a listing changed', (address) => {
  const queryClient = new QueryClient();
  queryClient.setQueryData([address, { page: 1 }], 'before');
  queryClient.setQueryData(['GET /site'], 'another');
  refreshListings(queryClient);
  expect(queryClient.getQueryData([address, { page: 1 }])).toBeUndefined();
  expect(queryClient.getQueryData(['GET /site'])).toBe('another');
});
