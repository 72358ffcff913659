/** Background work, for admins (docs/product/jobs.md, For admins). */

import { emptySchema, idParamsSchema } from '../../schemas/common.ts';
import {
  jobCountsSchema,
  jobDetailsSchema,
  jobSchema,
  jobsQuerySchema,
} from '../../schemas/service/job.ts';
import type { Endpoint } from '../endpoint.ts';

export const jobEndpoints = {
  listJobs: {
    method: 'GET',
    path: '/jobs',
    tag: 'Background work',
    summary: 'List background jobs',
    description: 'Returns unfinished jobs sorted by due time. Failed jobs are sorted newest first.',
    access: 'job:manage',
    query: jobsQuerySchema,
    status: 200,
    response: jobSchema.array(),
    paged: true,
  },
  countJobs: {
    method: 'GET',
    path: '/jobs/counts',
    tag: 'Background work',
    summary: 'Retrieve the job queue’s status',
    description: 'Returns the number of jobs in each state and whether a worker is running.',
    access: 'job:manage',
    status: 200,
    response: jobCountsSchema,
  },
  getJob: {
    method: 'GET',
    path: '/jobs/:id',
    tag: 'Background work',
    summary: 'Retrieve a background job',
    description: 'Returns a job with its details.',
    access: 'job:manage',
    params: idParamsSchema,
    status: 200,
    response: jobDetailsSchema,
  },
  retryJob: {
    method: 'POST',
    path: '/jobs/:id/retry',
    takesIdempotencyKey: false,
    tag: 'Background work',
    summary: 'Retry a background job',
    description:
      'Makes a failed or retrying job due immediately and resets its number of attempts.',
    access: 'job:manage',
    audit: null,
    params: idParamsSchema,
    status: 200,
    response: jobSchema,
  },
  discardJob: {
    method: 'DELETE',
    path: '/jobs/:id',
    tag: 'Background work',
    summary: 'Discard a background job',
    description: 'Deletes a job that is not running. Recurring jobs cannot be discarded.',
    access: 'job:manage',
    audit: null,
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
  },
} as const satisfies Record<string, Endpoint>;
