/** Roles, users, and agents in responses, and account forms. */

import { z } from 'zod';
import { USER_SORTS } from '../list-sorts.ts';
import {
  MAX_DECISION_REASON_LENGTH,
  MIN_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../limits.ts';
import {
  licenseFormFields,
  verificationDetailsSchema,
  verifiedFields,
} from './agent-verification.ts';
import { agentOfficeSchema, officeRoleSchema, phoneFieldSchema } from './agent-office.ts';
import {
  emailSchema,
  idSchema,
  pageQuerySchema,
  personNameSchema,
  textSchema,
  timeSchema,
} from './common.ts';
import { sortSchema } from './properties/property-filter.ts';
import { officeIdSchema, searchTermSchema } from './properties/property-search.ts';

/** Roles with increasing permissions (docs/product/accounts.md, Roles). */
export const ROLES = ['user', 'agent', 'admin'] as const;
export const roleSchema = z.enum(ROLES, { error: 'Role must be user, agent, or admin.' });
export type Role = z.output<typeof roleSchema>;

/** A user's account, for the user and admins. If `avatar` is null, initials are displayed. */
const accountFields = {
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  avatar: z.string().nullable(),
  /** Public for agents. */
  phone: z.string().nullable(),
  /** The agent's office; null without an office. */
  office: agentOfficeSchema.nullable(),
  ...verifiedFields,
  licenseNumber: z.string().nullable(),
  /** Two letters. */
  licenseState: z.string().nullable(),
  /** The time of the pending request to become an agent; null without a request. */
  agentRequestedAt: timeSchema.nullable(),
};

/** A user, for admins. */
export const userSchema = z.object({
  ...accountFields,
  verificationDetails: verificationDetailsSchema.nullable(),
  createdAt: timeSchema,
});
export type User = z.output<typeof userSchema>;

/** An entry of the agent directory. `propertyCount` is the number of available listings (docs/product/accounts.md, Responses). */
export const agentSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  phone: z.string().nullable(),
  office: agentOfficeSchema.nullable(),
  ...verifiedFields,
  createdAt: timeSchema,
  propertyCount: z.number(),
});
export type Agent = z.output<typeof agentSchema>;

/** Query of `GET /users/agents`. */
export const agentsQuerySchema = pageQuerySchema.extend({
  searchTerm: searchTermSchema,
  officeId: officeIdSchema,
});

/** Query of `GET /users`. */
export const usersQuerySchema = pageQuerySchema.extend({
  searchTerm: searchTermSchema,
  role: roleSchema.optional(),
  agentRequest: z.enum(['pending'], { error: 'agentRequest must be pending.' }).optional(),
  sort: sortSchema(USER_SORTS),
});

/** Body of `PATCH /users/{id}/agent-request`. */
export const agentRequestDecisionSchema = z.object({
  decision: z.enum(['approved', 'declined'], { error: 'Decision must be approved or declined.' }),
  reason: textSchema('Must be text.', 0, MAX_DECISION_REASON_LENGTH).optional(),
});
export type AgentRequestDecision = z.output<typeof agentRequestDecisionSchema>;

/**
 * Body of `PUT /users/{id}`. `before` is the role that the caller saw. Without it, the server does not
 * check whether the role has changed.
 */
export const roleChangeSchema = z.object({ role: roleSchema, before: roleSchema.optional() });

/**
 * Creates a schema for a new password. It is trimmed like the password at sign-in
 * (docs/product/accounts.md, Passwords); otherwise, a password with a leading or trailing space
 * would never match.
 *
 * @param message the error for a password that is too short
 */
export function newPasswordSchema(message: string) {
  return z
    .string({ error: message })
    .trim()
    .min(MIN_PASSWORD_LENGTH, message)
    .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters.`);
}

/**
 * The profile form without its picture (docs/product/accounts.md, Profile). Absent fields do not
 * change.
 */
export const profileFormSchema = z.object({
  name: personNameSchema('Name must be at least 2 characters.', MIN_NAME_LENGTH).optional(),
  email: emailSchema('Please enter a valid email address.').optional(),
  /** An empty string clears it. */
  phone: phoneFieldSchema,
  ...licenseFormFields,
});
export type ProfileForm = z.output<typeof profileFormSchema>;

/** The profile in responses (docs/product/accounts.md, Responses). */
export const profileSchema = z.object({
  ...accountFields,
  officeRole: officeRoleSchema.nullable(),
});
export type Profile = z.output<typeof profileSchema>;

/** The caller's current password. */
export const currentPasswordSchema = z
  .string({ error: 'Current password is required.' })
  .trim()
  .min(1, 'Current password is required.')
  .max(MAX_PASSWORD_LENGTH, 'Current password is incorrect');

/** Body of `PUT /users/profile/password`. */
export const passwordChangeSchema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema('Password must be at least 6 characters.'),
});
export type PasswordChange = z.output<typeof passwordChangeSchema>;

/** The data stored about a user: lists of records by kind (docs/product/privacy.md). */
export const personalDataSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
export type PersonalData = z.output<typeof personalDataSchema>;
