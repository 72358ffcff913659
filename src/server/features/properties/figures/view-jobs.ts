import type { RecurringJobs } from '../../../jobs/job-handler.ts';
import { deleteCountedViewsBefore, deleteSaltsBefore } from './view-repository.ts';
import { dayOf } from './visitor-hash.ts';

/** Recurring jobs by name. They delete the visitor hashes and salts of past days. */
export const recurringViewJobs: RecurringJobs = {
  'views.forget': {
    every: 'hour',
    handle: async ({ db, now }) => {
      await deleteSaltsBefore(db, dayOf(now));
      await deleteCountedViewsBefore(db, dayOf(now));
    },
  },
};
