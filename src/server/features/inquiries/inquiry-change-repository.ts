/** Writes inquiries, and finds and locks the rows that the changes depend on. */

import { sql } from 'kysely';
import { INQUIRY_LIMITS } from '#shared/limits.ts';
import type { InquiryStage } from '#shared/schemas/inquiry.ts';
import { findOfficeId } from '../../database/agent-office.ts';
import type { Database } from '../../database/database.ts';
import { deleteInquiryEmails } from '../../jobs/job-repository.ts';
import { deleteTraces } from '../notifications/trace-service.ts';
import { notificationLinks } from './inquiry-names.ts';

/** The home that an inquiry is about. */
export type InquiryProperty = {
  id: string;
  title: string;
  price: number;
  agent_id: string;
  is_available: boolean;
};

/** Finds a public listing. Returns undefined if there is none. */
export async function findInquiryProperty(
  db: Database,
  id: string,
): Promise<InquiryProperty | undefined> {
  return db
    .selectFrom('public_properties')
    .select(['id', 'title', 'price', 'agent_id', 'is_available'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Like `findInquiryProperty`, but locks the listing until the transaction ends. Accounts are locked
 * before listings, as elsewhere.
 *
 * @param accountIds accounts that the transaction will reference
 */
export async function lockInquiryProperty(
  transaction: Database,
  id: string,
  accountIds: readonly string[],
): Promise<InquiryProperty | undefined> {
  await sql`
    select from users where id = any(${[...accountIds]}::bigint[]) order by id for key share`.execute(
    transaction,
  );
  const { rows } = await sql<InquiryProperty>`
    select id, title, price, agent_id, is_available from public_properties
    where id = ${id} for no key update`.execute(transaction);
  return rows[0];
}

/**
 * Until the transaction ends, prevents concurrent requests from opening another inquiry by the same sender
 * about the same home.
 */
export async function lockSender(
  transaction: Database,
  propertyId: string,
  senderId: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`doorstep.inquiry ${propertyId} ${senderId}`}))`.execute(
    transaction,
  );
}

/** @returns the inquiry's ID */
export async function insertInquiry(
  transaction: Database,
  inquiry: {
    property: InquiryProperty;
    senderId: string | null;
    senderNetwork: string;
    name: string;
    email: string;
    phone: string | undefined;
    now: Date;
  },
): Promise<string> {
  const { property, senderId, senderNetwork, name, email, phone, now } = inquiry;
  const { id } = await transaction
    .insertInto('inquiries')
    .values({
      property_id: property.id,
      property_title: property.title,
      property_price: property.price,
      agent_id: property.agent_id,
      sender_id: senderId,
      sender_network: senderNetwork,
      name,
      email,
      phone: phone ?? null,
      created_at: now,
      last_message_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets or replaces the sender's phone number. */
export async function setPhone(transaction: Database, id: string, phone: string): Promise<void> {
  await transaction.updateTable('inquiries').set({ phone }).where('id', '=', id).execute();
}

/** Reserves an ID that looks like an inquiry's but is never used. */
export async function reserveInquiryId(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('inquiries', 'id')) as id`.execute(db);
  return rows[0]?.id ?? '1';
}

export async function insertToken(
  transaction: Database,
  link: { inquiryId: string; tokenHash: Buffer; mailedTo: string | null; now: Date },
): Promise<void> {
  const { inquiryId, tokenHash, mailedTo, now } = link;
  await sql`
    insert into inquiry_tokens (token_hash, inquiry_id, mailed_to, created_at)
    values (${tokenHash}, ${inquiryId}, address_hash(${mailedTo}), ${now})`.execute(transaction);
}

