/** Background jobs of saved searches (docs/product/alerts.md). */

import { z } from 'zod';
import { inTransaction } from '../../database/database.ts';
import { defineJob, type JobHandlers, type RecurringJobs } from '../../jobs/job-handler.ts';
import { addAlertsOf } from './alerts/due-alerts.ts';
import { deleteOldItems } from './alerts/alert-repository.ts';
import { matchSomeChanges } from './matching/match-changes.ts';
import { deleteUnconfirmed } from './saved-search-repository.ts';
import { deleteOldTokens } from './alerts/token-repository.ts';
import { writeDigest, writeInstantAlert } from './alerts/write-alerts.ts';

/**
 * How long unconfirmed alerts remain; their links are valid as long after the email is written.
 */
const CONFIRM_WITHIN_MS = 48 * 60 * 60 * 1000;
/** Alerts overdue by more than this are dropped. */
const DROPPED_AFTER_MS = 48 * 60 * 60 * 1000;

/** Jobs by name. */
export const savedSearchJobs: JobHandlers = {
  /** Added by triggers on the listings table (migration 0014). */
  'saved-searches.match': async (_payload, { db, now, shutdownSignal, alertTimes, costRates }) => {
    for (;;) {
      shutdownSignal.throwIfAborted();
      const taken = await matchSomeChanges(
        db,
        { times: alertTimes, costRates, shutdownSignal },
        now,
      );
      if (taken === 0) return;
    }
  },

  'saved-searches.due': defineJob(
    z.object({ dueAt: z.coerce.date() }),
    async ({ dueAt }, { db, shutdownSignal }) => addAlertsOf(db, dueAt, shutdownSignal),
  ),

  'saved-searches.alert': defineJob(
    z.object({ searchId: z.string(), recipient: z.string() }),
    async (of, { db, now, costRates, alertTimes: { pauseMs } }) =>
      inTransaction(db, null, async (transaction) =>
        writeInstantAlert(transaction, of, { now, costRates, pauseMs }),
      ),
  ),

  'saved-searches.digest': defineJob(
    z.object({ recipient: z.string(), frequency: z.enum(['daily', 'weekly']) }),
    async (of, { db, now, costRates }) =>
      inTransaction(db, null, async (transaction) => writeDigest(transaction, of, now, costRates)),
  ),
};

/** Recurring jobs by name. */
export const savedSearchSweeps: RecurringJobs = {
  'saved-searches.sweep': {
    every: 'hour',
    handle: async ({ db, now }) => {
      await deleteUnconfirmed(db, new Date(now.getTime() - CONFIRM_WITHIN_MS), now);
      await deleteOldTokens(db, now);
      await deleteOldItems(db, new Date(now.getTime() - DROPPED_AFTER_MS));
    },
  },
};
