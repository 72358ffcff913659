import { type RawBuilder, sql } from 'kysely';
import type { UserSort } from '#shared/list-sorts.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Role } from '#shared/schemas/user.ts';
import { membershipOf } from '../../database/agent-office.ts';
import type { Database } from '../../database/database.ts';
import { containsPattern, nameContains } from '../../database/text-patterns.ts';
import type { Slice } from '../../http/endpoints/paging.ts';
import { DELETED_USER } from '../inquiries/inquiry-serializer.ts';
import type { UserRow } from './user-serializer.ts';

const COLUMNS = sql.join([
  sql`id, name, email, role, avatar_key, phone, created_at, agent_requested_at, license_number, license_state,
    verified_at, verified_by, verification_expires_on::text, verification_note`,
  ...membershipOf(sql`users.id`),
]);

/** Every sort order uses the ID as the tiebreaker, so pages never overlap. */
const ORDER: Record<UserSort, RawBuilder<unknown>> = {
  createdAt_desc: sql`created_at desc, id desc`,
  createdAt_asc: sql`created_at, id`,
  name_asc: sql`lower(name), id`,
  name_desc: sql`lower(name) desc, id desc`,
};

/**
 * Returns one page of the accounts, and the number of all pending requests to become an agent.
 *
 * @param filter.searchTerm part of a name or an email address, ignoring case and accents
 */
export async function findUsers(
  db: Database,
  filter: {
    searchTerm?: string | undefined;
    role?: Role | undefined;
    agentRequest?: 'pending' | undefined;
    sort: UserSort;
  },
  { offset, limit }: Slice,
): Promise<{ rows: UserRow[]; total: number; pending: number }> {
  const { searchTerm, role, agentRequest, sort } = filter;
  const pending = await countAgentRequests(db);
  const condition = sql.join(
    [
      sql`true`,
      ...(agentRequest === undefined ? [] : [sql`agent_requested_at is not null`]),
      ...(role === undefined ? [] : [sql`role = ${role}`]),
      ...(searchTerm === undefined ? [] : [matches(searchTerm)]),
    ],
    sql` and `,
  );
  // By default, pending requests come first. Without pending requests, an index provides the order.
  const pendingFirst =
    pending > 0 && sort === 'createdAt_desc' ? sql`(agent_requested_at is null), ` : sql``;
  const page = await sql<UserRow>`
      select ${COLUMNS} from users where ${condition}
      order by ${pendingFirst}${ORDER[sort]} limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{
    count: number;
  }>`select count(*)::int as count from users where ${condition}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0, pending };
}

/** Counts pending requests to become an agent. */
async function countAgentRequests(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where agent_requested_at is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Compares names without punctuation, and email addresses with it. */
function matches(searchTerm: string) {
  const inEmail = containsPattern(sql`lower(fold_accents(${searchTerm}))`);
  return sql`(lower(email) like ${inEmail} or ${nameContains(sql`name`, searchTerm)})`;
}

/** Returns an account; undefined if it was deleted. */
export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${COLUMNS} from users where id = ${id}`.execute(db);
  return rows[0];
}

/** Blocks role changes until the transaction ends, so that the number of admins cannot change. */
export async function lockRoles(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('doorstep.roles'))`.execute(transaction);
}

