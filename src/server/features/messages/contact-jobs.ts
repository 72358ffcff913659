import { deleteRowsBefore } from '../../database/database.ts';
import type { RecurringJobs } from '../../jobs/job-handler.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Recurring jobs by name. */
export const recurringContactJobs: RecurringJobs = {
  'contact.sweep': {
    every: 'day',
    handle: async ({ db, now, inquiryKeepDays, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - inquiryKeepDays * DAY_MS);
      while (
        !shutdownSignal.aborted &&
        (await deleteRowsBefore(db, 'contact_messages', cutoff)) > 0
      );
    },
  },
};
