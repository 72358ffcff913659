import type { Database } from '../../database/database.ts';
import { announceEvent } from '../notifications/event-service.ts';
import { findInquiry } from './inquiry-repository.ts';
import type { Viewer } from './inquiry-serializer.ts';

/**
 * Tells the open streams of an inquiry's people that it changed; what they may see of it is read when it is sent
 * (`readInquiryAs`).
 *
 * @param sides the agent alone for what the sender does not see
 */
export async function announceInquiry(
  transaction: Database,
  inquiryId: string,
  now: Date,
  sides: readonly Viewer[] = ['agent', 'sender'],
): Promise<void> {
  const row = await findInquiry(transaction, inquiryId);
  if (row === undefined) return;
  const people = sides.map((side) => (side === 'agent' ? row.agent_id : row.sender_id));
  await announceEvent(transaction, {
    userIds: people.filter((id) => id !== null),
    kind: 'inquiry',
    data: { _id: inquiryId },
    createdAt: now,
  });
}
