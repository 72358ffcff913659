import type { Database } from '../../../database/database.ts';
import { addJobs } from '../../../jobs/job-queue.ts';
import type { SavedSearchRow } from '../saved-search-repository.ts';
import { alertJob } from './alert-job.ts';
import { deleteItemsOf, setDueTime } from './alert-repository.ts';
import { nextDigest } from './digest-times.ts';

/** What waits to be mailed for a search goes out when its new frequency says, or not at all. */
export async function moveItems(
  transaction: Database,
  { id, frequency, time_zone: timeZone }: SavedSearchRow,
  now: Date,
): Promise<void> {
  if (frequency === 'never') return deleteItemsOf(transaction, id);
  const dueAt = frequency === 'instant' ? now : nextDigest(frequency, timeZone, now);
  const recipients = await setDueTime(transaction, id, dueAt);
  const jobs = recipients.map((recipient) =>
    alertJob({ search_id: id, recipient, frequency }, dueAt),
  );
  await addJobs(transaction, jobs);
}
