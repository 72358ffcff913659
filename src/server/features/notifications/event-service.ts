import type { EventKind } from '#shared/schemas/notification.ts';
import type { Database } from '../../database/database.ts';
import { insertEvents } from './event-repository.ts';

/**
 * Notifies the open streams of some users that something changed, when the transaction commits; those that break get
 * it from the log.
 *
 * @param event.data as their own request for the record would answer
 */
export async function announceEvent(
  transaction: Database,
  event: { userIds: readonly string[]; kind: EventKind; data: unknown; createdAt: Date },
): Promise<void> {
  if (event.userIds.length > 0) await insertEvents(transaction, event);
}
