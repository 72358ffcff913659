/** The running and coming open houses of a home. */
export function openHousesQuery(id: string) {
  return apiQuery('GET /properties/:id/open-houses', { params: { id } });
}
import { apiQuery } from '../../../api/api-queries.ts';
