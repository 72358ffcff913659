/** Background jobs for spelling suggestions. */

import type { RecurringJobs } from '../../../jobs/job-handler.ts';
import { deleteUnusedWords } from './word-search.ts';

/** Recurring jobs by name. */
export const recurringWordJobs: RecurringJobs = {
  'search.forget-words': {
    every: 'day',
    handle: async ({ db, shutdownSignal }) => {
      let last: string | null = '';
      while (last !== null && !shutdownSignal.aborted) last = await deleteUnusedWords(db, last);
    },
  },
};
