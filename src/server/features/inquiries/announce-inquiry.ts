import type { Database } from '../../database/database.ts';
import { announceEvent } from '../notifications/event-service.ts';
import { findAdminReads, findInquiry, findMessages } from './inquiry-repository.ts';
import { toInquiry, type Viewer } from './inquiry-serializer.ts';

/**
 * Tells the open streams of an inquiry's people that it changed, each as they may see it.
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
  const messages = await findMessages(transaction, inquiryId);
  const adminReads = await findAdminReads(transaction, [inquiryId]);
  for (const side of sides) {
    const userId = side === 'agent' ? row.agent_id : row.sender_id;
    if (userId === null) continue;
    await announceEvent(transaction, {
      userIds: [userId],
      kind: 'inquiry',
      data: toInquiry(row, messages, adminReads, side),
      createdAt: now,
    });
  }
}
