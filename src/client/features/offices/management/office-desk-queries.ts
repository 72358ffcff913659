/** The queries of the dashboard page 'Office' (docs/product/offices.md, Dashboard). */

import { apiQuery, listQuery } from '../../../api/api-queries.ts';

export const officeStatsQuery = (id: string) =>
  apiQuery('GET /offices/:id/stats', { params: { id } });

export const officeInvitationsQuery = (id: string) =>
  listQuery('GET /offices/:id/invitations', { params: { id }, query: { limit: 100 } });

/** The offices that an admin chooses from; the first hundred by name. */
export const officeChoicesQuery = listQuery('GET /offices', { query: { limit: 100 } });
