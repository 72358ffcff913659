import { MAX_PAGE_SIZE } from '#shared/limits.ts';
import { apiQuery, listQuery } from '../../api/api-queries.ts';

/** Homes on a page of Saved Homes. */
export const FAVORITES_PAGE_SIZE = 24;

/** Identifiers of what the account saved. */
export const favoriteIdsQuery = apiQuery('GET /favorites/ids', {});

/** A page of what the account saved, newest first. */
export function favoritesQuery(page: number) {
  return listQuery('GET /favorites', { query: { page, limit: FAVORITES_PAGE_SIZE } });
}

/** Homes by id, as many as one request takes; deleted ones are omitted. */
export function homesByIdsQuery(ids: readonly string[]) {
  return apiQuery('GET /properties/by-ids', {
    query: { ids: ids.slice(0, MAX_PAGE_SIZE).join(',') },
  });
}
