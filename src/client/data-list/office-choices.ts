import { allPagesQuery } from '../api/api-queries.ts';

/** Fetches all offices, sorted by name, for admins to choose from. */
export const officeChoicesQuery = allPagesQuery('GET /offices', (page) => ({
  query: { page, limit: 100 },
}));
