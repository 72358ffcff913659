import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { NewJob } from '../../../jobs/job-queue.ts';

/**
 * The job that writes the next email of a search or a digest; an already queued job stays
 * unchanged.
 */
export function alertJob(
  of: { search_id: string; recipient: string; frequency: MailFrequency },
  runAt: Date | undefined,
): NewJob {
  const { search_id: searchId, recipient, frequency } = of;
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
