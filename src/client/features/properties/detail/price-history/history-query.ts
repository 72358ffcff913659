import { apiQuery } from '../../../../api/api-queries.ts';

/** Fetches a listing's history, newest first. */
export function historyQuery(id: string) {
  return apiQuery('GET /properties/:id/history', { params: { id } });
}
