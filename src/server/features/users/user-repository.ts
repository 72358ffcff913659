import { type RawBuilder, sql } from 'kysely';
import type { AgentOffice } from '#shared/schemas/agent-office.ts';
import type { VerificationRow } from '../../database/agent-verification.ts';
import { isInOffice, officeOf } from '../../database/agent-office.ts';
import type { Database } from '../../database/database.ts';
import { nameContains } from '../../database/text-patterns.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** An agent in the directory. */
export type AgentRow = VerificationRow & {
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  phone: string | null;
  office: AgentOffice | null;
  created_at: Date;
  property_count: number;
};

/**
 * Returns one page of the agents, sorted by name, with the number of their available listings.
 *
 * @param filter.searchTerm part of a name, ignoring case and accents
 */
export async function findAgents(
  db: Database,
  { searchTerm, officeId }: { searchTerm?: string | undefined; officeId?: string | undefined },
  { offset, limit }: Slice,
): Promise<{ rows: AgentRow[]; total: number }> {
  const conditions = [
    sql`role = 'agent'`,
    ...(searchTerm === undefined ? [] : [nameContains(sql`name`, searchTerm)]),
    ...(officeId === undefined ? [] : [isInOffice(sql`id`, officeId)]),
  ];
  const where = sql.join(conditions, sql` and `);
  const page = await selectAgents(
    sql`${where} order by lower(name), id limit ${limit} offset ${offset}`,
  ).execute(db);
  const count = await sql<{
    count: number;
  }>`select count(*)::int as count from users where ${where}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/** Returns an agent with the number of their available listings. */
export async function findAgent(db: Database, id: string): Promise<AgentRow | undefined> {
  const { rows } = await selectAgents(sql`role = 'agent' and id = ${id}`).execute(db);
  return rows[0];
}

/** Selects agents first so that listings are counted only for the selected ones. */
function selectAgents(whereAndLimit: RawBuilder<unknown>): RawBuilder<AgentRow> {
  return sql<AgentRow>`
    select id, name, email, avatar_key, phone, verified_at, license_number, license_state, created_at, ${officeOf(sql`page.id`)} as office, coalesce((
      select sum(listing_count)::int from property_totals t where t.agent_id = page.id and t.is_available
    ), 0) as property_count
    from (
      select id, name, email, avatar_key, phone, verified_at, license_number, license_state, created_at from users where ${whereAndLimit}
    ) page
    order by lower(name), id`;
}
