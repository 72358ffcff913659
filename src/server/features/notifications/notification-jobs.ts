/** Background jobs of notifications and events. */

import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { EVENT_LOG_MS } from './event-format.ts';
import { deleteEventsBefore } from './event-repository.ts';
import { deleteNotificationsBefore } from './notification-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long notifications are stored (docs/product/notifications.md). */
const KEPT_MS = 90 * DAY_MS;
/** More than the log promises, for transactions that took their time. */
const LOG_KEPT_MS = EVENT_LOG_MS + 5 * 60_000;

/** Recurring work by name. */
export const recurringNotificationJobs: RecurringJobs = {
  'notifications.sweep': {
    every: 'day',
    handle: async ({ db, now, ending }) => {
      const time = new Date(now.getTime() - KEPT_MS);
      while (!ending.aborted && (await deleteNotificationsBefore(db, time)) > 0);
    },
  },
  'events.sweep': {
    every: 'minute',
    handle: async ({ db, now, ending }) => {
      const time = new Date(now.getTime() - LOG_KEPT_MS);
      while (!ending.aborted && (await deleteEventsBefore(db, time)) > 0);
    },
  },
};
