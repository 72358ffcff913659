/** Moves pending notifications when their search, or the address of their account, changes. */

import type { Database } from '../../../database/database.ts';
import { addJobsNoLater, type NewJob } from '../../../jobs/job-queue.ts';
import type { SavedSearchRow } from '../saved-search-repository.ts';
import { alertJob } from './alert-job.ts';
import { deleteItemsOf, moveMemory, moveNews, setDueTime } from './alert-repository.ts';
import { nextDigest } from './digest-times.ts';
import { findDueOfFavorites } from './favorite-item-repository.ts';

/**
 * Returns whether a change affects the times of a search's emails; instant ones ignore the time
 * zone.
 */
export function hasOtherTimes(before: SavedSearchRow, after: SavedSearchRow): boolean {
  if (before.frequency !== after.frequency) return true;
  return after.frequency !== 'instant' && before.time_zone !== after.time_zone;
}

/** Reschedules the pending notifications of a search by its new times, or drops them. */
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
  await addJobsNoLater(transaction, soonestOfEach(jobs));
}

/**
 * Moves an account's pending notifications, and its notification history, to the confirmed address.
 *
 * @param from the previously confirmed address
 */
export async function moveToAddress(
  transaction: Database,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const [old, recipient] = [from.toLowerCase(), to.toLowerCase()];
  if (old === recipient) return;
  await moveMemory(transaction, { userId, from: old, to: recipient });
  const moved = await moveNews(transaction, userId, recipient);
  const jobs = moved.map(({ due_at: dueAt, ...alert }) => alertJob(alert, dueAt));
  const favoritesDueAt = await findDueOfFavorites(transaction, userId);
  if (favoritesDueAt !== null) {
    jobs.push(alertJob({ search_id: '', recipient, frequency: 'daily' }, favoritesDueAt));
  }
  await addJobsNoLater(transaction, soonestOfEach(jobs));
}

/** Keeps the soonest job of each key. */
function soonestOfEach(jobs: readonly NewJob[]): NewJob[] {
  const latestFirst = jobs.toSorted(
    (one, other) => (other.runAt?.getTime() ?? 0) - (one.runAt?.getTime() ?? 0),
  );
  return [...new Map(latestFirst.map((job) => [job.key, job])).values()];
}
