/** Notifies participants of messages, on the site and by email. */

import { agentWithInquiryAccess } from '#shared/permissions.ts';
import type { Database } from '../../../database/database.ts';
import { accountCause, addMail, networkCause } from '../../../jobs/mail-job.ts';
import type { MailRecipient } from '../../../jobs/mail-proof-repository.ts';
import { addNotification } from '../../notifications/notification-service.ts';
import { ANSWER_MAIL, notificationLinks, OPENED_MAIL, QUESTION_MAIL } from '../inquiry-names.ts';
import type { InquiryRow } from '../inquiry-repository.ts';
import { DELETED_USER } from '../inquiry-serializer.ts';

type NewMessage = { row: InquiryRow; messageId: string; now: Date };

/** Notifies the agent of a message from the sender if the agent can read it. */
export async function notifyAgent(
  transaction: Database,
  { row, messageId, now }: NewMessage,
): Promise<void> {
  const userId = agentWithInquiryAccess(row.agent_id, row.agent_role);
  if (userId === null) return;
  await addNotification(transaction, {
    userId,
    kind: 'inquiry',
    title: `${row.name} wrote about ${row.title}`,
    link: notificationLinks(row.id).agent,
    createdAt: now,
  });
  await addMail(transaction, {
    kind: QUESTION_MAIL,
    to: { proof: 'account', userId },
    author: 'visitor',
    about: { ...aboutInquiry(row, row.sender_id), authorNetwork: row.sender_network },
    cause: await causeOfSender(transaction, row),
    payload: { messageId },
    now,
  });
}

/** Notifies the sender of a message from the agent's side. */
export async function notifySender(
  transaction: Database,
  { row, messageId, now }: NewMessage,
  author: { _id: string; name: string } | null,
): Promise<void> {
  if (row.sender_id !== null) {
    await addNotification(transaction, {
      userId: row.sender_id,
      kind: 'inquiry',
      title: `${author?.name ?? row.agent_name ?? DELETED_USER} replied about ${row.title}`,
      link: notificationLinks(row.id).sender,
      createdAt: now,
    });
  }
  const to = senderOf(row);
  if (to === null) return;
  await addMail(transaction, {
    kind: ANSWER_MAIL,
    to,
    author: 'agent',
    about: aboutInquiry(row, author?._id ?? row.agent_id),
    cause: await accountCause(transaction, author?._id ?? row.agent_id),
    payload: { messageId },
    now,
  });
}

/** Emails a visitor without an account the link to the conversation. */
export async function confirmQuestion(
  transaction: Database,
  { row, now }: Omit<NewMessage, 'messageId'>,
): Promise<void> {
  const to = senderOf(row);
  if (to === null) return;
  await addMail(transaction, {
    kind: OPENED_MAIL,
    to,
    author: 'agent',
    about: aboutInquiry(row, row.agent_id),
    cause: await causeOfSender(transaction, row),
    payload: { inquiryId: row.id },
    now,
  });
}

const aboutInquiry = ({ id }: InquiryRow, authorId: string | null) => ({
  topic: `inquiry ${id}`,
  authorId,
});

/** Attributes emails to the sender's network, even for an account, because anyone can create many accounts. */
const causeOfSender = async (
  transaction: Database,
  { sender_network: network, sender_id: senderId }: InquiryRow,
) => (network === null ? accountCause(transaction, senderId) : networkCause(network));

/** Returns the sender as an email recipient; null if their account was deleted. */
function senderOf({ id, sender_id: userId, email }: InquiryRow): MailRecipient | null {
  if (userId !== null) return { proof: 'account', userId };
  return email === null ? null : { proof: 'address', address: email, inquiryId: id };
}
