import { wholeListQuery } from '../api/api-queries.ts';

/** Fetches all offices by name, for admins to choose from. */
export const officeChoicesQuery = wholeListQuery('GET /offices', (page) => ({
  query: { page, limit: 100 },
}));
