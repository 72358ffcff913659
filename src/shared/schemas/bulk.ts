/** Bulk changes: the request and the outcome for each record. */

import { z } from 'zod';
import { MAX_BULK_RECORDS } from '../limits.ts';
import { idSchema } from './common.ts';
import { newAgentIdSchema } from './offices/reassign.ts';
import { roleSchema } from './user.ts';

const idsMessage = `Choose 1 to ${MAX_BULK_RECORDS} entries.`;
const idsSchema = z
  .array(idSchema, { error: idsMessage })
  .min(1, idsMessage)
  .max(MAX_BULK_RECORDS, idsMessage)
  .meta({ description: 'IDs; duplicates are ignored' });

const actionMessage = 'Unknown action.';

/** Body of `POST /properties/bulk`. Unlike the toggle for a single listing, the `mark` actions set a state. */
export const propertiesBulkSchema = z.object({
  ids: idsSchema,
  action: z.enum(['mark-available', 'mark-unavailable', 'delete'], { error: actionMessage }),
  cancelsTours: z.boolean({ error: 'cancelsTours must be true or false.' }).optional().meta({
    description: 'For mark-unavailable: if false, listings with upcoming tours are not changed',
  }),
});

/** Body of `POST /users/bulk`. */
export const usersBulkSchema = z.discriminatedUnion(
  'action',
  [
    z.object({
      ids: idsSchema,
      action: z.literal('set-role'),
      role: roleSchema,
      before: z
        .record(z.string(), roleSchema, { error: 'Before must have a role for each ID.' })
        .optional()
        .meta({
          description:
            'The role of each account that the caller saw; an account whose role has changed since is not changed',
        }),
    }),
    z
      .object({
        ids: idsSchema,
        action: z.literal('delete'),
        /** The agent who takes over all listings, inquiries, and upcoming tours of the deleted users. */
        reassignTo: newAgentIdSchema.optional(),
      })
      .refine(({ ids, reassignTo }) => reassignTo === undefined || !ids.includes(reassignTo), {
        path: ['reassignTo'],
        message: 'Choose an agent who is not being deleted.',
      }),
  ],
  { error: actionMessage },
);

/** Body of `POST /contact/bulk`. */
export const messagesBulkSchema = z.object({
  ids: idsSchema,
  action: z.enum(['mark-read', 'mark-unread', 'delete'], { error: actionMessage }),
});

/** The outcome for each record in request order: changed, or the error of the single-record endpoint. */
export const bulkResultSchema = z.object({
  done: z.array(idSchema),
  failed: z.array(z.object({ _id: idSchema, code: z.string(), message: z.string() })),
  unchanged: z.array(idSchema).optional().meta({
    description:
      'IDs in `done` that already had the requested availability, role, or read state; absent if there are none',
  }),
});
export type BulkResult = z.output<typeof bulkResultSchema>;
