/** Signing in and up, passwords, and one’s own profile (docs/product/accounts.md). */

import {
  adminRegisterFormSchema,
  authResponseSchema,
  forgotPasswordSchema,
  loginSchema,
  registerFormSchema,
  resetPasswordSchema,
} from '../schemas/auth.ts';
import { emptySchema, messageSchema } from '../schemas/common.ts';
import {
  passwordChangeSchema,
  profileFormSchema,
  profileSchema,
  personalDataSchema,
} from '../schemas/user.ts';
import type { Endpoint } from './endpoint.ts';

export const accountEndpoints = {
  login: {
    method: 'POST',
    path: '/auth/login',
    tag: 'Accounts',
    summary: 'Sign in',
    access: 'public',
    body: loginSchema,
    status: 200,
    response: authResponseSchema,
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    tag: 'Accounts',
    summary: 'Sign up, or make an account for somebody else as an admin',
    access: 'public',
    optionalSignIn: true,
    // Which of the two forms holds depends on the caller; without an admin's token it is the first.
    body: registerFormSchema.or(adminRegisterFormSchema),
    status: 201,
    response: authResponseSchema,
    changesPublicData: true,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    tag: 'Accounts',
    summary: 'End the session of the token',
    access: 'session:end',
    status: 204,
    response: emptySchema,
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    tag: 'Accounts',
    summary: 'Ask for a mail with a link to choose a new password',
    access: 'public',
    body: forgotPasswordSchema,
    status: 202,
    response: messageSchema,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    tag: 'Accounts',
    summary: 'Choose a new password with the token from the mail',
    access: 'public',
    body: resetPasswordSchema,
    status: 200,
    response: messageSchema,
  },
  changeProfile: {
    method: 'PUT',
    path: '/users/profile',
    tag: 'Accounts',
    summary: 'Change one’s own name, e-mail address and picture',
    access: 'profile:change',
    body: profileFormSchema,
    files: { name: 'avatar', most: 1 },
    status: 200,
    response: profileSchema,
    changesPublicData: true,
  },
  getPersonalData: {
    method: 'GET',
    path: '/users/profile/data',
    tag: 'Accounts',
    summary: 'Everything that is kept of oneself, as one file',
    access: 'profile:change',
    status: 200,
    response: personalDataSchema,
  },
  changePassword: {
    method: 'PUT',
    path: '/users/profile/password',
    tag: 'Accounts',
    summary: 'Change one’s own password',
    access: 'profile:change',
    body: passwordChangeSchema,
    status: 200,
    response: messageSchema,
  },
} as const satisfies Record<string, Endpoint>;
