/** Deletes copies of the data of erased inquiries, tours, and accounts (docs/product/inquiries.md, Retention). */

import type { Database } from '../../database/database.ts';
import {
  deleteMessagesAbout,
  deleteNotificationsAbout,
  lockMessageWriting,
} from './trace-repository.ts';

/**
 * Deletes notifications about inquiries or tours, the events that announced them, and webhook
 * messages about them. Call it last so that notifications from concurrent changes are visible.
 *
 * @param subject.links the links of the inquiries' notifications; notifications about tours are found by the tours'
 *   IDs
 */
export async function deleteTraces(
  transaction: Database,
  subject: { kind: 'inquiry' | 'tour'; ids: readonly string[]; links?: readonly string[] },
): Promise<void> {
  const { kind, ids, links = [] } = subject;
  if (ids.length === 0) return;
  const tourIds = kind === 'tour' ? ids : [];
  await deleteNotificationsAbout(transaction, { kind, ids, links, tourIds });
  await deleteMessagesAbout(transaction, kind, ids);
}

/** Deletes webhook messages about an account's sign-up, its inquiries, and the tours that it requested. */
export async function deleteWebhookMessagesOf(
  transaction: Database,
  account: { userId: string; inquiryIds: readonly string[]; tourIds: readonly string[] },
): Promise<void> {
  await deleteMessagesAbout(transaction, 'user', [account.userId]);
  await deleteMessagesAbout(transaction, 'inquiry', account.inquiryIds);
  await deleteMessagesAbout(transaction, 'tour', account.tourIds);
}

/** Makes erasures wait until the transaction, which writes webhook messages, has ended. */
export const delayErasures = (transaction: Database): Promise<void> =>
  lockMessageWriting(transaction, 'shared');
