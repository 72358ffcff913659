/** Erases visitors from tours (docs/product/inquiries.md, Retention). */

import type { Database } from '../../../database/database.ts';
import { deleteTraces } from '../../notifications/trace-service.ts';
import { announceTour } from '../tour-announcement.ts';
import { readTour } from '../tour-change-service.ts';
import { type TourRow, updateTour } from '../tour-repository.ts';
import { eraseVisitorsOf, lockToursOfInquiries } from './erase-tours-repository.ts';

/**
 * Erases the visitors' personal data from the tours of inquiries that will be deleted, and cancels the
 * upcoming tours. Both sides are notified. The email to the visitor is still sent to the erased address.
 */
export async function eraseToursOfInquiries(
  transaction: Database,
  inquiryIds: readonly string[],
  now: Date,
): Promise<void> {
  const ids = await lockToursOfInquiries(transaction, inquiryIds);
  if (ids.length === 0) return;
  const upcoming: TourRow[] = [];
  for (const id of ids) {
    const tour = await readTour(transaction, id);
    const isActive = tour.status === 'requested' || tour.status === 'booked';
    if (!isActive || tour.start <= now) continue;
    await updateTour(transaction, id, { status: 'canceled', updated_at: now });
    upcoming.push(await readTour(transaction, id));
  }
  await eraseVisitorsOf(transaction, ids);
  await deleteTraces(transaction, { kind: 'tour', ids });
  for (const tour of upcoming)
    await announceTour(transaction, tour, { kind: 'canceled', by: null, now });
}
