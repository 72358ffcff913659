/** Verified agents and the license list (docs/product/verified-agents.md). */

import { z } from 'zod';
import { MAX_LICENSE_LIST_BYTES } from '../../limits.ts';
import {
  licenseListResultSchema,
  verificationChangeSchema,
} from '../../schemas/agent-verification.ts';
import { idParamsSchema } from '../../schemas/common.ts';
import { userSchema } from '../../schemas/user.ts';
import type { Endpoint } from '../endpoint.ts';

export const verificationEndpoints = {
  setVerification: {
    method: 'PUT',
    path: '/users/:id/verification',
    tag: 'Users',
    summary: 'Verify an agent',
    description: 'Verifies the agent manually or ends a verification.',
    access: 'user:manage',
    audit: 'user.verification_changed',
    params: idParamsSchema,
    body: verificationChangeSchema,
    status: 200,
    response: userSchema,
    changesPublicData: true,
  },
  replaceLicenses: {
    method: 'PUT',
    path: '/licenses',
    tag: 'Users',
    summary: 'Upload the license list',
    description:
      'Replaces the current list, verifies the agents on the new list, and ends list-based verifications of all other agents.',
    access: 'license:manage',
    audit: ['license_list.replaced', 'user.verification_changed'],
    body: z.object({}),
    files: { name: 'file', max: 1, maxFileBytes: MAX_LICENSE_LIST_BYTES },
    status: 200,
    response: licenseListResultSchema,
    changesPublicData: true,
  },
} as const satisfies Record<string, Endpoint>;
