import type { RecurringJobs } from '../../../jobs/job-handler.ts';
import { deleteCountedViewsBefore, deleteSaltsBefore } from './view-repository.ts';
import { dayOf } from './visitor-hash.ts';

/** Recurring jobs by name. Deletes yesterday's visitor hashes and salts after midnight. */
export const recurringViewJobs: RecurringJobs = {
  'views.forget': {
    every: 'hour',
    handle: async ({ db, now }) => {
      await deleteSaltsBefore(db, dayOf(now));
      await deleteCountedViewsBefore(db, dayOf(now));
    },
  },
};
