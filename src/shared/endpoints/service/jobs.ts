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
    summary: 'Unfinished jobs by due time; failed jobs are sorted newest first',
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
    summary: 'The number of jobs in each state, and whether any process runs them',
    access: 'job:manage',
    status: 200,
    response: jobCountsSchema,
  },
  getJob: {
    method: 'GET',
    path: '/jobs/:id',
    tag: 'Background work',
    summary: 'A job with its details',
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
    summary: 'Retry a failed job now, with all its attempts restored',
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
    summary: 'Discard a job, so that it never runs',
    access: 'job:manage',
    audit: null,
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
  },
} as const satisfies Record<string, Endpoint>;
