import { z } from 'zod';

/** An email in the queue: its recipient, its author, and the handler's input. */
export const queuedMailSchema = z.object({
  dueAt: z.iso.datetime(),
  to: z.discriminatedUnion('proof', [
    z.object({ proof: z.literal('account'), userId: z.string() }),
    z.object({
      proof: z.literal('address'),
      address: z.string(),
      inquiryId: z.string().optional(),
    }),
    z.object({ proof: z.literal('setting'), address: z.string() }),
  ]),
  author: z.enum(['site', 'visitor', 'agent', 'admin']),
  /** The author's account and network, if known. Absent in emails queued by an older release. */
  authorId: z.string().nullable().default(null),
  authorNetwork: z.string().nullable().default(null),
  /** The conversation or tour that the email is about; null for other emails. */
  about: z.string().nullable(),
  /** Whether the email reports changes whose emails were withheld because of one of the limits for conversations and tours. */
  isCombined: z.boolean().optional(),
  mail: z.unknown(),
});

export type QueuedMail = z.output<typeof queuedMailSchema>;
