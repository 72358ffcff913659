/** Background jobs for tours. Due times are stored with the tours, so a restore does not lose them. */

import { inTransaction } from '../../database/database.ts';
import type { RecurringJobs } from '../../jobs/job-handler.ts';
import { deleteTraces } from '../notifications/trace-service.ts';
import { sendTourReminders } from './tour-announcement.ts';
import { readTour, setTourStatus } from './tour-change-service.ts';
import { deleteToursEndedBefore } from './erasure/erase-tours-repository.ts';
import { lockUnanswered, claimReminders } from './tour-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const recurringTourJobs: RecurringJobs = {
  /**
   * Sends reminders a day before tours, and declines requests that are still unanswered when the
   * tour would start.
   */
  'tours.due': {
    every: 'minute',
    handle: async ({ db, now, shutdownSignal }) => {
      const sendReminderBatch = () =>
        inTransaction(db, null, async (transaction) => {
          const due = await claimReminders(transaction, now);
          for (const { id, dueAt } of due) {
            const tour = await readTour(transaction, id);
            if (tour.status === 'booked' && tour.start > now)
              await sendTourReminders(transaction, tour, dueAt);
          }
          return due.length;
        });
      const declineBatch = () =>
        inTransaction(db, null, async (transaction) => {
          const ids = await lockUnanswered(transaction, now);
          const change = { status: 'declined', kind: 'unanswered', by: null, now } as const;
          for (const id of ids)
            await setTourStatus(transaction, await readTour(transaction, id), change);
          return ids.length;
        });
      while (!shutdownSignal.aborted && (await sendReminderBatch()) > 0);
      while (!shutdownSignal.aborted && (await declineBatch()) > 0);
    },
  },

  'tours.sweep': {
    every: 'day',
    handle: async ({ db, now, inquiryKeepDays, shutdownSignal }) => {
      const cutoff = new Date(now.getTime() - inquiryKeepDays * DAY_MS);
      const deleteBatch = () =>
        inTransaction(db, null, async (transaction) => {
          const ids = await deleteToursEndedBefore(transaction, cutoff);
          await deleteTraces(transaction, { kind: 'tour', ids });
          return ids.length;
        });
      while (!shutdownSignal.aborted && (await deleteBatch()) > 0);
    },
  },
};
