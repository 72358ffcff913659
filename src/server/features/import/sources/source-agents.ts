/** Finds the agents of synced listings (docs/product/data-sources.md, Agents). */

import { withAsciiDomain } from '#shared/schemas/common.ts';
import type { Database } from '../../../database/database.ts';
import type { AgentFinder } from '../agent-finder.ts';
import { findAgents, type FoundAgent } from '../import-repository.ts';
import type { ResoRecord } from '../reso/reso-record.ts';
import { readText } from '../reso/reso-values.ts';
import { findAgentsByLicense, type SourceRow } from './source-repository.ts';

/** Returns the value for finding a record's agent; it replaces `ListAgentEmail`. */
export function agentText(record: ResoRecord, agentBy: SourceRow['agent_by']): string | null {
  if (agentBy === 'none') return null;
  const field = agentBy === 'email' ? 'ListAgentEmail' : 'ListAgentStateLicense';
  return withAsciiDomain(readText(record[field]) ?? '').toLowerCase() || null;
}

/**
 * Finds agents by these values; `isOwn` is true if an agent was found instead of the default one.
 */
export function createSourceAgents(
  db: Database,
  agentBy: SourceRow['agent_by'],
  defaultAgent: FoundAgent,
): AgentFinder & { isOwn: (text: string | null) => boolean } {
  const known = new Map<string, FoundAgent | undefined>();
  return {
    find: async (texts) => {
      const unknown = [...new Set(texts)].filter((text) => text !== null && !known.has(text));
      const missing = unknown.filter((text) => text !== null);
      if (missing.length > 0) {
        const found = await (agentBy === 'email' ? findAgents : findAgentsByLicense)(db, missing);
        for (const text of missing) known.set(text, found.get(text));
      }
      return (text) => (text === null ? undefined : known.get(text)) ?? defaultAgent;
    },
    isOwn: (text) => text !== null && known.get(text) !== undefined,
  };
}
