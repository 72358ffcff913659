import { MAX_PAGE_SIZE } from '#shared/limits.ts';
import { apiQuery, listQuery } from '../../api/api-queries.ts';

/** The number of homes on a page of 'Saved Homes'. */
export const FAVORITES_PAGE_SIZE = 24;

/** Fetches the IDs of the account's saved homes. */
export const favoriteIdsQuery = apiQuery('GET /favorites/ids', {});

/** Fetches a page of the account's saved homes, newest first. */
export function favoritesQuery(page: number) {
  return listQuery('GET /favorites', { query: { page, limit: FAVORITES_PAGE_SIZE } });
}

/** Fetches published homes by ID. IDs beyond the limit of one request are ignored. */
export function homesByIdsQuery(ids: readonly string[]) {
  return apiQuery('GET /properties/by-ids', {
    query: { ids: ids.slice(0, MAX_PAGE_SIZE).join(',') },
  });
}
