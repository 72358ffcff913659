/** Looks up the agent of an agent's page, because the URL can contain any name. */

import { useQuery } from '@tanstack/react-query';
import type { Agent } from '#shared/schemas/user.ts';
import type { PropertySummary } from '../../../property-cards/property-summary.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import type { ListPage } from '../../../api/api-types.ts';
import { findQueryData, isNotFound, type PageScope } from '../../../api/page-data/page-data.ts';
import type { AgentListing } from './query/listing-url.ts';
import { countQuery, propertiesQuery } from './query/listing-queries.ts';
import { NO_FILTERS } from './query/property-filters.ts';

/** An agent as stored. */
export type KnownAgent = Pick<
  Agent,
  '_id' | 'name' | 'email' | 'avatar' | 'phone' | 'office' | 'verification'
>;

/**
 * `agent` is null while unknown and after a failed lookup; `isUnknown` means that there is no such
 * agent.
 */
export interface AgentLookup {
  agent: KnownAgent | null;
  isUnknown: boolean;
}

/**
 * Returns the requests that can identify the agent. Every home names its agent, even if that is an
 * admin or a former agent, so the second request is needed only if the first finds no home, and the
 * third only if the agent has no homes at all.
 */
function sourcesOf(listing: AgentListing) {
  const { agentId } = listing.place;
  return {
    found: propertiesQuery(listing),
    anyHome: countQuery(listing.place, NO_FILTERS),
    person: apiQuery('GET /users/agents/:id', { params: { id: agentId } }),
  };
}

/** Loads the agent. An unknown agent makes the document a 404. */
export async function loadAgent(page: PageScope, listing: AgentListing): Promise<void> {
  const { found, anyHome, person } = sourcesOf(listing);
  if ((await page.prefetch(found))?.items.length !== 0) return;
  if ((await page.prefetch(anyHome))?.totalCount === 0) await page.prefetch(person);
}

/** Returns the agent for the page. */
export function useAgent(listing: AgentListing): AgentLookup {
  const { found, anyHome, person } = sourcesOf(listing);
  const homes = useQuery(found).data;
  const one = useQuery({ ...anyHome, enabled: homes?.items.length === 0 }).data;
  const { data, error } = useQuery({ ...person, enabled: one?.totalCount === 0 });
  return { agent: firstKnown(homes, one, data), isUnknown: error?.status === 404 };
}

/** Returns the same for the page's `meta`. */
export function findAgent(loaderData: unknown, listing: AgentListing): AgentLookup {
  const { found, anyHome, person } = sourcesOf(listing);
  return {
    agent: firstKnown(
      findQueryData(loaderData, found),
      findQueryData(loaderData, anyHome),
      findQueryData(loaderData, person),
    ),
    isUnknown: isNotFound(loaderData, person),
  };
}

type Homes = ListPage<PropertySummary> | undefined;

function firstKnown(found: Homes, anyHome: Homes, person: Agent | undefined): KnownAgent | null {
  return found?.items[0]?.agent ?? anyHome?.items[0]?.agent ?? person ?? null;
}
