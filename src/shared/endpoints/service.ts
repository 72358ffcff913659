/** The service itself (interface: HTTP conventions). */

import { healthSchema } from '../schemas/health.ts';
import type { Endpoint } from './endpoint.ts';

export const serviceEndpoints = {
  health: {
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Whether the database answers',
    access: 'public',
    status: 200,
    response: healthSchema,
  },
} as const satisfies Record<string, Endpoint>;