export async function countAdmins(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where role = 'admin'`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function setRole(db: Database, id: string, role: Role): Promise<void> {
  // Setting a role also decides a pending request.
  await db
    .updateTable('users')
    .set({ role, agent_requested_at: null })
    .where('id', '=', id)
    .execute();
}

/** Blocks changes to an account, and new listings by it, until the transaction ends. */
export async function lockAccount(transaction: Database, userId: string): Promise<void> {
  // New listings reference the locked row, so they wait and then fail. To avoid
  // deadlocks, every change locks accounts before listings, and listings in order of their IDs.
  await sql`select from users where id = ${userId} for update`.execute(transaction);
}

/** An agent can have a million listings, and triggers keep a statement's rows in memory. */
const LISTINGS_PER_STATEMENT = 1_000;

/**
 * Deletes an agent's listings; call `lockAccount` first.
 *
 * @returns the listings, and the keys of their pictures
 */
export async function deleteListingsByAgent(
  transaction: Database,
  userId: string,
): Promise<{ listings: { id: string; title: string }[]; imageKeys: string[] }> {
  const { rows: listings } = await sql<{ id: string; title: string }>`
    select id, title from properties where agent_id = ${userId} order by id for update`.execute(
    transaction,
  );
  const { rows } = await sql<{ key: string }>`
    select i.key from property_images i join properties p on p.id = i.property_id
    where p.agent_id = ${userId}`.execute(transaction);
  const ids = listings.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += LISTINGS_PER_STATEMENT) {
    const batch = ids.slice(start, start + LISTINGS_PER_STATEMENT);
    await sql`delete from properties where id = any(${batch}::bigint[])`.execute(transaction);
  }
  return { listings, imageKeys: rows.map(({ key }) => key) };
}

/**
 * Replaces an account's current and former names in other users' notifications. Call it while the
 * account's inquiries and tours still refer to it.
 */
export async function eraseFromNotifications(transaction: Database, id: string): Promise<void> {
  const { inquiryIds } = await findSent(transaction, id);
  const links = inquiryIds.map((inquiryId) => pagePaths.manageInquiries({ id: inquiryId }));
  // An account can have used thousands of names. Comparing them with the beginnings of titles by
  // equality, once per length, allows a hash join.
  await sql`
    with names as (
      select name from users where id = ${id}
      union select name from inquiries where sender_id = ${id}
      union select name from tours where visitor_id = ${id}
    ), beginnings as (
      select name, prefix || name || ' ' as text from names, (values (''), ('Reminder: ')) p (prefix)
    ), lengths as (
      select distinct char_length(text) as length from beginnings
    ), named as (
      -- The longest name, because one can be the beginning of another.
      select distinct on (n.id) n.id, b.text, b.name
      from notifications n cross join lengths l join beginnings b on b.text = left(n.title, l.length)
      where n.link = any(${links}::text[])
        or n.tour_id in (select id from tours where visitor_id = ${id} or agent_id = ${id})
        or n.title like '% is now the agent for %'
        or n.user_id in (
          select agent_id from inquiries where sender_id = ${id}
          union select sender_id from inquiries where agent_id = ${id}
          union select q.sender_id from inquiry_messages m join inquiries q on q.id = m.inquiry_id where m.author_id = ${id}
          union select agent_id from tours where visitor_id = ${id}
          union select visitor_id from tours where agent_id = ${id})
        -- Visitors' notifications about tours that have moved to an agent with another name.
        or exists (
          select from tours t left join users a on a.id = t.agent_id
          where t.id = n.tour_id and t.visitor_id = n.user_id and a.name is distinct from b.name)
      order by n.id, char_length(b.name) desc
    ), renamed as (
      update notifications n set title = overlay(n.title placing ${DELETED_USER}
        from char_length(b.text) - char_length(b.name) for char_length(b.name))
      from named b where b.id = n.id returning n.id, n.title
    )
    -- The event stream's log also contains the title, for up to an hour.
    update events e set data = jsonb_set(e.data, '{title}', to_jsonb(n.title)) from renamed n
    where e.kind = 'notification' and e.data ->> '_id' = n.id::text`.execute(transaction);
}

/** Returns the IDs of the inquiries that an account sent and the tours that it booked. */
export async function findSent(
  db: Database,
  userId: string,
): Promise<{ inquiryIds: string[]; tourIds: string[] }> {
  const { rows } = await sql<{ inquiryIds: string[]; tourIds: string[] }>`
    select array(select id::text from inquiries where sender_id = ${userId}) as "inquiryIds",
      array(select id::text from tours where visitor_id = ${userId}) as "tourIds"`.execute(db);
  return rows[0] ?? { inquiryIds: [], tourIds: [] };
}

/**
 * Deletes an account with its sessions and emailed links. Also deletes invitations to its address
 * and contact messages from it, removes the address from reports, and deletes the alert history of
 * its addresses unless they have other alerts or belong to another account.
 */
export async function deleteUser(db: Database, id: string): Promise<void> {
  await sql`
    delete from alert_memory m using users u left join alert_preferences a on a.user_id = u.id
    where u.id = ${id} and m.recipient in (lower(u.email), lower(a.confirmed_email))
      and not exists (select from saved_searches s where lower(s.email) = m.recipient)
      -- The account's former address can now belong to another account.
      and not exists (select from users o where lower(o.email) = m.recipient and o.id <> u.id)`.execute(
    db,
  );
  await sql`
    update reports r set email = null from users u
    where u.id = ${id} and lower(r.email) = lower(u.email)`.execute(db);
  await sql`
    delete from invitations i using users u
    where u.id = ${id} and lower(i.email) = lower(u.email)`.execute(db);
  await sql`
    delete from contact_messages m using users u
    where u.id = ${id} and lower(m.email) = lower(u.email)`.execute(db);
  await db.deleteFrom('users').where('id', '=', id).execute();
}

/**
 * Approves or declines a pending request to become an agent.
 *
 * @returns whether there was a pending request
 */
export async function resolveAgentRequest(
  transaction: Database,
  id: string,
  { decision, reason }: { decision: 'approved' | 'declined'; reason: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set agent_requested_at = null,
      role = case when ${decision} = 'approved' and role = 'user' then 'agent' else role end,
      agent_declined_reason = ${decision === 'declined' && reason !== '' ? reason : null}
    where id = ${id} and agent_requested_at is not null`.execute(transaction);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Returns the role and the reason for declining after a decision; undefined if the account was deleted. */
export async function findAgentRequestResult(
  db: Database,
  id: string,
): Promise<{ role: Role; reason: string | null } | undefined> {
  const { rows } = await sql<{ role: Role; reason: string | null }>`
    select role, agent_declined_reason as reason from users where id = ${id}`.execute(db);
  return rows[0];
}
