/** Reads inquiries. */

import { type RawBuilder, sql } from 'kysely';
import type { InquiryFilter, InquiryStage } from '#shared/schemas/inquiry.ts';
import type { Role } from '#shared/schemas/user.ts';
import { isInOffice, officeIdOf } from '../../database/agent-office.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** An inquiry with its current home and agent. */
export type InquiryRow = {
  id: string;
  property_id: string | null;
  title: string;
  price: number;
  image_key: string | null;
  agent_id: string | null;
  agent_name: string | null;
  agent_role: Role | null;
  /** The agent's office. */
  office_id: string | null;
  sender_id: string | null;
  /** The sender's network, see hashNetwork; null for some older inquiries. */
  sender_network: string | null;
  name: string;
  email: string | null;
  phone: string | null;
  stage: InquiryStage;
  note: string;
  remind_at: Date | null;
  is_read_by_agent: boolean;
  is_read_by_sender: boolean;
  created_at: Date;
  last_message_at: Date;
  answered_at: Date | null;
};

/** A message as stored, with its author's name. */
export type MessageRow = {
  id: string;
  inquiry_id: string;
  is_from_agent: boolean;
  text: string;
  created_at: Date;
  /** The author's name; null if that account was deleted. */
  author_name: string | null;
};

/**
 * Selects messages with their authors. Processes of an earlier release can still run after an upgrade
 * and do not store authors. Their answers are attributed to the inquiry's agent.
 */
const selectMessages = (messages: RawBuilder<unknown>) => sql<MessageRow>`
  select m.id, m.inquiry_id, m.is_from_agent, m.text, m.created_at,
    case when m.is_from_agent then author.name else q.name end as author_name
  from ${messages} m
  join inquiries q on q.id = m.inquiry_id
  left join users author on author.id = coalesce(m.author_id, q.agent_id)`;

/** An admin's read of an inquiry. */
export type AdminReadRow = { inquiry_id: string; name: string | null; read_at: Date };

/** The sender's email address: the account's current one or, without an account, the one entered. */
const EMAIL = sql`coalesce(sender.email, q.email)`;

/**
 * Selects inquiries. For a home that is not public, uses the title and price at the first question or, if the
 * home was deleted, at its deletion, because its current ones are not public.
 */
const SELECT = sql`
  select q.id, q.property_id, coalesce(p.title, q.property_title) as title,
    coalesce(p.price, q.property_price) as price, image.key as image_key, q.agent_id,
    agent.name as agent_name, agent.role as agent_role, ${officeIdOf(sql`q.agent_id`)} as office_id, q.sender_id, q.sender_network, q.name, ${EMAIL} as email, q.phone, q.stage, q.note, q.remind_at,
    q.is_read_by_agent, q.is_read_by_sender, q.created_at, q.last_message_at, q.answered_at
  from inquiries q
  left join public_properties p on p.id = q.property_id
  left join users agent on agent.id = q.agent_id
  left join users sender on sender.id = q.sender_id
  left join lateral (
    select key from property_images where property_id = p.id and not is_floor_plan order by position limit 1
  ) image on true`;

/** Finds an inquiry. Returns undefined if there is none. */
export async function findInquiry(db: Database, id: string): Promise<InquiryRow | undefined> {
  const { rows } = await sql<InquiryRow>`${SELECT} where q.id = ${id}`.execute(db);
  return rows[0];
}

/** Whose inquiries to list: an agent's, an office's, a sender's, or all. */
export type InquiryScope =
  | { agentId: string }
  | { officeId: string; managerId: string }
  | { senderId: string }
  | 'all';

/** The tables that `toCondition` refers to. */
const FROM_SEARCHED = sql`
  from inquiries q
  left join public_properties p on p.id = q.property_id
  left join users sender on sender.id = q.sender_id`;

