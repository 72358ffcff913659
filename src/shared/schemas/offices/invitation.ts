/** Invitations by email, to the site or to an office (docs/product/offices.md, Invitations). */

import { z } from 'zod';
import { MIN_NAME_LENGTH } from '../../limits.ts';
import { agentOfficeSchema } from '../agent-office.ts';
import { emailSchema, idSchema, personNameSchema, timeSchema } from '../common.ts';
import { newPasswordSchema, roleSchema } from '../user.ts';

const emailMessage = 'Please enter a valid email address.';

/** Body of `POST /offices/{id}/invitations`. */
export const officeInvitationFormSchema = z.object({ email: emailSchema(emailMessage) });

/** Body of `POST /invitations`. */
export const invitationFormSchema = z
  .object({ email: emailSchema(emailMessage), role: roleSchema, officeId: idSchema.optional() })
  .refine(({ role, officeId }) => officeId === undefined || role === 'agent', {
    path: ['officeId'],
    message: 'Only agents can be in an office.',
  });
export type InvitationForm = z.output<typeof invitationFormSchema>;

/** A pending invitation, for managers and admins. */
export const invitationSchema = z.object({
  _id: idSchema,
  email: z.string(),
  role: roleSchema,
  office: agentOfficeSchema.nullable(),
  /** The inviter's name; null after the account is deleted. */
  invitedBy: z.string().nullable(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type Invitation = z.output<typeof invitationSchema>;

const tokenSchema = z
  .string({ error: 'This link is incomplete.' })
  .min(1, 'This link is incomplete.')
  .max(200, 'This link is too long.');

/** Query of `GET /invitation`. */
export const invitationTokenQuerySchema = z.object({ token: tokenSchema });

/** An invitation opened by a link. */
export const openedInvitationSchema = invitationSchema.omit({ _id: true, createdAt: true });
export type OpenedInvitation = z.output<typeof openedInvitationSchema>;

/** Body of `POST /invitations/accept`: the token and, unless signed in, the fields of a new account. */
export const acceptInvitationSchema = z.object({
  token: tokenSchema,
  name: personNameSchema('Name must be at least 2 characters.', MIN_NAME_LENGTH).optional(),
  password: newPasswordSchema('Password must be at least 6 characters.').optional(),
});
export type AcceptInvitation = z.output<typeof acceptInvitationSchema>;

/** Path parameters of an office's invitation. */
export const officeInvitationParamsSchema = z.object({ id: idSchema, invitationId: idSchema });
