/** Who the agent of an agent's page really is: the URL may say any name. */

import { useQuery } from '@tanstack/react-query';
import type { Agent } from '#shared/schemas/user.ts';
import type { PropertySummary } from '../../../property-cards/property-summary.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import type { ListPage } from '../../../api/api-types.ts';
import { findQueryData, isNotFound, type PageScope } from '../../../api/page-data/page-data.ts';
import type { AgentListing } from './query/listing-address.ts';
import { countQuery, propertiesQuery } from './query/listing-queries.ts';
import { NO_FILTERS } from './query/property-filters.ts';

/** An agent as the database knows them. */
export type KnownAgent = Pick<
  Agent,
  '_id' | 'name' | 'email' | 'avatar' | 'phone' | 'office' | 'verification'
>;

/** Null while it is not known who the agent is, and where that cannot be found out; `isNobody` where there is none. */
export interface WhoIsIt {
  agent: KnownAgent | null;
  isNobody: boolean;
}

/**
 * Where it is said who the agent is. Every home says it, also those of an admin and of a user who is no agent any
 * more; so the second is asked only where the first shows no home, and the third only where there is none at all.
 */
function sourcesOf(listing: AgentListing) {
  const { agentId } = listing.place;
  return {
    found: propertiesQuery(listing),
    anyHome: countQuery(listing.place, NO_FILTERS),
    person: apiQuery('GET /users/agents/:id', { params: { id: agentId } }),
  };
}

/** Loads the agent. An unknown one makes the document a 404. */
export async function loadAgent(page: PageScope, listing: AgentListing): Promise<void> {
  const { found, anyHome, person } = sourcesOf(listing);
  if ((await page.prefetch(found))?.items.length !== 0) return;
  if ((await page.prefetch(anyHome))?.totalCount === 0) await page.prefetch(person);
}

/** Who the agent is, for the page. */
export function useAgent(listing: AgentListing): WhoIsIt {
  const { found, anyHome, person } = sourcesOf(listing);
  const homes = useQuery(found).data;
  const one = useQuery({ ...anyHome, enabled: homes?.items.length === 0 }).data;
  const { data, error } = useQuery({ ...person, enabled: one?.totalCount === 0 });
  return { agent: firstKnown(homes, one, data), isNobody: error?.status === 404 };
}

/** The same for the page's `meta`. */
export function findAgent(loaderData: unknown, listing: AgentListing): WhoIsIt {
  const { found, anyHome, person } = sourcesOf(listing);
  return {
    agent: firstKnown(
      findQueryData(loaderData, found),
      findQueryData(loaderData, anyHome),
      findQueryData(loaderData, person),
    ),
    isNobody: isNotFound(loaderData, person),
  };
}

type Homes = ListPage<PropertySummary> | undefined;

function firstKnown(found: Homes, anyHome: Homes, person: Agent | undefined): KnownAgent | null {
  return found?.items[0]?.agent ?? anyHome?.items[0]?.agent ?? person ?? null;
}
