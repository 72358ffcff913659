/** Background jobs for saved searches (docs/product/alerts.md). */

import { z } from 'zod';
import { inTransaction } from '../../database/database.ts';
import { defineJob, type JobHandlers, type RecurringJobs } from '../../jobs/job-handler.ts';
import { addDueAlertJobs } from './alerts/due-alerts.ts';
import { deleteOverdueAlerts } from './alerts/alert-repository.ts';
import { matchSomeChanges } from './matching/match-changes.ts';
import { deleteUnconfirmedAlerts } from './saved-search-repository.ts';
import { deleteExpiredTokens } from './alerts/token-repository.ts';
import { writeDigest, writeInstantAlert } from './alerts/write-alerts.ts';

/**
 * The minimum time that unconfirmed alerts are stored. An alert is stored longer if its email was
 * delayed and the link in it is still valid.
 */
const UNCONFIRMED_RETENTION_MS = 48 * 60 * 60 * 1000;
/** How long a pending alert can be overdue before it is deleted. */
const MAX_OVERDUE_MS = 48 * 60 * 60 * 1000;

/** Jobs by name. */
export const savedSearchJobs: JobHandlers = {
  /** Added by triggers on the tables of listings and open houses (`add_match_job`). */
  'saved-searches.match': async (_payload, { db, now, shutdownSignal, alertTimes, costRates }) => {
    for (;;) {
      shutdownSignal.throwIfAborted();
      const count = await matchSomeChanges(
        db,
        { times: alertTimes, costRates, shutdownSignal },
        now,
      );
      if (count === 0) return;
    }
  },

  'saved-searches.due': defineJob(
    z.object({ dueAt: z.coerce.date() }),
    async ({ dueAt }, { db, shutdownSignal }) => addDueAlertJobs(db, dueAt, shutdownSignal),
  ),

  'saved-searches.alert': defineJob(
    z.object({ searchId: z.string(), recipient: z.string() }),
    async (alert, { db, now, costRates, alertTimes: { pauseMs } }) =>
      inTransaction(db, null, async (transaction) =>
        writeInstantAlert(transaction, alert, { now, costRates, pauseMs }),
      ),
  ),

  'saved-searches.digest': defineJob(
    z.object({ recipient: z.string(), frequency: z.enum(['daily', 'weekly']) }),
    async (digest, { db, now, costRates }) =>
      inTransaction(db, null, async (transaction) =>
        writeDigest(transaction, digest, now, costRates),
      ),
  ),
};

/** Recurring jobs by name. */
export const recurringSavedSearchJobs: RecurringJobs = {
  'saved-searches.sweep': {
    every: 'hour',
    handle: async ({ db, now }) => {
      await deleteUnconfirmedAlerts(db, new Date(now.getTime() - UNCONFIRMED_RETENTION_MS), now);
      await deleteExpiredTokens(db, now);
      await deleteOverdueAlerts(db, new Date(now.getTime() - MAX_OVERDUE_MS));
    },
  },
};
