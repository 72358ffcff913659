/** Data sources that listings are synced from (docs/product/data-sources.md). */

import { z } from 'zod';
import { IMPORT_STATES } from '../brokerage/import.ts';
import { idSchema, idSchemaWith, isStorable, timeSchema } from '../common.ts';
import { propertySchema } from '../properties/property.ts';

export const AGENT_BY = ['email', 'license', 'none'] as const;
export const MEDIA_POLICIES = ['download', 'none'] as const;
export const AUTH_KINDS = ['bearer', 'client_credentials'] as const;

export const INTERVAL_MINUTES = { min: 5, max: 1440, default: 15 } as const;
const MAX_NAME_LENGTH = 100;
const MAX_URL_LENGTH = 2_000;
const MAX_TEXT_LENGTH = 2_000;
const MAX_SECRET_LENGTH = 4_000;

/**
 * Creates a schema for required text.
 *
 * @param description what to enter, for messages
 * @param label the field's name in the message for text that is too long
 */
const textSchema = (description: string, maxLength: number, label: string) =>
  z
    .string({ error: `Enter ${description}.` })
    .trim()
    .min(1, `Enter ${description}.`)
    .max(maxLength, `${label} must be at most ${maxLength} characters.`)
    .refine(isStorable, `Enter ${description}.`);

/** Creates a schema for text. Empty text becomes null. */
const optionalTextSchema = (label: string) =>
  z
    .string(`${label} must be text.`)
    .trim()
    .max(MAX_TEXT_LENGTH, `${label} must be at most ${MAX_TEXT_LENGTH} characters.`)
    .refine(isStorable, `${label} must be text.`)
    .transform((text) => (text === '' ? null : text))
    .nullable();

/** Creates a schema for a secret. Secrets are sent in a header, so only visible ASCII is allowed. */
const secretSchema = (description: string, label: string) =>
  textSchema(description, MAX_SECRET_LENGTH, label).regex(
    /^[\x21-\x7e]+$/,
    `Enter ${description}.`,
  );

const bearerSchema = z.object({
  kind: z.literal('bearer'),
  token: secretSchema('a token', 'A token'),
});
const credentialsSchema = z.object({
  kind: z.literal('client_credentials'),
  tokenUrl: textSchema('a URL', MAX_URL_LENGTH, 'A token URL'),
  clientId: textSchema('a client ID', MAX_SECRET_LENGTH, 'A client ID'),
  clientSecret: secretSchema('a client secret', 'A client secret'),
  scope: optionalTextSchema('A scope').optional(),
});

const authSchema = z.discriminatedUnion('kind', [bearerSchema, credentialsSchema], {
  error: `auth.kind must be one of ${AUTH_KINDS.join(', ')}.`,
});

/** Body of `POST /data-sources`. */
export const dataSourceFormSchema = z.object({
  name: textSchema('a name', MAX_NAME_LENGTH, 'A name'),
  baseUrl: textSchema('a URL', MAX_URL_LENGTH, 'A base URL').transform((url) =>
    url.replace(/\/+$/, ''),
  ),
  auth: authSchema,
  filter: optionalTextSchema('A filter').optional(),
  defaultAgentId: idSchemaWith('Choose an agent.'),
  agentBy: z.enum(AGENT_BY, `agentBy must be one of ${AGENT_BY.join(', ')}.`).default('email'),
  intervalMinutes: z
    .int('The interval must be a whole number of minutes.')
    .min(INTERVAL_MINUTES.min, `The interval must be at least ${INTERVAL_MINUTES.min} minutes.`)
    .max(INTERVAL_MINUTES.max, `The interval must be at most ${INTERVAL_MINUTES.max} minutes.`)
    .default(INTERVAL_MINUTES.default),
  mediaPolicy: z
    .enum(MEDIA_POLICIES, `mediaPolicy must be one of ${MEDIA_POLICIES.join(', ')}.`)
    .default('download'),
  disclaimer: optionalTextSchema('A disclaimer').optional(),
  isEnabled: z.boolean('isEnabled must be true or false.').default(true),
});
export type DataSourceForm = z.output<typeof dataSourceFormSchema>;

/** Body of `PATCH /data-sources/:id`. Absent fields, including the secret, do not change. */
export const dataSourceChangesSchema = z.object({
  name: dataSourceFormSchema.shape.name.optional(),
  baseUrl: dataSourceFormSchema.shape.baseUrl.optional(),
  auth: z
    .discriminatedUnion('kind', [
      bearerSchema.partial({ token: true }),
      credentialsSchema.partial({ clientSecret: true }),
    ])
    .optional(),
  filter: optionalTextSchema('A filter').optional(),
  defaultAgentId: idSchemaWith('Choose an agent.').optional(),
  agentBy: dataSourceFormSchema.shape.agentBy.unwrap().optional(),
  intervalMinutes: dataSourceFormSchema.shape.intervalMinutes.unwrap().optional(),
  mediaPolicy: dataSourceFormSchema.shape.mediaPolicy.unwrap().optional(),
  disclaimer: optionalTextSchema('A disclaimer').optional(),
  isEnabled: z.boolean('isEnabled must be true or false.').optional(),
});
export type DataSourceChanges = z.output<typeof dataSourceChangesSchema>;

/** A sync run. Each row is counted in exactly one of the fields from `added` through `refused`. */
export const sourceRunSchema = z.object({
  _id: idSchema,
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  state: z.enum(IMPORT_STATES),
  read: z.int(),
  /** The source's number of rows at the start of a full sync; null for other syncs, or if unknown. */
  total: z.int().nullable(),
  added: z.int(),
  updated: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** The source's pictures that have not been downloaded yet. */
  mediaWaiting: z.int(),
  /** A message for admins. */
  error: z.string().nullable(),
});
export type SourceRun = z.output<typeof sourceRunSchema>;

/** A data source without its secret. */
export const dataSourceSchema = z.object({
  _id: idSchema,
  name: z.string(),
  baseUrl: z.string(),
  auth: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('bearer') }),
    z.object({
      kind: z.literal('client_credentials'),
      tokenUrl: z.string(),
      clientId: z.string(),
      scope: z.string().nullable(),
    }),
  ]),
  filter: z.string().nullable(),
  /** Null after the account is deleted. An admin must then choose another agent. */
  defaultAgentId: idSchema.nullable(),
  agentBy: z.enum(AGENT_BY),
  intervalMinutes: z.int(),
  mediaPolicy: z.enum(MEDIA_POLICIES),
  disclaimer: z.string().nullable(),
  isEnabled: z.boolean(),
  createdAt: timeSchema,
  /** Null while the source is paused. */
  nextRunAt: timeSchema.nullable(),
  lastRun: sourceRunSchema.nullable(),
});
export type DataSource = z.output<typeof dataSourceSchema>;

/** The result of testing a data source. */
export const sourceTestSchema = z.object({
  resources: z.string().array(),
  /** The fields of Property that are imported. */
  fields: z.string().array(),
  /** The first rows as listings, or the reasons for rejecting them. */
  sample: z
    .union([propertySchema, z.object({ key: z.string().nullable(), reason: z.string() })])
    .array(),
  count: z.int().nullable(),
});
export type SourceTest = z.output<typeof sourceTestSchema>;

/** Path parameters of a run. */
export const sourceRunParamsSchema = z.object({ id: idSchema, runId: idSchema });
