/** Finds the agents of imported listings (docs/product/import.md, Rows). */

import { withAsciiDomain } from '#shared/schemas/common.ts';
import type { Database } from '../../database/database.ts';
import { StartError } from '../../errors/start-error.ts';
import { findAgents, type FoundAgent } from './import-repository.ts';

export type AgentFinder = {
  /** Looks up agents by email address; unknown addresses resolve to the fallback agent. */
  find: (
    emails: readonly (string | null)[],
  ) => Promise<(email: string | null) => FoundAgent | undefined>;
};

/** The cache is cleared above this size. Most feeds have few agents. */
export const MAX_CACHED_AGENTS = 10_000;

/**
 * @param fallbackEmail the email address of the agent for rows without a known agent
 * @throws StartError if no agent has this email address
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
  const cache = new Map<string, FoundAgent | undefined>();
  return {
    find: async (emails) => {
      if (cache.size > MAX_CACHED_AGENTS) cache.clear();
      const uncached = new Set(emails.filter((email) => email !== null && !cache.has(email)));
      const missing = [...uncached].filter((email) => email !== null);
      if (missing.length > 0) {
        const found = await findAgents(db, missing);
        for (const email of missing) cache.set(email, found.get(email));
      }
      return (email) => (email === null ? undefined : cache.get(email)) ?? fallbackAgent;
    },
  };
}
