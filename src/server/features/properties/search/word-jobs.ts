/** Background jobs for spelling suggestions. */

import type { RecurringJobs } from '../../../jobs/job-handler.ts';
import { deleteUnusedWords } from './word-search.ts';

/** Recurring jobs by name. */
export const recurringWordJobs: RecurringJobs = {
  'search.forget-words': {
    every: 'day',
    handle: async ({ db, shutdownSignal, throttle }) => {
      let last: string | null = '';
      while (last !== null && !shutdownSignal.aborted) {
        const startMs = performance.now();
        last = await deleteUnusedWords(db, last);
        await throttle?.(performance.now() - startMs, shutdownSignal);
      }
    },
  },
};
