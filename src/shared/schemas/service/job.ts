/** Background work as admins see it (docs/product/jobs.md, For admins). */

import { z } from 'zod';
import { idSchema, pageQuerySchema, timeSchema } from '../common.ts';

/** Where a job stands; in the order of the page's tabs. */
export const JOB_STATES = ['failed', 'retrying', 'running', 'waiting'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job of the queue. Completed ones are deleted. */
export const jobSchema = z.object({
  _id: idSchema,
  /** The handler's name, such as `tours.mail`. */
  name: z.string(),
  state: z.enum(JOB_STATES),
  /** Whether it comes again by itself, by the hour or the day. */
  isRecurring: z.boolean(),
  createdAt: timeSchema,
  /** When it is tried, for the first time or again; null for one that is tried no more. */
  dueAt: timeSchema.nullable(),
  /** When the last try failed; null before that, and while it is running. */
  failedAt: timeSchema.nullable(),
  /** Since when it is running. */
  startedAt: timeSchema.nullable(),
  /** Tries so far, one that is running included. */
  tries: z.int(),
  /** After so many it counts as failed. */
  triesMost: z.int(),
  /** Why the last try failed, without email addresses and links' tokens; null before the first failure. */
  error: z.string().nullable(),
});
export type Job = z.output<typeof jobSchema>;

/** A job with what it is about. */
export const jobDetailsSchema = jobSchema.extend({
  /** The payload's ids, times, and known words. Anything else is null. */
  facts: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
});
export type JobDetails = z.output<typeof jobDetailsSchema>;

/** How many jobs there are in each state. */
export const jobCountsSchema = z.object({
  failed: z.int(),
  retrying: z.int(),
  running: z.int(),
  waiting: z.int(),
  /** Whether any process works them off. */
  isWorkedOff: z.boolean(),
});
export type JobCounts = z.output<typeof jobCountsSchema>;

/** Query of `GET /jobs`. */
export const jobsQuerySchema = pageQuerySchema.extend({
  state: z
    .enum(JOB_STATES, { error: 'State must be failed, retrying, running or waiting.' })
    .optional(),
});
export type JobsQuery = z.output<typeof jobsQuerySchema>;
