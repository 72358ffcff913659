/** The user's own sessions (docs/product/account-security.md, Sessions). */

import { z } from 'zod';
import { timeSchema } from '../common.ts';

/** An ID that reveals nothing about the token. */
const sessionIdSchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({
    description: 'The ID of a session',
    example: '0123456789abcdef0123456789abcdef',
  });

export const sessionParamsSchema = z.object({ id: sessionIdSchema });

export const sessionSchema = z.object({
  _id: sessionIdSchema,
  createdAt: timeSchema,
  /** Rounded to the minute. */
  lastSeenAt: timeSchema,
  /** A description such as 'Chrome on Windows'. */
  device: z.string(),
  /** The partially masked IP address, or `Unknown`. */
  place: z.string(),
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof sessionSchema>;
