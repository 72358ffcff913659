/** Second factors (docs/product/account-security.md, Second factor). */

import { emptySchema, idParamsSchema } from '../../schemas/common.ts';
import {
  accountSecuritySchema,
  recoveryCodesSchema,
  twoFactorChangeFormSchema,
  twoFactorConfirmFormSchema,
  twoFactorSetupFormSchema,
  twoFactorSetupSchema,
} from '../../schemas/security/two-factor.ts';
import type { Endpoint } from '../endpoint.ts';

export const twoFactorEndpoints = {
  getSecurity: {
    method: 'GET',
    path: '/users/profile/security',
    tag: 'Account security',
    summary: 'The caller’s second factor and passkeys',
    access: 'profile:change',
    status: 200,
    response: accountSecuritySchema,
  },
  setUpTwoFactor: {
    method: 'POST',
    path: '/users/profile/two-factor',
    takesIdempotencyKey: false,
    audit: null,
    tag: 'Account security',
    summary:
      'Start setting up an authenticator app; an active one stays until the new one is confirmed',
    access: 'profile:change',
    body: twoFactorSetupFormSchema,
    status: 201,
    response: twoFactorSetupSchema,
  },
  confirmTwoFactor: {
    method: 'POST',
    path: '/users/profile/two-factor/confirm',
    takesIdempotencyKey: false,
    audit: null,
    tag: 'Account security',
    summary: 'Activate the authenticator app with its first code, and end all other sessions',
    access: 'profile:change',
    body: twoFactorConfirmFormSchema,
    status: 200,
    response: recoveryCodesSchema,
  },
  replaceRecoveryCodes: {
    method: 'POST',
    path: '/users/profile/two-factor/recovery-codes',
    takesIdempotencyKey: false,
    audit: null,
    tag: 'Account security',
    summary: 'Replace the recovery codes',
    access: 'profile:change',
    body: twoFactorChangeFormSchema,
    status: 200,
    response: recoveryCodesSchema,
  },
  removeTwoFactor: {
    method: 'DELETE',
    path: '/users/profile/two-factor',
    audit: null,
    tag: 'Account security',
    summary: 'Remove the caller’s second factor',
    access: 'profile:change',
    body: twoFactorChangeFormSchema,
    status: 204,
    response: emptySchema,
  },
  removeTwoFactorOf: {
    method: 'DELETE',
    path: '/users/:id/two-factor',
    audit: 'user.second_factor_removed',
    tag: 'Account security',
    summary: 'Remove another account’s second factor',
    access: 'user:manage',
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
  },
} as const satisfies Record<string, Endpoint>;
