import { sql } from 'kysely';
import { lockMembership, officeIdOf } from '../../../database/agent-office.ts';
import type { Database } from '../../../database/database.ts';
import type { Role } from '#shared/schemas/user.ts';

/** An account that listings move from or to. */
export type AgentAccount = { id: string; name: string; role: Role; officeId: string | null };

/** A listing with its agent. */
export type MovedListing = { id: string; agentId: string; title: string };

/** Returns the listings' agents with their offices, without locks. */
export async function findAgents(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; officeId: string | null }[]> {
  const { rows } = await sql<{ id: string; officeId: string | null }>`
    select agent_id as id, ${officeIdOf(sql`agent_id`)} as "officeId"
    from (select distinct agent_id from properties where id = any(${ids}::bigint[])) agents`.execute(
    db,
  );
  return rows;
}

/** Returns an account without locking it. */
export async function findAgentAccount(
  db: Database,
  id: string,
): Promise<AgentAccount | undefined> {
  const { rows } = await sql<AgentAccount>`
    select id, name, role, ${officeIdOf(sql`users.id`)} as "officeId" from users where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Locks accounts and their office memberships until the transaction ends. @returns the accounts by ID */
export async function lockAccounts(
  transaction: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AgentAccount>> {
  const { rows } = await sql<Omit<AgentAccount, 'officeId'>>`
    select id, name, role from users where id = any(${ids}::bigint[])
    order by id for no key update`.execute(transaction);
  const accounts = new Map<string, AgentAccount>();
  for (const row of rows) {
    const { office } = await lockMembership(transaction, row.id);
    accounts.set(row.id, { ...row, officeId: office?._id ?? null });
  }
  return accounts;
}

/** Returns listings and locks them until the transaction ends. Users can still save the homes. */
export async function lockListings(
  transaction: Database,
  ids: readonly string[],
): Promise<MovedListing[]> {
  const { rows } = await sql<MovedListing>`
    select id, agent_id as "agentId", title from properties where id = any(${ids}::bigint[])
    order by id for no key update`.execute(transaction);
  return rows;
}

/** Returns all listings of an agent and locks them until the transaction ends. */
export async function lockAgentListings(
  transaction: Database,
  agentId: string,
): Promise<MovedListing[]> {
  const { rows } = await sql<MovedListing>`
    select id, agent_id as "agentId", title from properties where agent_id = ${agentId}
    order by id for no key update`.execute(transaction);
  return rows;
}

/** An agent can have a million listings, and triggers keep both versions of a statement's rows in memory. */
const LISTINGS_PER_STATEMENT = 1_000;

export async function moveListings(
  transaction: Database,
  ids: readonly string[],
  agentId: string,
  now: Date,
): Promise<void> {
  for (let start = 0; start < ids.length; start += LISTINGS_PER_STATEMENT) {
    const batch = ids.slice(start, start + LISTINGS_PER_STATEMENT);
    await sql`
      update properties set agent_id = ${agentId}, updated_at = ${now}
      where id = any(${batch}::bigint[]) and agent_id <> ${agentId}`.execute(transaction);
  }
}
