import { z } from 'zod';

/** An email in the queue: its recipient, its author, and the handler's input. */
export const queuedMailSchema = z.object({
  dueAt: z.iso.datetime(),
  to: z.discriminatedUnion('proof', [
    z.object({ proof: z.literal('account'), userId: z.string() }),
    z.object({ proof: z.literal('address'), address: z.string() }),
    z.object({ proof: z.literal('setting'), address: z.string() }),
  ]),
  author: z.enum(['site', 'visitor', 'agent', 'admin']),
  about: z.string().nullable(),
  /** Whether the email reports changes that were combined because of the limit for a conversation or tour. */
  isGathered: z.boolean().optional(),
  mail: z.unknown(),
});

export type QueuedMail = z.output<typeof queuedMailSchema>;
