import { type RawBuilder, sql } from 'kysely';
import type { MessageSort } from '#shared/list-sorts.ts';
import type { ContactForm } from '#shared/schemas/contact-message.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** A message as stored. */
export type MessageRow = {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  is_read: boolean;
  created_at: Date;
};

/**
 * Stores a message as unread.
 *
 * @returns the message's identifier
 */
export async function insertMessage(
  db: Database,
  message: ContactForm,
  createdAt: Date,
): Promise<string> {
  const { id } = await db
    .insertInto('contact_messages')
    .values({ ...message, created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns a message; undefined if there is none. */
export async function findMessage(db: Database, id: string): Promise<MessageRow | undefined> {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'email', 'subject', 'message', 'is_read', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Every sort order uses the ID as the tiebreaker, so that pages never overlap. */
const ORDER: Record<MessageSort, RawBuilder<unknown>> = {
  createdAt_desc: sql`created_at desc, id desc`,
  createdAt_asc: sql`created_at, id`,
};

/**
 * Finds a page of messages.
 *
 * @param isRead selects read or unread messages; undefined for all
 */
export async function findMessages(
  db: Database,
  isRead: boolean | undefined,
  sort: MessageSort,
  { offset, limit }: Slice,
): Promise<{ rows: MessageRow[]; total: number }> {
  const condition = isRead === undefined ? sql`true` : isRead ? sql`is_read` : sql`not is_read`;
  const page = await sql<MessageRow>`
      select id, name, email, subject, message, is_read, created_at
      from contact_messages where ${condition}
      order by ${ORDER[sort]} limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ count: number }>`
      select count(*)::int as count from contact_messages where ${condition}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/** Marks a message as read or unread, and returns it with its former state; undefined if there is none. */
export async function setRead(
  db: Database,
  id: string,
  isRead: boolean,
): Promise<(MessageRow & { was_read: boolean }) | undefined> {
  const { rows } = await sql<MessageRow & { was_read: boolean }>`
    update contact_messages m set is_read = ${isRead}
    from (select id, is_read from contact_messages where id = ${id} for update) before
    where m.id = before.id
    returning m.id, m.name, m.email, m.subject, m.message, m.is_read, m.created_at,
      before.is_read as was_read`.execute(db);
  return rows[0];
}

/** @returns whether it existed */
export async function deleteMessage(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('contact_messages')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
