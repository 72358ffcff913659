import type { EventKind } from '#shared/schemas/notification.ts';
import type { Database } from '../../database/database.ts';
import { insertEvents, sendMessage } from './event-repository.ts';

/**
 * Announces a change to the event streams of some users when the transaction commits. Interrupted
 * streams get it from the log later.
 *
 * @param event.data the event's data, or only `{ _id }` for kinds that are read when sent (see
 *   `EventReaders`)
 */
export async function announceEvent(
  transaction: Database,
  event: { userIds: readonly string[]; kind: EventKind; data: unknown; createdAt: Date },
): Promise<void> {
  if (event.userIds.length > 0) await insertEvents(transaction, event);
}

/** Announces a changed profile, role, or office to accounts, whose open pages then refetch it. */
export async function announceAccountChange(
  transaction: Database,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  await announceEvent(transaction, { userIds, kind: 'account', data: {}, createdAt: now });
}

/** After the transaction commits, makes all processes check which streams can stay open. */
export async function announceStreamCheck(transaction: Database): Promise<void> {
  await sendMessage(transaction, 'session');
}
