/** Reassignment of listings and conversations (docs/product/offices.md, Reassigning). */

import { z } from 'zod';
import { MAX_REASSIGNED_LISTINGS } from '../../limits.ts';
import { idSchema, idSchemaWith } from '../common.ts';

const idsMessage = `Choose 1 to ${MAX_REASSIGNED_LISTINGS.toLocaleString('en-US')} listings.`;

/** The new agent's ID. */
export const newAgentIdSchema = idSchemaWith('Choose an agent.');

/** Body of `POST /properties/reassign`. */
export const reassignSchema = z.object({
  propertyIds: z
    .array(idSchema, { error: idsMessage })
    .min(1, idsMessage)
    .max(MAX_REASSIGNED_LISTINGS, idsMessage),
  agentId: newAgentIdSchema,
  withInquiries: z.boolean({ error: 'Choose whether to also move inquiries and tours.' }),
});
export type Reassign = z.output<typeof reassignSchema>;

/** The number of reassigned records by type. */
export const reassignedSchema = z.object({
  properties: z.number(),
  inquiries: z.number(),
  tours: z.number(),
});
export type Reassigned = z.output<typeof reassignedSchema>;

/** Body of `POST /inquiries/{id}/assign`. */
export const assignSchema = z.object({ agentId: newAgentIdSchema });

/** Query of `DELETE /users/{id}`. */
export const deleteUserQuerySchema = z.object({ reassignTo: newAgentIdSchema.optional() });
