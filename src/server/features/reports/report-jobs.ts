import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { deleteReportsBefore } from './report-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Recurring jobs by name. */
export const recurringReportJobs: RecurringJobs = {
  'reports.sweep': {
    every: 'day',
    handle: async ({ db, now, inquiryKeepDays, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - inquiryKeepDays * DAY_MS);
      while (!shutdownSignal.aborted && (await deleteReportsBefore(db, cutoff)) > 0);
    },
  },
};
