import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { deleteMessagesBefore } from './contact-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Recurring jobs by name. */
export const recurringContactJobs: RecurringJobs = {
  'contact.sweep': {
    every: 'day',
    handle: async ({ db, now, inquiryKeepDays, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - inquiryKeepDays * DAY_MS);
      while (!shutdownSignal.aborted && (await deleteMessagesBefore(db, cutoff)) > 0);
    },
  },
};
