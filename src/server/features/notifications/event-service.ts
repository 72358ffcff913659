import type { EventKind } from '#shared/schemas/notification.ts';
import type { Database } from '../../database/database.ts';
import { insertEvents } from './event-repository.ts';

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
