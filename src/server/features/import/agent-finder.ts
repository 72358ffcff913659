/** Finds the agents of imported listings (docs/product/import.md, Rows). */

import { withAsciiDomain } from '#shared/schemas/common.ts';
import type { Database } from '../../database/database.ts';
import { StartError } from '../../errors/start-error.ts';
import { findAgents, type FoundAgent } from './import-repository.ts';

export type AgentFinder = {
  /**
   * Looks up agents by identifier: an email address or, for some data sources, a license number.
   * Unknown identifiers and null resolve to the fallback agent, if any.
   */
  find: (
    identifiers: readonly (string | null)[],
  ) => Promise<(identifier: string | null) => FoundAgent | undefined>;
};

/** The cache is cleared above this size. Most feeds have few agents. */
const MAX_CACHED_AGENTS = 10_000;

/** No email address or license is longer, so longer values are neither looked up nor cached. */
const MAX_IDENTIFIER_LENGTH = 254;

/**
 * Returns the identifiers that must be looked up because they are not in the cache.
 *
 * @param cache contains earlier results; cleared if it is too large
 */
export function findUncached(
  identifiers: readonly (string | null)[],
  cache: Map<string, unknown>,
): string[] {
  if (cache.size > MAX_CACHED_AGENTS) cache.clear();
  return [...new Set(identifiers)].filter(
    (identifier) =>
      identifier !== null && identifier.length <= MAX_IDENTIFIER_LENGTH && !cache.has(identifier),
  ) as string[];
}

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
      const missing = findUncached(emails, cache);
      if (missing.length > 0) {
        const found = await findAgents(db, missing);
        for (const email of missing) cache.set(email, found.get(email));
      }
      return (email) => (email === null ? undefined : cache.get(email)) ?? fallbackAgent;
    },
  };
}
