/** Queries of the dashboard's 'Office' page (docs/product/offices.md, Dashboard). */

import { apiQuery, allPagesQuery } from '../../../api/api-queries.ts';

export const officeStatsQuery = (id: string) =>
  apiQuery('GET /offices/:id/stats', { params: { id } });

export const officeInvitationsQuery = (id: string) =>
  allPagesQuery('GET /offices/:id/invitations', (page) => ({
    params: { id },
    query: { page, limit: 100 },
  }));
