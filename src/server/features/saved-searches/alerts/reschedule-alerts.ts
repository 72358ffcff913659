/** Reschedules or moves pending alerts when their search or the account's address changes. */

import type { Database } from '../../../database/database.ts';
import { addJobsNoLater, type NewJob } from '../../../jobs/job-queue.ts';
import type { SavedSearchRow } from '../saved-search-repository.ts';
import { createAlertJob } from './alert-job.ts';
import { moveAlertHistory, movePendingAlerts } from './address-change-repository.ts';
import { deletePendingAlertsForSearch, setDueTime } from './alert-repository.ts';
import { findNextDigestTime } from './digest-times.ts';
import { findFavoritesDueTime } from './favorite-item-repository.ts';

/**
 * Returns whether a change affects when a search's emails are sent. Instant emails ignore the time
 * zone.
 */
export function hasScheduleChanged(before: SavedSearchRow, after: SavedSearchRow): boolean {
  if (before.frequency !== after.frequency) return true;
  return after.frequency !== 'instant' && before.time_zone !== after.time_zone;
}

/** Reschedules a search's pending alerts, or deletes them if emails are off. */
export async function rescheduleAlerts(
  transaction: Database,
  { id, frequency, time_zone: timeZone }: SavedSearchRow,
  now: Date,
): Promise<void> {
  if (frequency === 'never') return deletePendingAlertsForSearch(transaction, id);
  const dueAt = frequency === 'instant' ? now : findNextDigestTime(frequency, timeZone, now);
  const recipients = await setDueTime(transaction, id, dueAt);
  const jobs = recipients.map((recipient) =>
    createAlertJob({ search_id: id, recipient, frequency }, dueAt),
  );
  await addJobsNoLater(transaction, keepEarliest(jobs));
}

/**
 * Moves an account's pending alerts and alert history to its confirmed address, and sends the alerts that became due
 * while its address was not confirmed.
 *
 * @param from the previously confirmed address
 */
export async function moveAlertsToAddress(
  transaction: Database,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const [oldRecipient, recipient] = [from.toLowerCase(), to.toLowerCase()];
  if (oldRecipient !== recipient)
    await moveAlertHistory(transaction, { userId, from: oldRecipient, to: recipient });
  const pendingAlerts = await movePendingAlerts(transaction, userId, recipient);
  const jobs = pendingAlerts.map(({ due_at: dueAt, ...alert }) => createAlertJob(alert, dueAt));
  const favoritesDueAt = await findFavoritesDueTime(transaction, userId);
  if (favoritesDueAt !== null) {
    jobs.push(createAlertJob({ search_id: '', recipient, frequency: 'daily' }, favoritesDueAt));
  }
  await addJobsNoLater(transaction, keepEarliest(jobs));
}

/** Keeps only the earliest job for each key. */
function keepEarliest(jobs: readonly NewJob[]): NewJob[] {
  const latestFirst = jobs.toSorted(
    (a, b) => (b.runAt?.getTime() ?? 0) - (a.runAt?.getTime() ?? 0),
  );
  return [...new Map(latestFirst.map((job) => [job.key, job])).values()];
}
