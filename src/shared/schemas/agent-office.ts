/** An agent's office and phone number, as shown with every agent (docs/product/offices.md, Reading). */

import { z } from 'zod';
import { MAX_PHONE_NUMBER_LENGTH, MIN_PHONE_NUMBER_LENGTH } from '../limits.ts';
import { idSchema, textSchema } from './common.ts';

/** A member's role in the office. */
export const OFFICE_ROLES = ['manager', 'member'] as const;
export const officeRoleSchema = z.enum(OFFICE_ROLES, { error: 'Role must be manager or member.' });
export type OfficeRole = z.output<typeof officeRoleSchema>;

/** An agent's office in responses. */
export const agentOfficeSchema = z.object({ _id: idSchema, slug: z.string(), name: z.string() });
export type AgentOffice = z.output<typeof agentOfficeSchema>;

/**
 * Makes a field clearable: an empty string clears it (null), and an absent field does not change.
 */
export const clearable = (schema: z.ZodType<string>) =>
  z.union([z.literal('').transform(() => null), z.null(), schema]).optional();

const phoneMessage = `Phone must be ${MIN_PHONE_NUMBER_LENGTH} to ${MAX_PHONE_NUMBER_LENGTH} characters.`;
const PHONE_CHARACTERS = /^[\p{L}\d\s+().,#/-]*$/u;

/** A phone number in any format with at least three digits. An empty string clears it. */
export const phoneFieldSchema = clearable(
  textSchema(phoneMessage, MIN_PHONE_NUMBER_LENGTH, MAX_PHONE_NUMBER_LENGTH).refine(
    (text) => PHONE_CHARACTERS.test(text) && text.replaceAll(/\D/g, '').length >= 3,
    'Please enter a phone number.',
  ),
);
