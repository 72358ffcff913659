import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { createVerificationService } from './verification-service.ts';

export const recurringVerificationJobs: RecurringJobs = {
  'verification.lapse': {
    every: 'hour',
    handle: ({ db, now }) => createVerificationService({ db, now: () => now }).endExpired(),
  },
};
