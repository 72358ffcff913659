/** API keys for other systems (docs/product/api-keys.md). */

import { z } from 'zod';
import { MAX_API_KEY_NAME_LENGTH } from '../../limits.ts';
import { isValidDate } from '../../properties/field-ranges.ts';
import { idSchema, textSchema, timeSchema } from '../common.ts';

/** The permissions of a key. */
export const API_SCOPES = ['reso:read'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

const scopesSchema = z
  .array(z.enum(API_SCOPES, { error: `Scopes must be ${API_SCOPES.join(', ')}.` }), {
    error: 'Choose at least one scope.',
  })
  .min(1, 'Choose at least one scope.')
  .max(API_SCOPES.length, 'Choose each scope only once.');

/** A key in responses. It expires at the end of the day `expiresOn` in UTC. */
export const apiKeySchema = z.object({
  _id: idSchema,
  name: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  clientId: z.string(),
  createdAt: timeSchema,
  expiresOn: z.string().meta({ format: 'date', example: '2027-03-01' }).nullable(),
  lastUsedAt: timeSchema.nullable(),
});
export type ApiKey = z.output<typeof apiKeySchema>;

/** A new key. Only this response contains its secret. */
export const createdApiKeySchema = apiKeySchema.extend({ clientSecret: z.string() });
export type CreatedApiKey = z.output<typeof createdApiKeySchema>;

/** Body of `POST /api-keys`. The server checks whether the date has passed. */
export const apiKeyFormSchema = z.object({
  name: textSchema('Please enter a name.', 1, MAX_API_KEY_NAME_LENGTH),
  scopes: scopesSchema,
  expiresOn: z
    .string({ error: 'Enter a date such as 2027-03-01.' })
    .refine(isValidDate, 'Enter a date such as 2027-03-01.')
    .nullish(),
});
export type ApiKeyForm = z.output<typeof apiKeyFormSchema>;
