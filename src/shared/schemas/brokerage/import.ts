/** Imports in the browser (docs/product/import.md, In the browser). */

import { z } from 'zod';
import { emailSchema, idSchema, timeSchema } from '../common.ts';
import { propertySchema } from '../properties/property.ts';

export const IMPORT_STATES = ['waiting', 'running', 'done', 'failed', 'canceled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The multipart fields of `POST /imports` in addition to its file. */
export const importFormSchema = z.object({
  dryRun: z
    .enum(['', '0', '1', 'false', 'true'], 'dryRun must be 0 or 1.')
    .transform((value) => value === '1' || value === 'true')
    .optional()
    .meta({
      description: 'Set to 1 to report what the import would change without changing anything',
    }),
  agentEmail: z
    .union([
      z.literal('').transform(() => undefined),
      emailSchema('Please enter the email address of an agent.'),
    ])
    .optional()
    .meta({
      description: 'For admins: the email address of the agent for rows that name no agent',
    }),
});

export const createdImportSchema = z.object({ _id: idSchema });

/**
 * An import with its progress. Each row is counted in exactly one of the fields from `added`
 * through `refused`.
 */
export const importSchema = z.object({
  _id: idSchema,
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  isDryRun: z.boolean(),
  rowsRead: z.int(),
  /** Null until the file has been read completely. */
  totalRows: z.int().nullable(),
  added: z.int(),
  updated: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** The first accepted rows as listings. */
  sample: propertySchema.array(),
  /** A message for the user; null unless the import failed. */
  error: z.string().nullable(),
  createdAt: timeSchema,
  finishedAt: timeSchema.nullable(),
});
export type Import = z.output<typeof importSchema>;

/** A row that was rejected, or accepted with notes. */
export const importRowSchema = z.object({
  /** The row's position. In CSV, the header is line 1; in JSON, the first entry is 1. */
  line: z.int(),
  /** The row's ListingKey. */
  key: z.string().nullable(),
  /** Null for an accepted row. */
  reason: z.string().nullable(),
  notes: z.string().array(),
});
export type ImportRow = z.output<typeof importRowSchema>;
