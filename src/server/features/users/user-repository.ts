import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** An entry of the directory. */
export type AgentRow = {
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  created_at: Date;
  property_count: number;
};

/** A text as a pattern of LIKE that finds it anywhere. */
export function anywhere(folded: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`'%' || replace(replace(replace(${folded}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
}

/** Whether a name holds a text; none holds one that is nothing but punctuation. */
export function nameHolds(searchTerm: string): RawBuilder<unknown> {
  const folded = sql`trim(fold_text(${searchTerm}))`;
  return sql`(${folded} <> '' and fold_text(name) like ${anywhere(folded)})`;
}

/**
 * One page of the agents by name, with the number of their available listings.
 *
 * @param searchTerm part of a name, without regard to case and accents
 */
export async function findAgents(
  db: Database,
  searchTerm: string | undefined,
  { offset, limit }: Slice,
): Promise<{ rows: AgentRow[]; total: number }> {
  const condition = sql`role = 'agent' ${
    searchTerm === undefined ? sql`` : sql`and ${nameHolds(searchTerm)}`
  }`;
  const [page, count] = await Promise.all([
    selectAgents(
      sql`${condition} order by lower(name), id limit ${limit} offset ${offset}`,
    ).execute(db),
    sql<{ count: number }>`select count(*)::int as count from users where ${condition}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/** One agent with the number of their available listings. */
export async function findAgent(db: Database, id: string): Promise<AgentRow | undefined> {
  const { rows } = await selectAgents(sql`role = 'agent' and id = ${id}`).execute(db);
  return rows[0];
}

/** The listings are counted of those agents alone whom the rest of the inner statement leaves. */
function selectAgents(whereAndLimit: RawBuilder<unknown>): RawBuilder<AgentRow> {
  return sql<AgentRow>`
    select id, name, email, avatar_key, created_at, coalesce((
      select sum(listing_count)::int from property_totals t where t.agent_id = page.id and t.is_available
    ), 0) as property_count
    from (
      select id, name, email, avatar_key, created_at from users where ${whereAndLimit}
    ) page
    order by lower(name), id`;
}
