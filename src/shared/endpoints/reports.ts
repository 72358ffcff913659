/** Listing reports and decisions about them (docs/product/reports.md). */

import { idParamsSchema, messageSchema } from '../schemas/common.ts';
import {
  reportDecisionSchema,
  reportFormSchema,
  reportSchema,
  reportsQuerySchema,
} from '../schemas/report.ts';
import type { Endpoint } from './endpoint.ts';

export const reportEndpoints = {
  reportProperty: {
    method: 'POST',
    path: '/properties/:id/reports',
    takesIdempotencyKey: true,
    tag: 'Reports',
    summary: 'Report a listing',
    access: 'public',
    audit: null,
    params: idParamsSchema,
    body: reportFormSchema,
    status: 202,
    response: messageSchema,
  },
  listReports: {
    method: 'GET',
    path: '/reports',
    tag: 'Reports',
    summary: 'List reports',
    description: 'Returns reports, newest first.',
    access: 'report:manage',
    query: reportsQuerySchema,
    status: 200,
    response: reportSchema.array(),
    paged: true,
  },
  decideReport: {
    method: 'PATCH',
    path: '/reports/:id',
    tag: 'Reports',
    summary: 'Resolve reports',
    description:
      'Closes a listing’s open reports by dismissing them or hiding the listing. Dismissing the report that hid a listing shows it again.',
    access: 'report:manage',
    audit: ['report.decided', 'listing.hidden', 'listing.shown'],
    params: idParamsSchema,
    body: reportDecisionSchema,
    status: 200,
    response: reportSchema,
    changesPublicData: true,
  },
} as const satisfies Record<string, Endpoint>;
