/** The policies (docs/product/policies.md). */

import { policiesSchema, policyChangesSchema } from '../../schemas/brokerage/policies.ts';
import type { Endpoint } from '../endpoint.ts';

export const policyEndpoints = {
  getPolicies: {
    method: 'GET',
    path: '/policies',
    tag: 'Policies',
    summary: 'The policies for agent sign-up, publishing, and second factors',
    access: 'policy:manage',
    status: 200,
    response: policiesSchema,
  },
  changePolicies: {
    method: 'PUT',
    path: '/policies',
    tag: 'Policies',
    summary: 'Change any of the policies',
    access: 'policy:manage',
    audit: 'policy.changed',
    body: policyChangesSchema,
    status: 200,
    response: policiesSchema,
    changesPublicData: true,
  },
} as const satisfies Record<string, Endpoint>;
