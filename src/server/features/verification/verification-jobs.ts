import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { createVerificationService } from './verification-service.ts';

/** Recurring jobs by name. */
export const recurringVerificationJobs: RecurringJobs = {
  'verification.lapse': {
    every: 'hour',
    handle: ({ db, now }) => createVerificationService({ db, now: () => now }).lapse(),
  },
};
