import { pagePaths } from '#shared/page-paths.ts';
import type { Agent } from '#shared/schemas/user.ts';
import { absoluteUrl } from './page-meta.ts';

/** An agent as schema.org knows one. The address of their page has the stored name, whatever another address says. */
export function agentJsonLd(
  publicUrl: string,
  agent: Pick<Agent, '_id' | 'name' | 'avatar'>,
): Record<string, unknown> {
  const path = pagePaths.agentListings({ agentId: agent._id, agentName: agent.name });
  return {
    '@type': 'RealEstateAgent',
    name: agent.name,
    url: absoluteUrl(publicUrl, path),
    // A local business has an address; all that is known of an agent's is the country.
    address: { '@type': 'PostalAddress', addressCountry: 'US' },
    ...(agent.avatar === null ? {} : { image: absoluteUrl(publicUrl, agent.avatar) }),
  };
}
