import type { z } from 'zod';
import type { Agent, agentsQuerySchema } from '#shared/schemas/user.ts';
import { toVerificationFields } from '../../database/agent-verification.ts';
import type { Database } from '../../database/database.ts';
import { notFound } from '../../errors/app-error.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { imagePath } from '../../storage/image-paths.ts';
import { type AgentRow, findAgent, findAgents } from './user-repository.ts';

export type AgentService = ReturnType<typeof createAgentService>;

/** Creates the service for the public directory of agents. */
export function createAgentService(readDb: Database) {
  return {
    /** Returns one page of the agents, sorted by name (docs/product/pages.md, Agents). */
    async list(
      query: z.output<typeof agentsQuerySchema>,
    ): Promise<{ agents: Agent[]; total: number }> {
      const { rows, total } = await findAgents(readDb, query, toSlice(query));
      return { agents: rows.map(toAgent), total };
    },

    /**
     * Returns one agent.
     *
     * @throws AppError NOT_FOUND for an unknown account, and for one that is not an agent
     */
    async get(id: string): Promise<Agent> {
      const row = await findAgent(readDb, id);
      if (row === undefined) throw notFound('Agent not found.');
      return toAgent(row);
    },
  };
}

function toAgent(row: AgentRow): Agent {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    avatar: row.avatar_key === null ? null : imagePath(row.avatar_key),
    phone: row.phone,
    office: row.office,
    ...toVerificationFields(row),
    createdAt: row.created_at.toISOString(),
    propertyCount: row.property_count,
  };
}
