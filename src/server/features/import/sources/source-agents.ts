/** Which agent gets a synced listing (docs/product/data-sources.md, Agents). */

import { withAsciiDomain } from '#shared/schemas/common.ts';
import type { Database } from '../../../database/database.ts';
import type { AgentFinder } from '../agent-finder.ts';
import { findAgents, type FoundAgent } from '../import-repository.ts';
import type { ResoRecord } from '../reso/reso-record.ts';
import { readText } from '../reso/reso-values.ts';
import { findAgentsByLicense, type SourceRow } from './source-repository.ts';

/** The text that an agent of a record is found by: it takes the place of `ListAgentEmail`. */
export function agentText(record: ResoRecord, agentBy: SourceRow['agent_by']): string | null {
  if (agentBy === 'none') return null;
  const field = agentBy === 'email' ? 'ListAgentEmail' : 'ListAgentStateLicense';
  return withAsciiDomain(readText(record[field]) ?? '').toLowerCase() || null;
}

/** Finds agents by these texts; `isOwn` says whether one was found, and not the default agent. */
export function createSourceAgents(
  db: Database,
  agentBy: SourceRow['agent_by'],
  defaultAgent: FoundAgent,
): AgentFinder & { isOwn: (text: string | null) => boolean } {
  const known = new Map<string, FoundAgent | undefined>();
  return {
    find: async (texts) => {
      const unknown = [...new Set(texts)].filter((text) => text !== null && !known.has(text));
      const wanted = unknown.filter((text) => text !== null);
      if (wanted.length > 0) {
        const found = await (agentBy === 'email' ? findAgents : findAgentsByLicense)(db, wanted);
        for (const text of wanted) known.set(text, found.get(text));
      }
      return (text) => (text === null ? undefined : known.get(text)) ?? defaultAgent;
    },
    isOwn: (text) => text !== null && known.get(text) !== undefined,
  };
}