/** Returns whether a token was emailed to the inquiry's sender; false for senders with an account. */
export async function wasMailedToSender(
  transaction: Database,
  inquiryId: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    select from inquiry_tokens t join inquiries q on q.id = t.inquiry_id
    where t.token_hash = ${tokenHash} and q.id = ${inquiryId} and q.sender_id is null
      and t.mailed_to = address_hash(q.email)`.execute(transaction);
  return rows.length > 0;
}

/**
 * Locks an inquiry and its agent's office membership until the transaction ends. Agents' own
 * transactions also lock their membership first; in the other order, the transactions could deadlock.
 */
export async function lockInquiryAndAgent(transaction: Database, id: string): Promise<void> {
  const { rows } = await sql<{ agentId: string | null }>`
    select agent_id as "agentId" from inquiries where id = ${id}`.execute(transaction);
  const before = rows[0]?.agentId ?? null;
  if (before !== null) await findOfficeId(transaction, before, { lock: true });
  const agentId = await lockInquiry(transaction, id);
  if (agentId !== null && agentId !== before)
    await findOfficeId(transaction, agentId, { lock: true });
}

/** Locks an inquiry until the transaction ends, and returns its agent's ID; null if either no longer exists. */
export async function lockInquiry(transaction: Database, id: string): Promise<string | null> {
  const { rows } = await sql<{ agentId: string | null }>`
    select agent_id as "agentId" from inquiries where id = ${id} for update`.execute(transaction);
  return rows[0]?.agentId ?? null;
}

/** Locks an inquiry and returns whether it can have another message (docs/product/inquiries.md, Length). */
export async function lockForNewMessage(transaction: Database, id: string): Promise<boolean> {
  await sql`select from inquiries where id = ${id} for no key update`.execute(transaction);
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(octet_length(text)), 0)::int as bytes
    from inquiry_messages where inquiry_id = ${id}`.execute(transaction);
  const { count, bytes } = rows[0] ?? { count: 0, bytes: 0 };
  const { conversationMessages, conversationBytes } = INQUIRY_LIMITS;
  return count < conversationMessages && bytes < conversationBytes;
}

/**
 * Adds a message and marks the inquiry as read for the author's side and unread for the other. A message from
 * the agent's side moves a new inquiry to the stage `contacted`.
 *
 * @returns the message's ID
 */
