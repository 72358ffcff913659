/** Finds the agents of imported listings (docs/product/import.md, Rows). */

import { withAsciiDomain } from '#shared/schemas/common.ts';
import type { Database } from '../../database/database.ts';
import { StartError } from '../../errors/start-error.ts';
import { findAgents, type FoundAgent } from './import-repository.ts';

export type AgentFinder = {
  /** Finds rows' agents by email address; rows without a known agent get the fallback. */
  find: (
    emails: readonly (string | null)[],
  ) => Promise<(email: string | null) => FoundAgent | undefined>;
};

/** Above this, the cache is cleared: most feeds have few agents. */
const MAX_CACHED_AGENTS = 10_000;

/**
 * @param fallbackEmail the agent of rows without a known agent
 * @throws StartError if it is not an agent's address
 */
export async function createAgentFinder(
  db: Database,
  fallbackEmail: string | undefined,
): Promise<AgentFinder> {
  const fallback =
    fallbackEmail === undefined ? undefined : withAsciiDomain(fallbackEmail.trim()).toLowerCase();
  const fallbackAgent =
    fallback === undefined ? undefined : (await findAgents(db, [fallback])).get(fallback);
  if (fallback !== undefined && fallbackAgent === undefined) {
    throw new StartError(`No agent has the email address ${fallback}.`);
  }
  const known = new Map<string, FoundAgent | undefined>();
  return {
    find: async (emails) => {
      if (known.size > MAX_CACHED_AGENTS) known.clear();
      const missing = new Set(emails.filter((email) => email !== null && !known.has(email)));
      const unknown = [...missing].filter((email) => email !== null);
      if (unknown.length > 0) {
        const found = await findAgents(db, unknown);
        for (const email of unknown) known.set(email, found.get(email));
      }
      return (email) => (email === null ? undefined : known.get(email)) ?? fallbackAgent;
    },
  };
}
