import { IDEMPOTENCY_KEY_MS } from '#shared/limits.ts';
import { deleteResponsesBefore } from '../../database/idempotency-repository.ts';
import type { RecurringJobs } from '../../jobs/job-handler.ts';

/** Recurring jobs by name. */
export const recurringIdempotencyJobs: RecurringJobs = {
  'idempotency.sweep': {
    every: 'hour',
    handle: async ({ db, now, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - IDEMPOTENCY_KEY_MS);
      while (!shutdownSignal.aborted && (await deleteResponsesBefore(db, cutoff)) > 0);
    },
  },
};
