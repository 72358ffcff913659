import { apiQuery } from '../../../api/api-queries.ts';

/** Fetches a home's current and upcoming open houses. */
export function openHousesQuery(id: string) {
  return apiQuery('GET /properties/:id/open-houses', { params: { id } });
}