/** Finds a page of inquiries, newest activity first. */
export async function findInquiries(
  db: Database,
  scope: InquiryScope,
  filter: InquiryFilter,
  { offset, limit }: Slice,
): Promise<{ rows: InquiryRow[]; total: number }> {
  const condition = toCondition(scope, filter);
  // One query at a time, so that a request uses only one database connection.
  const page = await sql<InquiryRow>`${SELECT} where ${condition}
    order by q.last_message_at desc, q.id desc limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ count: number }>`
    select count(*)::int as count ${FROM_SEARCHED} where ${condition}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/** Finds the IDs of inquiries, newest activity first. */
export async function findInquiryIds(
  db: Database,
  scope: InquiryScope,
  filter: InquiryFilter,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select q.id ${FROM_SEARCHED} where ${toCondition(scope, filter)}
    order by q.last_message_at desc, q.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds inquiries by ID, in the order of the IDs, except those that have left the scope. */
export async function findInquiriesById(
  db: Database,
  scope: InquiryScope,
  ids: readonly string[],
): Promise<InquiryRow[]> {
  const { rows } = await sql<InquiryRow>`${SELECT}
    where q.id = any(${ids}::bigint[]) and ${isInScope(scope)}
    order by array_position(${ids}::bigint[], q.id)`.execute(db);
  return rows;
}

function toCondition(scope: InquiryScope, filter: InquiryFilter): RawBuilder<unknown> {
  const { stage, searchTerm, unread } = filter;
  const parts = [
    isInScope(scope),
    ...(stage === undefined ? [] : [sql`q.stage = ${stage}`, isAgentSide(scope)]),
    ...(unread === undefined
      ? []
      : [
          unread === 'true' ? sql`not q.is_read_by_agent` : sql`q.is_read_by_agent`,
          isAgentSide(scope),
        ]),
    ...(searchTerm === undefined ? [] : [matches(searchTerm)]),
  ];
  return sql.join(parts, sql` and `);
}

function isInScope(scope: InquiryScope): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  if ('agentId' in scope) return sql`q.agent_id = ${scope.agentId}`;
  if ('officeId' in scope) return isInOffice(sql`q.agent_id`, scope.officeId);
  return sql`q.sender_id = ${scope.senderId}`;
}

/** Excludes a manager's own questions so that filters do not reveal what only the agent's side sees. */
const isAgentSide = (scope: InquiryScope): RawBuilder<unknown> =>
  scope !== 'all' && 'managerId' in scope
    ? sql`(q.sender_id is distinct from ${scope.managerId} or q.agent_id = ${scope.managerId})`
    : sql`true`;

/**
 * Tests whether the name, email address, or home's title contains a string, ignoring case and
 * accents.
 */
function matches(searchTerm: string): RawBuilder<unknown> {
  const folded = sql`lower(fold_accents(${searchTerm}))`;
  const text = sql`lower(fold_accents(concat_ws(E'\\n', q.name, ${EMAIL}, coalesce(p.title, q.property_title))))`;
  return sql`position(${folded} in ${text}) > 0`;
}

/** Counts inquiries that their agents have not read. */
export async function countUnread(db: Database, scope: InquiryScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inquiries q
    where ${isInScope(scope)} and ${isAgentSide(scope)} and not q.is_read_by_agent`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Finds an inquiry's messages, or only the newest ones, oldest first. */
export async function findMessages(
  db: Database,
  inquiryId: string,
  { newest }: { newest?: number } = {},
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    ${selectMessages(sql`(
      select * from inquiry_messages where inquiry_id = ${inquiryId}
      order by id desc limit ${newest ?? null}
    )`)} order by m.id`.execute(db);
  return rows;
}

/** Finds a message. Returns undefined if it was deleted. */
export async function findMessage(db: Database, id: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    ${selectMessages(sql`inquiry_messages`)} where m.id = ${id}`.execute(db);
  return rows[0];
}

/** Finds the newest message of each inquiry, in any order. */
export async function findLastMessages(
  db: Database,
  inquiryIds: readonly string[],
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    ${selectMessages(sql`(
      select last.* from unnest(${[...inquiryIds]}::bigint[]) as requested (id)
      cross join lateral (
        select * from inquiry_messages where inquiry_id = requested.id order by id desc limit 1
      ) last
    )`)}`.execute(db);
  return rows;
}

/**
 * Finds the time of the sender's oldest message since the agent's last one, for inquiries that are
 * neither closed nor lost.
 */
export async function findOldestUnanswered(
  db: Database,
  inquiryIds: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; since: Date }>`
    select q.id, min(m.created_at) as since from inquiries q
    join inquiry_messages m on m.inquiry_id = q.id and not m.is_from_agent and m.id > coalesce(
      (select max(id) from inquiry_messages where inquiry_id = q.id and is_from_agent), 0)
    where q.id = any(${[...inquiryIds]}::bigint[]) and q.stage not in ('closed', 'lost')
    group by q.id`.execute(db);
  return new Map(rows.map(({ id, since }) => [id, since]));
}

/** Finds admins' reads of inquiries, oldest first. */
export async function findAdminReads(
  db: Database,
  inquiryIds: readonly string[],
): Promise<AdminReadRow[]> {
  const { rows } = await sql<AdminReadRow>`
    select r.inquiry_id, u.name, r.read_at from inquiry_admin_reads r
    left join users u on u.id = r.admin_id
    where r.inquiry_id = any(${[...inquiryIds]}::bigint[]) order by r.id`.execute(db);
  return rows;
}

/** Returns whether a token opens an inquiry. */
export async function hasToken(
  db: Database,
  inquiryId: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    select from inquiry_tokens
    where token_hash = ${tokenHash} and inquiry_id = ${inquiryId}`.execute(db);
  return rows.length > 0;
}

/**
 * Whether a new question about home `p` continues the earlier inquiry `q` about it. It does if the inquiry's agent is
 * the home's agent, or if the inquiry was assigned to an agent who can still read it and the home's
 * agent has not changed since. Former agents of the home and deleted accounts would not answer.
 */
const canBeContinued = sql`(q.agent_id = p.agent_id or (
  q.assigned_from = p.agent_id and exists (select from users u where u.id = q.agent_id and u.role <> 'user')))`;

/** Returns the ID of the sender's newest inquiry about a home that a new question would continue, if any. */
export async function findInquiryOf(
  db: Database,
  propertyId: string,
  senderId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select q.id from inquiries q join public_properties p on p.id = q.property_id
    where p.id = ${propertyId} and q.sender_id = ${senderId} and ${canBeContinued}
    order by q.id desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** Returns the ID of the inquiry that a token opens, if it is about the home and a new question would continue it. */
export async function findInquiryByToken(
  db: Database,
  propertyId: string,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select q.id from inquiry_tokens t
    join inquiries q on q.id = t.inquiry_id join public_properties p on p.id = q.property_id
    where t.token_hash = ${tokenHash} and p.id = ${propertyId} and ${canBeContinued}`.execute(db);
  return rows[0]?.id;
}

/** Returns whether the home of an inquiry is public and belongs to the inquiry's agent. */
export async function isHomeOfAgent(db: Database, inquiryId: string): Promise<boolean> {
  const { rows } = await sql`
    select from inquiries q join public_properties p on p.id = q.property_id
    where q.id = ${inquiryId} and p.agent_id = q.agent_id`.execute(db);
  return rows.length > 0;
}
