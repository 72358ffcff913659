/** Serializes inquiries with only the fields that each side can see. */

import type {
  Inquiry,
  InquiryMessage,
  InquiryRecord,
  InquirySummary,
  ListedInquiry,
} from '#shared/schemas/inquiry.ts';
import { imagePath } from '../../storage/image-paths.ts';
import type { Database } from '../../database/database.ts';
import {
  type AdminReadRow,
  findInquiry,
  findMessages,
  type InquiryRow,
  type MessageRow,
} from './inquiry-repository.ts';

/** The viewer of an inquiry. Notes are never shown to the sender. */
export type Viewer = 'agent' | 'sender' | 'admin';

/** The name shown for a deleted account. */
export const DELETED_USER = 'Deleted user';

export function toMessage(row: MessageRow): InquiryMessage {
  const { id, is_from_agent: isFromAgent, text, created_at: createdAt, author_name: name } = row;
  return {
    _id: id,
    from: isFromAgent ? 'agent' : 'sender',
    name: name ?? DELETED_USER,
    text,
    createdAt: createdAt.toISOString(),
  };
}

/** Serializes an inquiry with its conversation. */
export function toInquiry(
  row: InquiryRow,
  messages: readonly MessageRow[],
  adminReads: readonly AdminReadRow[],
  viewer: Viewer,
): Inquiry {
  return {
    ...toRecord(row, viewer),
    messages: messages.map(toMessage),
    ...toManagement(row, adminReads, viewer),
  };
}

/** Serializes an inquiry for lists. */
export function toSummary(
  row: InquiryRow,
  lastMessage: MessageRow | undefined,
  adminReads: readonly AdminReadRow[],
  viewer: Viewer,
): InquirySummary {
  return {
    ...toRecord(row, viewer),
    lastMessage: lastMessage === undefined ? null : toMessage(lastMessage),
    ...toManagement(row, adminReads, viewer),
  };
}

/** Serializes an inquiry without messages, for admins and for managers who reassign it. */
export function toAdminRecord(row: InquiryRow): InquiryRecord {
  return { ...toRecord(row, 'admin'), lastMessage: null, stage: row.stage };
}

/** Like `toAdminRecord`, with the time of the sender's oldest unanswered message. */
export function toListedInquiry(row: InquiryRow, unansweredSince: Date | undefined): ListedInquiry {
  return { ...toAdminRecord(row), oldestUnansweredAt: unansweredSince?.toISOString() ?? null };
}

function toRecord(row: InquiryRow, viewer: Viewer) {
  return {
    _id: row.id,
    property: {
      _id: row.property_id,
      title: row.title,
      price: row.price,
      image: row.image_key === null ? null : imagePath(row.image_key),
    },
    agent: { _id: row.agent_id, name: row.agent_name ?? DELETED_USER },
    name: row.name,
    email: row.email,
    phone: row.phone,
    createdAt: row.created_at.toISOString(),
    lastMessageAt: row.last_message_at.toISOString(),
    isRead: viewer === 'sender' ? row.is_read_by_sender : row.is_read_by_agent,
  };
}

function toManagement(row: InquiryRow, adminReads: readonly AdminReadRow[], viewer: Viewer) {
  if (viewer === 'sender') return {};
  return {
    stage: row.stage,
    note: row.note,
    remindAt: row.remind_at?.toISOString() ?? null,
    adminReads: adminReads
      .filter((read) => read.inquiry_id === row.id)
      .map(({ name, read_at: date }) => ({
        date: date.toISOString(),
        name: name ?? DELETED_USER,
      })),
  };
}

/** The maximum number of messages in a webhook payload. Older messages are omitted. */
const MAX_WEBHOOK_MESSAGES = 10;

/**
 * Returns an inquiry as its agent sees it, with its newest messages, for webhooks; undefined if there is none.
 */
export async function findInquiryRecord(db: Database, id: string): Promise<Inquiry | undefined> {
  const row = await findInquiry(db, id);
  if (row === undefined) return undefined;
  const messages = await findMessages(db, id, { newest: MAX_WEBHOOK_MESSAGES });
  return toInquiry(row, messages, [], 'agent');
}
