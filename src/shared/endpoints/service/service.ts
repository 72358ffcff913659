/** The service itself (docs/product/api.md, Conventions). */

import { healthSchema, publicSettingsSchema } from '../../schemas/service/health.ts';
import type { Endpoint } from '../endpoint.ts';

export const serviceEndpoints = {
  health: {
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Whether the database responds',
    access: 'public',
    status: 200,
    response: healthSchema,
  },
  getPublicSettings: {
    method: 'GET',
    path: '/settings/public',
    tag: 'Service',
    summary: 'Public settings of the installation',
    access: 'public',
    status: 200,
    response: publicSettingsSchema,
  },
} as const satisfies Record<string, Endpoint>;
