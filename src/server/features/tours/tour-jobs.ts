/** Background jobs of tours: due times are in the tours' rows, so a restore loses nothing. */

import { inTransaction } from '../../database/database.ts';
import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { remindOfTour } from './tour-announcement.ts';
import { readTour, setTourStatus } from './tour-change-service.ts';
import { deleteEndedBefore, findUnanswered, takeReminders } from './tour-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Recurring jobs by name. */
export const recurringTourJobs: RecurringJobs = {
  /**
   * Sends both sides a reminder a day before, and declines requests still unanswered at their
   * start.
   */
  'tours.due': {
    every: 'minute',
    handle: async ({ db, now, shutdownSignal }) => {
      const remindSome = () =>
        inTransaction(db, null, async (transaction) => {
          const due = await takeReminders(transaction, now);
          for (const { id, dueAt } of due) {
            const tour = await readTour(transaction, id);
            if (tour.status === 'booked' && tour.start > now)
              await remindOfTour(transaction, tour, dueAt);
          }
          return due.length;
        });
      const declineSome = () =>
        inTransaction(db, null, async (transaction) => {
          const ids = await findUnanswered(transaction, now);
          const change = { status: 'declined', kind: 'unanswered', by: null, now } as const;
          for (const id of ids)
            await setTourStatus(transaction, await readTour(transaction, id), change);
          return ids.length;
        });
      while (!shutdownSignal.aborted && (await remindSome()) > 0);
      while (!shutdownSignal.aborted && (await declineSome()) > 0);
    },
  },

  'tours.sweep': {
    every: 'day',
    handle: async ({ db, now, inquiryKeepDays, shutdownSignal }) => {
      const time = new Date(now.getTime() - inquiryKeepDays * DAY_MS);
      while (!shutdownSignal.aborted && (await deleteEndedBefore(db, time)) > 0);
    },
  },
};
