import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { deleteEventsBefore, numberEvents } from './reso-repository.ts';

const EVENT_RETENTION_MS = 30 * 86_400_000;

/** Recurring jobs by name. */
export const recurringResoJobs: RecurringJobs = {
  'reso.events': {
    every: 'hour',
    // A request for events assigns numbers to only one batch, and most sites receive no such requests.
    handle: async ({ db, now, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - EVENT_RETENTION_MS);
      while (!shutdownSignal.aborted && (await deleteEventsBefore(db, cutoff)) > 0);
      while (!shutdownSignal.aborted && (await numberEvents(db)) > 0);
    },
  },
};
