import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { NewJob } from '../../../jobs/job-queue.ts';

/**
 * Creates the job that writes the next instant email for a search, or a recipient's next digest. A
 * job that is already queued keeps its time, or moves to an earlier time with `addJobsNoLater`.
 */
export function createAlertJob(
  alert: { search_id: string; recipient: string; frequency: MailFrequency },
  runAt: Date | undefined,
): NewJob {
  const { search_id: searchId, recipient, frequency } = alert;
  return frequency === 'instant'
    ? {
        name: 'saved-searches.alert',
        payload: { searchId, recipient },
        runAt,
        key: `alert:${searchId}`,
        isRunAtPreserved: true,
      }
    : {
        name: 'saved-searches.digest',
        payload: { recipient, frequency },
        runAt,
        key: `digest:${frequency}:${recipient}`,
        isRunAtPreserved: true,
      };
}
