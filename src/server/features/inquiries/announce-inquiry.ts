import type { Database } from '../../database/database.ts';
import { announceEvent } from '../notifications/event-service.ts';
import { findInquiry } from './inquiry-repository.ts';
import type { Viewer } from './inquiry-serializer.ts';

/**
 * Announces a changed inquiry to its participants' event streams. Each recipient's data is read
 * when the event is sent (`readInquiryAs`).
 *
 * @param sides the sides that can see the change
 */
export async function announceInquiry(
  transaction: Database,
  inquiryId: string,
  now: Date,
  sides: readonly Viewer[] = ['agent', 'sender'],
): Promise<void> {
  const row = await findInquiry(transaction, inquiryId);
  if (row === undefined) return;
  const participantIds = sides.map((side) => (side === 'agent' ? row.agent_id : row.sender_id));
  await announceEvent(transaction, {
    userIds: participantIds.filter((id) => id !== null),
    kind: 'inquiry',
    data: { _id: inquiryId },
    createdAt: now,
  });
}
