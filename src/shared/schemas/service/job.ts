/** Background jobs, for admins (docs/product/jobs.md, For admins). */

import { z } from 'zod';
import { idSchema, pageQuerySchema, timeSchema } from '../common.ts';

/** The states of a job in the order of the page's tabs. */
export const JOB_STATES = ['failed', 'retrying', 'running', 'waiting'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job in the queue. Completed jobs are deleted. */
export const jobSchema = z.object({
  _id: idSchema,
  /** The handler's name, such as `tours.mail`. */
  name: z.string(),
  state: z.enum(JOB_STATES),
  /** Whether the job recurs, for example every hour or day. */
  isRecurring: z.boolean(),
  createdAt: timeSchema,
  /** The time when the next or running attempt is due; null for a failed job. */
  dueAt: timeSchema.nullable(),
  /** The time of the last failure; null before a failure and while running. */
  failedAt: timeSchema.nullable(),
  /** The start of the running attempt; null if there is none. */
  startedAt: timeSchema.nullable(),
  /** The number of attempts so far, including a running one. */
  tries: z.int(),
  /** The maximum number of attempts, after which the job is considered failed. */
  triesMost: z.int(),
  /**
   * The reason for the last failure, with email addresses and link tokens removed; null before a
   * failure.
   */
  error: z.string().nullable(),
});
export type Job = z.output<typeof jobSchema>;

/** A job with its details. */
export const jobDetailsSchema = jobSchema.extend({
  /** The payload's IDs, times, numbers, booleans, keywords, and list lengths. Other values are null. */
  facts: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
});
export type JobDetails = z.output<typeof jobDetailsSchema>;

/** The number of jobs by state. */
export const jobCountsSchema = z.object({
  failed: z.int(),
  retrying: z.int(),
  running: z.int(),
  waiting: z.int(),
  /** Whether any process runs jobs. */
  isWorkedOff: z.boolean(),
});
export type JobCounts = z.output<typeof jobCountsSchema>;

/** Query of `GET /jobs`. */
export const jobsQuerySchema = pageQuerySchema.extend({
  state: z
    .enum(JOB_STATES, { error: 'State must be failed, retrying, running, or waiting.' })
    .optional(),
});
export type JobsQuery = z.output<typeof jobsQuerySchema>;
