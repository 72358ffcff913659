import { z } from 'zod';

/** Answer of `GET /api/health` while the database answers; otherwise it is an error with 503. */
export const healthSchema = z.object({ status: z.literal('ok') });
