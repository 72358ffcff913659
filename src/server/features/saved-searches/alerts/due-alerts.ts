import { createPace } from '../../../concurrency/pace.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import { addJobsNoLater } from '../../../jobs/job-queue.ts';
import { createAlertJob } from './alert-job.ts';
import { findDueAlerts, postponePendingAlerts } from './alert-repository.ts';
import { findNextDigestTime } from './digest-times.ts';

/** The number of jobs per transaction. */
const JOBS_PER_BATCH = 500;

/**
 * Adds the jobs that write the emails due at one time. Matching does not add these jobs because a
 * home in a large city matches thousands of searches, most of which match more homes before their
 * email is written.
 */
export async function addDueAlertJobs(
  db: Database,
  dueAt: Date,
  shutdownSignal: AbortSignal,
): Promise<void> {
  const pace = createPace();
  const due = await findDueAlerts(db, dueAt);
  for (let start = 0; start < due.length; start += JOBS_PER_BATCH) {
    shutdownSignal.throwIfAborted();
    const alerts = due.slice(start, start + JOBS_PER_BATCH).map((alert) => {
      const { frequency, time_zone: timeZone } = alert;
      // If the search's frequency or time zone has changed, its new schedule applies.
      const runAt =
        frequency === 'instant'
          ? dueAt
          : findNextDigestTime(frequency, timeZone, new Date(dueAt.getTime() - 1));
      return { alert, runAt };
    });
    await inTransaction(db, null, async (transaction) => {
      for (const { alert, runAt } of alerts) {
        if (runAt > dueAt)
          await postponePendingAlerts(transaction, alert, { from: dueAt, to: runAt });
      }
      const jobs = alerts.map(({ alert, runAt }) => createAlertJob(alert, runAt));
      await addJobsNoLater(transaction, jobs);
    });
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
}
