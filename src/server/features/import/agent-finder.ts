/** Which agent gets an imported listing (docs/product/import.md, Rows). */

import { withAsciiDomain } from '#shared/schemas/common.ts';
import type { Database } from '../../database/database.ts';
import { StartError } from '../../errors/start-error.ts';
import { findAgents, type FoundAgent } from './import-repository.ts';

export type AgentFinder = {
  /** The agents of some rows by their email addresses; a row without its own agent gets the one given at the start. */
  find: (
    emails: readonly (string | null)[],
  ) => Promise<(email: string | null) => FoundAgent | undefined>;
};

/** A feed has few agents; one with more is looked up again now and then. */
const REMEMBERED_MAX = 10_000;

/**
 * @param fallbackEmail the agent of rows whose own is none here
 * @throws StartError when that is no agent's address
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
    throw new StartError(`No agent has the e-mail address ${fallback}.`);
  }
  const known = new Map<string, FoundAgent | undefined>();
  return {
    find: async (emails) => {
      if (known.size > REMEMBERED_MAX) known.clear();
      const wanted = new Set(emails.filter((email) => email !== null && !known.has(email)));
      const unknown = [...wanted].filter((email) => email !== null);
      if (unknown.length > 0) {
        const found = await findAgents(db, unknown);
        for (const email of unknown) known.set(email, found.get(email));
      }
      return (email) => (email === null ? undefined : known.get(email)) ?? fallbackAgent;
    },
  };
}
