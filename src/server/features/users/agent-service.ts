import type { z } from 'zod';
import type { Agent, agentsQuerySchema } from '#shared/schemas/user.ts';
import type { Database } from '../../database/database.ts';
import { toSlice } from '../../http/paging.ts';
import { imagePath } from '../../storage/image-paths.ts';
import { findAgents } from './user-repository.ts';

export type AgentService = ReturnType<typeof createAgentService>;

/** The public directory of agents. */
export function createAgentService(readDb: Database) {
  return {
    /** One page of the agents by name (interface: Listings). */
    async list(
      query: z.output<typeof agentsQuerySchema>,
    ): Promise<{ agents: Agent[]; total: number }> {
      const { rows, total } = await findAgents(readDb, query.searchTerm, toSlice(query));
      const agents = rows.map((row) => ({
        _id: row.id,
        name: row.name,
        email: row.email,
        avatar: row.avatar_key === null ? null : imagePath(row.avatar_key),
        createdAt: row.created_at.toISOString(),
        propertyCount: row.property_count,
      }));
      return { agents, total };
    },
  };
}
