/** Sign-up and sign-in (docs/product/accounts.md, Signing up and Signing in). */

import { z } from 'zod';
import { MIN_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '../limits.ts';
import { emailSchema, personNameSchema } from './common.ts';
import { optionalCodeSchema } from './security/two-factor.ts';
import { newPasswordSchema, profileSchema, roleSchema } from './user.ts';

/** Body of `POST /auth/login`. */
export const loginSchema = z.object({
  email: emailSchema('Please enter a valid email address.'),
  password: z
    .string({ error: 'Password is required.' })
    .trim()
    .min(1, 'Password is required.')
    .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters.`),
  code: optionalCodeSchema,
});
export type Login = z.output<typeof loginSchema>;

/** The sign-up form, with a choice between user and agent. */
export const registerFormSchema = z
  .object({
    name: personNameSchema('Name must be at least 2 characters.', MIN_NAME_LENGTH),
    email: emailSchema('Please enter a valid email address.'),
    password: newPasswordSchema('Password must be at least 6 characters.'),
    confirmPassword: z.string({ error: 'Passwords do not match' }).trim(),
    role: z.enum(['user', 'agent'], { error: 'Role must be user or agent.' }),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    // Reports this error along with the errors of other fields.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type RegisterForm = z.output<typeof registerFormSchema>;

/**
 * The admin's form for a new user, with any role, no password confirmation, and different messages
 * (docs/product/accounts.md, Signing up).
 */
export const adminRegisterFormSchema = z.object({
  name: personNameSchema('Name is required', 1),
  email: emailSchema('Invalid email address'),
  password: newPasswordSchema('Password must be at least 6 characters'),
  role: roleSchema.default('user'),
});
export type AdminRegisterForm = z.output<typeof adminRegisterFormSchema>;

/**
 * Response to sign-in and sign-up; `token` is absent if an admin creates an account for another
 * user.
 */
export const authResponseSchema = profileSchema.extend({ token: z.string().optional() });
export type AuthResponse = z.output<typeof authResponseSchema>;

/** Body of `POST /auth/forgot-password`. */
export const forgotPasswordSchema = z.object({
  email: emailSchema('Please enter a valid email address.'),
});

/** Body of `POST /auth/reset-password`. */
export const resetPasswordSchema = z.object({
  token: z
    .string({ error: 'This link is incomplete.' })
    .min(1, 'This link is incomplete.')
    .max(200, 'This link is too long.'),
  password: newPasswordSchema('Password must be at least 6 characters.'),
});
