import type { EventKind } from '#shared/schemas/notification.ts';
import type { Database } from '../../database/database.ts';
import { insertEvents, sendMessage } from './event-repository.ts';

/**
 * Notifies the open streams of some users that something changed, when the transaction commits; those that break get
 * it from the log.
 *
 * @param event.data what is sent; `{ _id }` alone for the kinds that are read when they are sent (see `EventReaders`)
 */
export async function announceEvent(
  transaction: Database,
  event: { userIds: readonly string[]; kind: EventKind; data: unknown; createdAt: Date },
): Promise<void> {
  if (event.userIds.length > 0) await insertEvents(transaction, event);
}

/** Tells accounts that their role or their office changed, so that open pages read the profile again. */
export async function announceAccountChange(
  transaction: Database,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  await announceEvent(transaction, { userIds, kind: 'account', data: {}, createdAt: now });
}

/** Has every process check which streams may stay open, when the transaction commits. */
export async function announceStreamCheck(transaction: Database): Promise<void> {
  await sendMessage(transaction, 'session');
}
