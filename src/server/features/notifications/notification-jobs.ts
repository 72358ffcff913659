/** Background jobs for notifications and events. */

import { deleteRowsBefore } from '../../database/database.ts';
import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { RESUME_WINDOW_MS } from './event-format.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long notifications are stored (docs/product/notifications.md). */
const RETENTION_MS = 90 * DAY_MS;
/** Longer than documented to allow for slow transactions. */
const LOG_RETENTION_MS = RESUME_WINDOW_MS + 5 * 60_000;

/** Recurring jobs by name. */
export const recurringNotificationJobs: RecurringJobs = {
  'notifications.sweep': {
    every: 'day',
    handle: async ({ db, now, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - RETENTION_MS);
      while (!shutdownSignal.aborted && (await deleteRowsBefore(db, 'notifications', cutoff)) > 0);
    },
  },
  'events.sweep': {
    every: 'minute',
    handle: async ({ db, now, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - LOG_RETENTION_MS);
      while (!shutdownSignal.aborted && (await deleteRowsBefore(db, 'events', cutoff)) > 0);
    },
  },
};
