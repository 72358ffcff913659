/** Finds the agents of synced listings (docs/product/data-sources.md, Agents). */

import { withAsciiDomain } from '#shared/schemas/common.ts';
import type { Database } from '../../../database/database.ts';
import { type AgentFinder, MAX_CACHED_AGENTS } from '../agent-finder.ts';
import { findAgents, type FoundAgent } from '../import-repository.ts';
import type { ResoRecord } from '../reso/reso-record.ts';
import { readText } from '../reso/reso-values.ts';
import { findAgentsByLicense, type DataSourceRow } from './source-repository.ts';

/** Returns the email address or license that identifies a record's agent. It replaces `ListAgentEmail`. */
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
): AgentFinder & { isKnown: (text: string | null) => boolean } {
  const cache = new Map<string, FoundAgent | undefined>();
  return {
    find: async (texts) => {
      if (cache.size > MAX_CACHED_AGENTS) cache.clear();
      const unknown = [...new Set(texts)].filter((text) => text !== null && !cache.has(text));
      const missing = unknown.filter((text) => text !== null);
      if (missing.length > 0) {
        const found = await (agentBy === 'email' ? findAgents : findAgentsByLicense)(db, missing);
        for (const text of missing) cache.set(text, found.get(text));
      }
      return (text) => (text === null ? undefined : cache.get(text)) ?? defaultAgent;
    },
    isKnown: (text) => text !== null && cache.get(text) !== undefined,
  };
}
