import { MAX_GEOCODE_AGE_MS } from '#shared/limits.ts';
import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { deleteGeocodesBefore } from './geocode-repository.ts';

/** Recurring jobs by name. */
export const recurringGeocodeJobs: RecurringJobs = {
  'geocodes.sweep': {
    every: 'day',
    handle: async ({ db, now, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - MAX_GEOCODE_AGE_MS);
      while (!shutdownSignal.aborted && (await deleteGeocodesBefore(db, cutoff)) > 0);
    },
  },
};
