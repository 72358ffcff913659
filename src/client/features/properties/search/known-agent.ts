/** Looks up the agent of an agent's page because the name in the URL cannot be trusted. */

import { useQuery } from '@tanstack/react-query';
import type { Agent } from '#shared/schemas/user.ts';
import type { PropertySummary } from '../../../property-cards/property-summary.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import type { ListPage } from '../../../api/api-types.ts';
import { findQueryData, isNotFound, type PageScope } from '../../../api/page-data/page-data.ts';
import type { AgentSearchState } from './query/listing-url.ts';
import { countQuery, propertiesQuery } from './query/listing-queries.ts';
import { NO_FILTERS } from './query/property-filters.ts';

/** An agent as stored. */
export type KnownAgent = Pick<
  Agent,
  '_id' | 'name' | 'email' | 'avatar' | 'phone' | 'office' | 'verification'
>;

/** The result of looking up an agent. */
export interface AgentLookup {
  /** Null while loading and after a failed lookup. */
  agent: KnownAgent | null;
  /** Whether the agent does not exist. */
  isUnknown: boolean;
}

/**
 * Returns the queries that can identify the agent. Every home includes its agent's
 * account, even if it belongs to an admin or a former agent. The second query is needed only if
 * the first finds no homes, and the third only if the agent has no homes at all.
 */
function agentQueries(search: AgentSearchState) {
  const { agentId } = search.scope;
  return {
    results: propertiesQuery(search),
    anyHome: countQuery(search.scope, NO_FILTERS),
    agentById: apiQuery('GET /users/agents/:id', { params: { id: agentId } }),
  };
}

/** Loads the agent. For an unknown agent, the document's status is 404. */
export async function loadAgent(page: PageScope, search: AgentSearchState): Promise<void> {
  const { results, anyHome, agentById } = agentQueries(search);
  if ((await page.prefetch(results))?.items.length !== 0) return;
  if ((await page.prefetch(anyHome))?.totalCount === 0) await page.prefetch(agentById);
}

/** Returns the agent for the page. */
export function useAgent(search: AgentSearchState): AgentLookup {
  const { results, anyHome, agentById } = agentQueries(search);
  const homes = useQuery(results).data;
  const anyHomes = useQuery({ ...anyHome, enabled: homes?.items.length === 0 }).data;
  const { data, error } = useQuery({ ...agentById, enabled: anyHomes?.totalCount === 0 });
  return { agent: firstKnown(homes, anyHomes, data), isUnknown: error?.status === 404 };
}

/** Returns the agent for the page's `meta`. */
export function findAgent(loaderData: unknown, search: AgentSearchState): AgentLookup {
  const { results, anyHome, agentById } = agentQueries(search);
  return {
    agent: firstKnown(
      findQueryData(loaderData, results),
      findQueryData(loaderData, anyHome),
      findQueryData(loaderData, agentById),
    ),
    isUnknown: isNotFound(loaderData, agentById),
  };
}

type Homes = ListPage<PropertySummary> | undefined;

function firstKnown(
  results: Homes,
  anyHome: Homes,
  agentById: Agent | undefined,
): KnownAgent | null {
  return results?.items[0]?.agent ?? anyHome?.items[0]?.agent ?? agentById ?? null;
}
