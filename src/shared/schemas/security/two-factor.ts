/** Second factors and passkeys (docs/product/account-security.md, Second factor). */

import { z } from 'zod';
import { timeSchema } from '../common.ts';
import { currentPasswordSchema } from '../user.ts';

/** A recovery code or a code from an authenticator app. */
const codeSchema = z
  .string({ error: 'Enter the code.' })
  .trim()
  .min(1, 'Enter the code.')
  .max(40, 'That code is not valid.');

/** The code sent with the password to `POST /auth/login`. An empty code is treated as absent. */
export const optionalCodeSchema = z
  .string({ error: 'That code is not valid.' })
  .trim()
  .max(40, 'That code is not valid.')
  .transform((code) => (code === '' ? undefined : code))
  .optional();

/** Body of `POST /users/profile/two-factor`. */
export const twoFactorSetupFormSchema = z.object({ currentPassword: currentPasswordSchema });

/** The setup of an authenticator app: its secret in Base32 and the URI for the QR code. */
export const twoFactorSetupSchema = z.object({ secret: z.string(), uri: z.string() });
export type TwoFactorSetup = z.output<typeof twoFactorSetupSchema>;

/** Body of `POST /users/profile/two-factor/confirm`. */
export const twoFactorConfirmFormSchema = z.object({ code: codeSchema });

/** Body of requests that remove the second factor or replace recovery codes. */
export const twoFactorChangeFormSchema = z.object({
  currentPassword: currentPasswordSchema,
  code: codeSchema,
});
export type TwoFactorChangeForm = z.output<typeof twoFactorChangeFormSchema>;

/** Recovery codes. Only this response contains them. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.string().array() });

/** A passkey in responses to its owner. */
export const passkeySchema = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
});
export type Passkey = z.output<typeof passkeySchema>;

/** The security settings of the caller's account. */
export const accountSecuritySchema = z.object({
  twoFactor: z.boolean(),
  recoveryCodesLeft: z.number(),
  passkeys: passkeySchema.array(),
  /** Whether the site's policy requires a second factor. */
  isRequired: z.boolean(),
});
export type AccountSecurity = z.output<typeof accountSecuritySchema>;
