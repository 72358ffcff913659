/** Passkeys (docs/product/account-security.md, Passkeys). */

import { authResponseSchema } from '../../schemas/auth.ts';
import { emptySchema, idParamsSchema } from '../../schemas/common.ts';
import {
  passkeyFormSchema,
  passkeyOptionsFormSchema,
  passkeyOptionsSchema,
  passkeySignInSchema,
} from '../../schemas/security/passkey.ts';
import { passkeySchema } from '../../schemas/security/two-factor.ts';
import type { Endpoint } from '../endpoint.ts';

export const passkeyEndpoints = {
  getPasskeySignInOptions: {
    method: 'POST',
    path: '/auth/passkeys/options',
    takesIdempotencyKey: false,
    audit: null,
    tag: 'Account security',
    summary: 'Start a passkey sign-in',
    description: 'Returns a challenge.',
    access: 'public',
    status: 200,
    response: passkeyOptionsSchema,
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkeys',
    takesIdempotencyKey: false,
    audit: null,
    tag: 'Account security',
    summary: 'Sign in with a passkey',
    access: 'public',
    body: passkeySignInSchema,
    status: 200,
    response: authResponseSchema,
  },
  getPasskeyOptions: {
    method: 'POST',
    path: '/users/profile/passkeys/options',
    takesIdempotencyKey: false,
    audit: null,
    tag: 'Account security',
    summary: 'Start adding a passkey',
    description: 'Returns a challenge. Requires a recent sign-in or your password.',
    access: 'profile:change',
    body: passkeyOptionsFormSchema,
    status: 200,
    response: passkeyOptionsSchema,
  },
  addPasskey: {
    method: 'POST',
    path: '/users/profile/passkeys',
    takesIdempotencyKey: false,
    audit: null,
    tag: 'Account security',
    summary: 'Add a passkey',
    access: 'profile:change',
    body: passkeyFormSchema,
    status: 201,
    response: passkeySchema,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/users/profile/passkeys/:id',
    audit: null,
    tag: 'Account security',
    summary: 'Remove a passkey',
    access: 'profile:change',
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
  },
} as const satisfies Record<string, Endpoint>;
