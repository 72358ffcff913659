import { pagePaths } from '#shared/page-paths.ts';
import type { Agent } from '#shared/schemas/user.ts';
import { absoluteUrl } from './page-meta.ts';

/**
 * Returns an agent as schema.org JSON-LD. Its URL always contains the stored name, even if the
 * URL of the page contains another one.
 */
export function agentJsonLd(
  publicUrl: string,
  agent: Pick<Agent, '_id' | 'name' | 'avatar'>,
): Record<string, unknown> {
  const path = pagePaths.agentListings({ agentId: agent._id, agentName: agent.name });
  return {
    '@type': 'RealEstateAgent',
    name: agent.name,
    url: absoluteUrl(publicUrl, path),
    // A local business requires an address, but we know only the agent's country.
    address: { '@type': 'PostalAddress', addressCountry: 'US' },
    ...(agent.avatar === null ? {} : { image: absoluteUrl(publicUrl, agent.avatar) }),
  };
}
