/** Verified agents and the license list (docs/product/verified-agents.md). */

import { z } from 'zod';
import {
  MAX_LICENSE_NUMBER_LENGTH,
  MIN_LICENSE_NUMBER_LENGTH,
  MAX_VERIFICATION_NOTE_LENGTH,
} from '../limits.ts';
import { STATES } from '../properties/place-names.ts';
import { textSchema, timeSchema } from './common.ts';

/** The public part of a verification: the time of the check and the license. */
export const verificationSchema = z.object({
  checkedAt: timeSchema,
  licenseNumber: z.string().nullable(),
  licenseState: z.string().nullable(),
});
export type Verification = z.output<typeof verificationSchema>;

/** The verification fields of every agent in a response. */
export const verifiedFields = {
  isVerified: z.boolean(),
  verification: verificationSchema.nullable(),
};

/** Additional fields for admins. */
export const verificationDetailsSchema = z.object({
  by: z.enum(['list', 'admin']),
  /** The first day when the verification is no longer valid. */
  expiresOn: z.iso.date().nullable(),
  note: z.string().nullable(),
});
const LICENSE = new RegExp(
  `^[\\p{L}\\d.-]{${MIN_LICENSE_NUMBER_LENGTH},${MAX_LICENSE_NUMBER_LENGTH}}$`,
  'u',
);
const LICENSE_MESSAGE = `A license number must have ${MIN_LICENSE_NUMBER_LENGTH} to ${MAX_LICENSE_NUMBER_LENGTH} letters, digits, periods, or hyphens.`;
const STATE_MESSAGE = 'Please enter a two-letter state, such as TX.';

/** The license in the profile form. An empty string clears it. */
export const licenseFormFields = {
  licenseNumber: z
    .string({ error: LICENSE_MESSAGE })
    .trim()
    .refine((text) => text === '' || LICENSE.test(text), LICENSE_MESSAGE)
    .optional()
    .meta({ description: 'An empty string clears it' }),
  licenseState: z
    .string({ error: STATE_MESSAGE })
    .trim()
    .toUpperCase()
    .refine((text) => text === '' || Object.hasOwn(STATES, text), STATE_MESSAGE)
    .optional()
    .meta({ description: 'A two-letter state code; an empty string clears it' }),
};

const DAY_MESSAGE = 'Please enter a date such as 2027-06-30.';

/** The part of a profile that an admin checks, and the time of the last check. */
const checkedProfileSchema = z.object(
  {
    name: z.string(),
    licenseNumber: z.string().nullable(),
    licenseState: z.string().nullable(),
    checkedAt: timeSchema.nullable(),
  },
  'Before must have the name, licenseNumber, licenseState, and checkedAt of the profile.',
);

/**
 * Body of `PUT /users/{id}/verification`. `before` is the profile that the admin saw. Without it,
 * the server does not check whether the profile has changed.
 */
export const verificationChangeSchema = z.object({
  isVerified: z.boolean({ error: 'isVerified must be true or false.' }),
  before: checkedProfileSchema.optional(),
  expiresOn: z.iso.date({ error: DAY_MESSAGE }).nullish(),
  note: textSchema('Must be text.', 0, MAX_VERIFICATION_NOTE_LENGTH).nullish(),
});
export type VerificationChange = z.output<typeof verificationChangeSchema>;

/** The response to `PUT /licenses`. */
export const licenseListResultSchema = z.object({
  /** Rows of the new list. */
  rows: z.int(),
  /** The first rejected rows. The header is line 1. */
  refused: z.array(z.object({ line: z.int(), reason: z.string() })),
  /** Accounts that match the new list. */
  verified: z.int(),
  /** Accounts whose verification by an earlier list has ended. */
  lapsed: z.int(),
});
