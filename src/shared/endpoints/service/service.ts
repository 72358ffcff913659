/** Health and settings of the service (docs/product/api.md, Conventions). */

import { healthSchema, publicSettingsSchema } from '../../schemas/service/health.ts';
import type { Endpoint } from '../endpoint.ts';

export const serviceEndpoints = {
  health: {
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Check the service’s health',
    description: 'Checks whether the database is responding.',
    access: 'public',
    status: 200,
    response: healthSchema,
  },
  getPublicSettings: {
    method: 'GET',
    path: '/settings/public',
    tag: 'Service',
    summary: 'Retrieve the public settings',
    access: 'public',
    status: 200,
    response: publicSettingsSchema,
  },
} as const satisfies Record<string, Endpoint>;
