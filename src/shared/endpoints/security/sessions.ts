/** The user's sessions (docs/product/account-security.md, Sessions). */

import { emptySchema } from '../../schemas/common.ts';
import { sessionParamsSchema, sessionSchema } from '../../schemas/security/session.ts';
import type { Endpoint } from '../endpoint.ts';

export const sessionEndpoints = {
  listSessions: {
    method: 'GET',
    path: '/users/profile/sessions',
    tag: 'Account security',
    summary: 'List your sessions',
    description: 'Returns your sessions, most recently used first.',
    access: 'profile:change',
    status: 200,
    response: sessionSchema.array(),
  },
  endSession: {
    method: 'DELETE',
    path: '/users/profile/sessions/:id',
    audit: null,
    tag: 'Account security',
    summary: 'End a session',
    access: 'profile:change',
    params: sessionParamsSchema,
    status: 204,
    response: emptySchema,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/users/profile/sessions',
    audit: null,
    tag: 'Account security',
    summary: 'End your other sessions',
    description: 'Ends all your sessions except the current one.',
    access: 'profile:change',
    status: 204,
    response: emptySchema,
  },
} as const satisfies Record<string, Endpoint>;
