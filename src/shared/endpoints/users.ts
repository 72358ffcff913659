/** Public agents, and accounts for admins. */

import { bulkResultSchema, usersBulkSchema } from '../schemas/bulk.ts';
import { emptySchema, idParamsSchema } from '../schemas/common.ts';
import {
  agentSchema,
  agentsQuerySchema,
  roleChangeSchema,
  userSchema,
  usersQuerySchema,
} from '../schemas/user.ts';
import type { Endpoint } from './endpoint.ts';

export const userEndpoints = {
  listAgents: {
    method: 'GET',
    path: '/users/agents',
    tag: 'Users',
    summary: 'The agents, by name',
    access: 'public',
    query: agentsQuerySchema,
    status: 200,
    response: agentSchema.array(),
    paged: true,
  },
  getAgent: {
    method: 'GET',
    path: '/users/agents/:id',
    tag: 'Users',
    summary: 'One agent',
    access: 'public',
    params: idParamsSchema,
    status: 200,
    response: agentSchema,
  },
  listUsers: {
    method: 'GET',
    path: '/users',
    tag: 'Users',
    summary: 'The accounts, newest first unless sorted otherwise',
    access: 'user:manage',
    query: usersQuerySchema,
    status: 200,
    response: userSchema.array(),
    paged: true,
  },
  changeRole: {
    method: 'PUT',
    path: '/users/:id',
    tag: 'Users',
    summary: 'Change an account’s role',
    access: 'user:manage',
    params: idParamsSchema,
    body: roleChangeSchema,
    status: 200,
    response: userSchema,
    changesPublicData: true,
  },
  deleteUser: {
    method: 'DELETE',
    path: '/users/:id',
    tag: 'Users',
    summary: 'Delete an account, and an agent’s listings with it',
    access: 'user:manage',
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
    changesPublicData: true,
  },
  changeUsers: {
    method: 'POST',
    path: '/users/bulk',
    takesIdempotencyKey: false,
    tag: 'Users',
    summary: 'Change the role of several accounts, or delete them, as if by separate calls',
    access: 'user:manage',
    body: usersBulkSchema,
    status: 200,
    response: bulkResultSchema,
    changesPublicData: true,
  },
} as const satisfies Record<string, Endpoint>;
