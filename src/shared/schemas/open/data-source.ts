/** Data sources, from which listings are synced (docs/product/data-sources.md). */

import { z } from 'zod';
import { IMPORT_STATES } from '../brokerage/import.ts';
import { idSchema, idSchemaWith, isStorable, timeSchema } from '../common.ts';
import { propertySchema } from '../properties/property.ts';

export const AGENT_BY = ['email', 'license', 'none'] as const;
export const MEDIA_POLICIES = ['download', 'none'] as const;
export const AUTH_KINDS = ['bearer', 'client_credentials'] as const;

export const INTERVAL_MINUTES = { min: 5, max: 1440, usual: 15 } as const;
const NAME_MAX_LENGTH = 100;
const URL_MAX_LENGTH = 2_000;
const TEXT_MAX_LENGTH = 2_000;
const SECRET_MAX_LENGTH = 4_000;

/** @param label names the field in the message for text that is too long */
const textSchema = (what: string, maxLength: number, label: string) =>
  z
    .string({ error: `Enter ${what}.` })
    .trim()
    .min(1, `Enter ${what}.`)
    .max(maxLength, `${label} must be at most ${maxLength} characters.`)
    .refine(isStorable, `Enter ${what}.`);

/** Text that counts as absent if empty. */
const optionalTextSchema = (label: string) =>
  z
    .string(`${label} must be text.`)
    .trim()
    .max(TEXT_MAX_LENGTH, `${label} must be at most ${TEXT_MAX_LENGTH} characters.`)
    .refine(isStorable, `${label} must be text.`)
    .transform((text) => (text === '' ? null : text))
    .nullable();

/** Secrets are sent in a header, so only visible ASCII is allowed. */
const secretSchema = (what: string, label: string) =>
  textSchema(what, SECRET_MAX_LENGTH, label).regex(/^[\x21-\x7e]+$/, `Enter ${what}.`);

const bearerSchema = z.object({
  kind: z.literal('bearer'),
  token: secretSchema('a token', 'A token'),
});
const credentialsSchema = z.object({
  kind: z.literal('client_credentials'),
  tokenUrl: textSchema('a URL', URL_MAX_LENGTH, 'A token URL'),
  clientId: textSchema('a client id', SECRET_MAX_LENGTH, 'A client id'),
  clientSecret: secretSchema('a client secret', 'A client secret'),
  scope: optionalTextSchema('A scope').optional(),
});

const authSchema = z.discriminatedUnion('kind', [bearerSchema, credentialsSchema], {
  error: `auth.kind must be one of ${AUTH_KINDS.join(', ')}.`,
});

/** Body of `POST /data-sources`. */
export const dataSourceFormSchema = z.object({
  name: textSchema('a name', NAME_MAX_LENGTH, 'A name'),
  baseUrl: textSchema('a URL', URL_MAX_LENGTH, 'A base URL').transform((url) =>
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
    .default(INTERVAL_MINUTES.usual),
  mediaPolicy: z
    .enum(MEDIA_POLICIES, `mediaPolicy must be one of ${MEDIA_POLICIES.join(', ')}.`)
    .default('download'),
  disclaimer: optionalTextSchema('A disclaimer').optional(),
  isEnabled: z.boolean('isEnabled must be true or false.').default(true),
});
export type DataSourceForm = z.output<typeof dataSourceFormSchema>;

/** Body of `PATCH /data-sources/:id`: absent fields, including the secret, stay unchanged. */
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

/** A run of a sync; every row counts once among `added` to `refused`. */
export const sourceRunSchema = z.object({
  _id: idSchema,
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  state: z.enum(IMPORT_STATES),
  read: z.int(),
  /** The source's rows when a full sync began; null for other syncs, and if the source gives none. */
  total: z.int().nullable(),
  added: z.int(),
  updated: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Pictures of the source still to be downloaded. */
  mediaWaiting: z.int(),
  /** A sentence for people. */
  error: z.string().nullable(),
});
export type SourceRun = z.output<typeof sourceRunSchema>;

/** A data source, without its secret. */
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
  /** Null once that account is deleted: choose another one. */
  defaultAgentId: idSchema.nullable(),
  agentBy: z.enum(AGENT_BY),
  intervalMinutes: z.int(),
  mediaPolicy: z.enum(MEDIA_POLICIES),
  disclaimer: z.string().nullable(),
  isEnabled: z.boolean(),
  createdAt: timeSchema,
  /** Null while it is paused. */
  nextRunAt: timeSchema.nullable(),
  lastRun: sourceRunSchema.nullable(),
});
export type DataSource = z.output<typeof dataSourceSchema>;

/** The result of a test. */
export const sourceTestSchema = z.object({
  resources: z.string().array(),
  /** The fields of Property that are imported. */
  fields: z.string().array(),
  /** The first rows as listings, or the reasons for refusing them. */
  sample: z
    .union([propertySchema, z.object({ key: z.string().nullable(), reason: z.string() })])
    .array(),
  count: z.int().nullable(),
});
export type SourceTest = z.output<typeof sourceTestSchema>;

/** Path of one run. */
export const sourceRunParamsSchema = z.object({ id: idSchema, runId: idSchema });
