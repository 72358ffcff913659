/** Passkeys (docs/product/account-security.md, Passkeys). Options and responses are JSON as in WebAuthn Level 2. */

import { z } from 'zod';
import { MAX_PASSKEY_NAME_LENGTH } from '../../limits.ts';
import { isStorable, textSchema } from '../common.ts';
import { currentPasswordSchema } from '../user.ts';

/** Longer than any value that authenticators send, including attestations. */
const MAX_BASE64_LENGTH = 20_000;

const base64Schema = z
  .string()
  .regex(/^[\w-]+={0,2}$/)
  .max(MAX_BASE64_LENGTH);

const credential = {
  id: base64Schema,
  rawId: base64Schema,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
};

/** The result of `navigator.credentials.create`. */
const registrationSchema = z.object(
  {
    ...credential,
    response: z.object({
      clientDataJSON: base64Schema,
      attestationObject: base64Schema,
      transports: z.string().max(50).refine(isStorable).array().max(10).optional(),
    }),
  },
  { error: 'The passkey response is missing.' },
);
export type PasskeyRegistration = z.output<typeof registrationSchema>;

/** The result of `navigator.credentials.get`. */
const assertionSchema = z.object(
  {
    ...credential,
    response: z.object({
      clientDataJSON: base64Schema,
      authenticatorData: base64Schema,
      signature: base64Schema,
      userHandle: base64Schema.nullish(),
    }),
  },
  { error: 'The passkey response is missing.' },
);
export type PasskeyAssertion = z.output<typeof assertionSchema>;

/** Body of `POST /auth/passkeys`. */
export const passkeySignInSchema = z.object({ response: assertionSchema });

/** Body of `POST /users/profile/passkeys/options`. */
export const passkeyOptionsFormSchema = z.object({
  currentPassword: currentPasswordSchema.optional(),
});

/** Body of `POST /users/profile/passkeys`. */
export const passkeyFormSchema = z.object({
  name: textSchema('Enter a name.', 1, MAX_PASSKEY_NAME_LENGTH),
  response: registrationSchema,
});
export type PasskeyForm = z.output<typeof passkeyFormSchema>;

/** The WebAuthn options for the browser. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.output<typeof passkeyOptionsSchema>;
