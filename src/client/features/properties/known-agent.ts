/** Who the agent of an agent's page really is: the address may say any name. */

import type { Agent } from '#shared/schemas/user.ts';
import type { PropertySummary } from '../../api/property-summary.ts';
import type { ListPage } from '../../api/api-types.ts';
import { listQuery } from '../../api/query-client.ts';
import type { ListingPlace } from './listing-address.ts';

/** An agent as the database knows them. */
export type KnownAgent = Pick<Agent, '_id' | 'name' | 'email' | 'avatar'>;

/** The agents with the name in the address: asked for only where no home tells who the agent is. */
export function namesakesQuery(agentName: string) {
  return listQuery('GET /users/agents', { query: { searchTerm: agentName, limit: 100 } });
}

/** The agent of the first home, or the one of the directory; null on other pages and where neither knows them. */
export function findKnownAgent(
  place: ListingPlace,
  homes: ListPage<PropertySummary> | undefined,
  namesakes: ListPage<Agent> | undefined,
): KnownAgent | null {
  if (place.kind !== 'agent') return null;
  const known = [
    ...(homes?.items ?? []).map((property) => property.agent),
    ...(namesakes?.items ?? []),
  ];
  return known.find((agent) => agent._id === place.agentId) ?? null;
}
