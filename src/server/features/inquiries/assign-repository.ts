import { sql } from 'kysely';
import type { Role } from '#shared/schemas/user.ts';
import { findOfficeId } from '../../database/agent-office.ts';
import type { Database } from '../../database/database.ts';

/** The account chosen as a conversation's new agent, which can have any role. */
export type NewAgent = { role: Role; officeId: string | null };

/**
 * Returns the account chosen as the new agent; undefined if it does not exist. `lock` prevents changes
 * to its role and office until the transaction ends.
 */
export async function findNewAgent(
  transaction: Database,
  id: string,
  { lock = false } = {},
): Promise<NewAgent | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select role from users where id = ${id} ${lock ? sql`for no key update` : sql``}`.execute(
    transaction,
  );
  const [account] = rows;
  if (account === undefined) return undefined;
  return { ...account, officeId: await findOfficeId(transaction, id, { lock }) };
}

/**
 * Assigns inquiries to another agent and marks them as unread: either the open inquiries about the
 * given listings, unless they are assigned to someone other than the listings' previous agents, or all
 * inquiries of one agent. Skips questions that the new agent asked.
 *
 * @returns the IDs of the reassigned inquiries
 */
export async function moveInquiries(
  transaction: Database,
  selection: readonly { id: string; agentId: string }[] | { agentId: string },
  toAgentId: string,
): Promise<string[]> {
  const condition =
    'agentId' in selection
      ? sql`q.agent_id = ${selection.agentId}`
      : sql`q.stage not in ('closed', 'lost') and (q.property_id, q.agent_id) in (
          select * from unnest(
            ${selection.map(({ id }) => id)}::bigint[], ${selection.map(({ agentId }) => agentId)}::bigint[]
          ))`;
  const { rows } = await sql<{ id: string }>`
    update inquiries q set agent_id = ${toAgentId}, is_read_by_agent = false,
      assigned_from = ${'agentId' in selection ? sql`assigned_from` : null}
    where ${condition} and q.sender_id is distinct from ${toAgentId}
    returning q.id`.execute(transaction);
  return rows.map(({ id }) => id);
}
