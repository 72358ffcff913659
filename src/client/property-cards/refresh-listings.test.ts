import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refreshListings } from './refresh-listings.ts';

/** The endpoints whose data can be outdated after a listing has changed. */
const ENDPOINTS_WITH_LISTINGS = [
  'GET /properties',
  'GET /properties/my-listings',
  'GET /properties/all',
  'GET /properties/:id',
  'GET /places/largest',
  'GET /places/:state/:city',
  'GET /places/:state/:city/:zip',
  'GET /users/agents',
  'GET /users/agents/:id',
  'GET /agent/stats',
  'GET /admin/stats',
];

test.each(ENDPOINTS_WITH_LISTINGS)('discards inactive data of %s', (endpoint) => {
  const queryClient = new QueryClient();
  queryClient.setQueryData([endpoint, { page: 1 }], 'before');
  queryClient.setQueryData(['GET /site'], 'unrelated');
  refreshListings(queryClient);
  expect(queryClient.getQueryData([endpoint, { page: 1 }])).toBeUndefined();
  expect(queryClient.getQueryData(['GET /site'])).toBe('unrelated');
});