export async function insertMessage(
  transaction: Database,
  message: {
    inquiryId: string;
    isFromAgent: boolean;
    authorId?: string | null;
    text: string;
    now: Date;
  },
): Promise<string> {
  const { inquiryId, isFromAgent, authorId = null, text, now } = message;
  const { id } = await transaction
    .insertInto('inquiry_messages')
    .values({
      inquiry_id: inquiryId,
      is_from_agent: isFromAgent,
      author_id: authorId,
      text,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    update inquiries set last_message_at = ${now}, is_read_by_agent = ${isFromAgent},
      is_read_by_sender = ${!isFromAgent},
      answered_at = case when ${isFromAgent} then coalesce(answered_at, ${now}) else answered_at end,
      stage = case when ${isFromAgent} and stage = 'new' then 'contacted' else stage end
    where id = ${inquiryId}`.execute(transaction);
  return id;
}

/** Changes an inquiry's stage, note, or reminder; undefined fields stay unchanged. */
export async function updateInquiry(
  transaction: Database,
  id: string,
  change: { stage?: InquiryStage; note?: string; remind_at?: Date | null; is_reminded?: boolean },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await transaction.updateTable('inquiries').set(change).where('id', '=', id).execute();
}

/**
 * Moves the inquiries about homes from the homes' previous agents to their current agents as unread.
 * Questions that the new agent asked do not move.
 *
 * @param homes the homes with their previous agents
 * @returns the moved inquiries with their new agents
 */
export async function moveToAgents(
  transaction: Database,
  homes: readonly { id: string; agentId: string }[],
): Promise<{ id: string; agentId: string }[]> {
  const { rows } = await sql<{ id: string; agentId: string }>`
    update inquiries q set agent_id = p.agent_id, is_read_by_agent = false, assigned_from = null
    from unnest(${homes.map(({ id }) => id)}::bigint[], ${homes.map(({ agentId }) => agentId)}::bigint[])
      as former (property_id, agent_id)
    join properties p on p.id = former.property_id
    where q.property_id = former.property_id and q.agent_id = former.agent_id
      and q.sender_id is distinct from p.agent_id
    returning q.id, q.agent_id as "agentId"`.execute(transaction);
  return rows;
}

/** Assigns an inquiry to another agent as unread. */
export async function setAgent(transaction: Database, id: string, agentId: string): Promise<void> {
  await sql`
    update inquiries q set agent_id = ${agentId}, is_read_by_agent = false,
      assigned_from = (select p.agent_id from properties p where p.id = q.property_id)
    where id = ${id}`.execute(transaction);
}

/** Advances an inquiry to the stage `tour`, unless it has reached that or a later stage. */
export async function advanceToTour(transaction: Database, id: string): Promise<void> {
  await sql`
    update inquiries set stage = 'tour'
    where id = ${id} and stage in ('new', 'contacted')`.execute(transaction);
}

/** Marks an inquiry as read by one side. */
export async function setRead(
  transaction: Database,
  id: string,
  side: 'agent' | 'sender',
): Promise<void> {
  const column = side === 'agent' ? 'is_read_by_agent' : 'is_read_by_sender';
  await transaction
    .updateTable('inquiries')
    .set({ [column]: true })
    .where('id', '=', id)
    .execute();
}

export async function insertAdminRead(
  transaction: Database,
  inquiryId: string,
  adminId: string,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('inquiry_admin_reads')
    .values({ inquiry_id: inquiryId, admin_id: adminId, read_at: now })
    .execute();
}

/** Erases visitors' data from inquiries' tours and cancels upcoming tours. */
export type EraseTours = (
  transaction: Database,
  inquiryIds: readonly string[],
  now: Date,
) => Promise<void>;

/**
 * Deletes inquiries and all copies of their data in tours, notifications, logged events, webhook
 * messages, and unsent emails.
 *
 * @returns the number of deleted inquiries
 */
export async function deleteInquiries(
  transaction: Database,
  ids: readonly string[],
  { eraseTours, now }: { eraseTours: EraseTours; now: Date },
): Promise<number> {
  if (ids.length === 0) return 0;
  await deleteInquiryEmails(transaction, ids);
  // Queues emails about canceled tours.
  await eraseTours(transaction, ids, now);
  const { numAffectedRows } = await sql`
    delete from inquiries where id = any(${[...ids]}::bigint[])`.execute(transaction);
  const links = ids.flatMap((id) => Object.values(notificationLinks(id)));
  await deleteTraces(transaction, { kind: 'inquiry', ids, links });
  return Number(numAffectedRows ?? 0n);
}

/**
 * Claims up to 100 due reminders: marks them as sent and returns their inquiries' IDs, each to only
 * one caller. Reminders of demoted agents wait until their role is restored or the inquiry is assigned.
 */
export async function claimReminders(transaction: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select q.id from inquiries q join users u on u.id = q.agent_id and u.role <> 'user'
      where q.remind_at <= ${now} and not q.is_reminded
      order by q.remind_at limit 100 for update of q skip locked
    )
    update inquiries q set is_reminded = true from due where due.id = q.id returning q.id`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}

/**
 * Finds and locks a batch of inquiries whose last message was before a time, oldest first. Omits
 * inquiries with a tour that has not ended because deleting them would cancel the tour.
 */
export async function findInquiriesBefore(
  db: Database,
  { time, now }: { time: Date; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from inquiries q where last_message_at < ${time} and not exists (
      select from tours t where t.inquiry_id = q.id and t.status in ('requested', 'booked') and t.end_at > ${now}
    ) order by last_message_at limit 500 for update skip locked`.execute(db);
  return rows.map(({ id }) => id);
}
