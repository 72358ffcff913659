/** Who is notified of a message: on the site, and by mail. */

import type { Database } from '../../database/database.ts';
import { addMail } from '../../jobs/mail-job.ts';
import { addNotification } from '../notifications/notification-service.ts';
import { readingAgent } from './inquiry-access.ts';
import { ANSWER_MAIL, notificationLinks, OPENED_MAIL, QUESTION_MAIL } from './inquiry-names.ts';
import type { InquiryRow } from './inquiry-repository.ts';
import { DELETED_USER } from './inquiry-serializer.ts';

type NewMessage = { row: InquiryRow; messageId: string; now: Date };

/** Tells the agent of a message of the sender's, while they may read it. */
export async function notifyAgent(
  transaction: Database,
  { row, messageId, now }: NewMessage,
): Promise<void> {
  const userId = readingAgent(row);
  if (userId === null) return;
  await addNotification(transaction, {
    userId,
    kind: 'inquiry',
    title: `${row.name} wrote about ${row.title}`,
    link: notificationLinks(row.id).agent,
    createdAt: now,
  });
  await addMail(transaction, { name: QUESTION_MAIL, payload: { messageId }, now });
}

/** Tells the sender of a message of the agent's. */
export async function notifySender(
  transaction: Database,
  { row, messageId, now }: NewMessage,
): Promise<void> {
  if (row.sender_id !== null) {
    await addNotification(transaction, {
      userId: row.sender_id,
      kind: 'inquiry',
      title: `${row.agent_name ?? DELETED_USER} answered about ${row.title}`,
      link: notificationLinks(row.id).sender,
      createdAt: now,
    });
  }
  if (row.email !== null)
    await addMail(transaction, { name: ANSWER_MAIL, payload: { messageId }, now });
}

/** Sends a visitor without an account the link to what they asked. */
export async function confirmQuestion(
  transaction: Database,
  { row, now }: Omit<NewMessage, 'messageId'>,
): Promise<void> {
  await addMail(transaction, { name: OPENED_MAIL, payload: { inquiryId: row.id }, now });
}
