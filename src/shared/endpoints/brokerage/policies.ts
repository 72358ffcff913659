/** The policies (docs/product/policies.md). */

import { policiesSchema, policyChangesSchema } from '../../schemas/brokerage/policies.ts';
import type { Endpoint } from '../endpoint.ts';

export const policyEndpoints = {
  getPolicies: {
    method: 'GET',
    path: '/policies',
    tag: 'Policies',
    summary: 'Retrieve the policies',
    description:
      'Returns the policies for agent sign-up, listing review, two-factor authentication, and the area that listing cards show.',
    access: 'policy:manage',
    status: 200,
    response: policiesSchema,
  },
  changePolicies: {
    method: 'PUT',
    path: '/policies',
    tag: 'Policies',
    summary: 'Update the policies',
    description: 'Policies that you omit stay unchanged.',
    access: 'policy:manage',
    audit: 'policy.changed',
    body: policyChangesSchema,
    status: 200,
    response: policiesSchema,
    changesPublicData: true,
  },
} as const satisfies Record<string, Endpoint>;
