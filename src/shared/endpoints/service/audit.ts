/** The audit log, for admins (docs/product/audit-log.md). */

import { z } from 'zod';
import { auditEntrySchema, auditFilterSchema, auditQuerySchema } from '../../schemas/audit.ts';
import type { Endpoint } from '../endpoint.ts';

export const auditEndpoints = {
  listAudit: {
    method: 'GET',
    path: '/audit',
    tag: 'Audit log',
    summary: 'List audit log entries',
    description: 'Returns entries, newest first.',
    access: 'audit:read',
    query: auditQuerySchema,
    status: 200,
    response: auditEntrySchema.array(),
    paged: true,
  },
  exportAudit: {
    method: 'GET',
    path: '/audit.csv',
    tag: 'Audit log',
    summary: 'Export audit log entries',
    description: 'Returns all matching entries as CSV.',
    access: 'audit:read',
    query: auditFilterSchema,
    status: 200,
    response: z.string(),
    contentType: 'text/csv; charset=utf-8',
    queue: 'bulk',
  },
} as const satisfies Record<string, Endpoint>;
