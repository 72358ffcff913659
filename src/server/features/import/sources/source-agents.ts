/** Finds the agents of synced listings (docs/product/data-sources.md, Agents). */

import { withAsciiDomain } from '#shared/schemas/common.ts';
import type { Database } from '../../../database/database.ts';
import { type AgentFinder, findUncached } from '../agent-finder.ts';
import { findAgents, type FoundAgent } from '../import-repository.ts';
import type { ResoRecord } from '../reso/reso-record.ts';
import { readText } from '../reso/reso-values.ts';
import { findAgentsByLicense, type DataSourceRow } from './source-repository.ts';

/**
 * Returns the email address or license number that identifies a record's agent, in lowercase; null if
 * there is none. The sync stores it as `ListAgentEmail`, by which the import finds the agent.
 */
export function agentIdentifierOf(
  record: ResoRecord,
  agentBy: DataSourceRow['agent_by'],
): string | null {
  if (agentBy === 'none') return null;
  const field = agentBy === 'email' ? 'ListAgentEmail' : 'ListAgentStateLicense';
  return withAsciiDomain(readText(record[field]) ?? '').toLowerCase() || null;
}

/**
 * Creates a finder for agents by email address or license. `isKnown` returns whether an agent was
 * found, in which case the default agent is not used.
 */
export function createSourceAgentFinder(
  db: Database,
  agentBy: DataSourceRow['agent_by'],
  defaultAgent: FoundAgent,
): AgentFinder & { isKnown: (identifier: string | null) => boolean } {
  const cache = new Map<string, FoundAgent | undefined>();
  return {
    find: async (identifiers) => {
      const missing = findUncached(identifiers, cache);
      if (missing.length > 0) {
        const found = await (agentBy === 'email' ? findAgents : findAgentsByLicense)(db, missing);
        for (const identifier of missing) cache.set(identifier, found.get(identifier));
      }
      return (identifier) =>
        (identifier === null ? undefined : cache.get(identifier)) ?? defaultAgent;
    },
    isKnown: (identifier) => identifier !== null && cache.get(identifier) !== undefined,
  };
}
