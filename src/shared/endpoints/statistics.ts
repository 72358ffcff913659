/** Statistics for the dashboard (docs/product/dashboard.md, Statistics). */

import { adminStatsQuerySchema, adminStatsSchema, agentStatsSchema } from '../schemas/stats.ts';
import type { Endpoint } from './endpoint.ts';

export const statisticsEndpoints = {
  adminStats: {
    method: 'GET',
    path: '/admin/stats',
    tag: 'Statistics',
    summary: 'Retrieve the site’s statistics',
    access: 'stats:site',
    query: adminStatsQuerySchema,
    status: 200,
    response: adminStatsSchema,
  },
  agentStats: {
    method: 'GET',
    path: '/agent/stats',
    tag: 'Statistics',
    summary: 'Retrieve your statistics',
    description: 'Returns statistics about your listings.',
    access: 'stats:own',
    status: 200,
    response: agentStatsSchema,
  },
} as const satisfies Record<string, Endpoint>;
