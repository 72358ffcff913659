import type { MetaDescriptor } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Agent } from '#shared/schemas/user.ts';
import type { ListPage } from '../../api/api-types.ts';
import { siteOf } from '../../api/page-data/site.ts';
import { agentJsonLd } from '../../seo/agent-json-ld.ts';
import { breadcrumbJsonLd, pageMeta, settingsOf } from '../../seo/page-meta.ts';
import { agentsHref, type AgentsSearch } from './agents-queries.ts';

/**
 * Returns the meta tags of the agent directory. Name searches and pages without agents are not indexed.
 */
export function agentsMeta(
  matches: Parameters<typeof pageMeta>[0],
  search: AgentsSearch,
  agents: ListPage<Agent> | undefined,
): MetaDescriptor[] {
  const publicUrl = settingsOf(matches)?.publicUrl ?? '';
  const title = 'Meet Our Professional Agents';
  const agentsText =
    agents === undefined || agents.totalCount === 0 || search.searchTerm !== ''
      ? 'Agents'
      : countOf(agents.totalCount, 'agent');
  return pageMeta(matches, {
    title: search.page > 1 ? `${title}, page ${search.page}` : title,
    description: `${agentsText} with homes for sale and for rent on ${siteOf(matches).name}. See their listings and contact them directly.`,
    path: agentsHref(search),
    noindex: search.searchTerm !== '' || agents?.items.length === 0,
    jsonLd: [
      breadcrumbJsonLd(publicUrl, [
        { label: 'Home', path: pagePaths.home() },
        { label: 'Agents', path: pagePaths.agents() },
      ]),
      ...(agents?.items ?? []).map((agent) => agentJsonLd(publicUrl, agent)),
    ],
  });
}
