import { useSearchParams } from 'react-router';
import type { Route } from './+types/agent-listings';
import {
  findQueryData,
  loadInBrowser,
  loadOnServer,
  type PageLoad,
} from '../../../api/page-data/page-data.ts';
import { LazySaveSearch } from '../../../features/saved-searches/lazy-save-search.tsx';
import { AgentLine } from '../../../features/properties/search/agent-line.tsx';
import { AgentNotFound } from '../../../features/properties/search/agent-not-found.tsx';
import { findAgent, loadAgent, useAgent } from '../../../features/properties/search/known-agent.ts';
import {
  readAgentSearch,
  type AgentSearchState,
} from '../../../features/properties/search/query/listing-url.ts';
import {
  loadSearch,
  redirectToCleanUrl,
} from '../../../features/properties/search/listing-load.ts';
import { searchMeta } from '../../../features/properties/search/listing-meta.ts';
import { propertiesQuery } from '../../../features/properties/search/query/listing-queries.ts';
import { PropertyListing } from '../../../features/properties/search/property-listing.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const load: PageLoad = async (page) => {
  const search = readAgentSearch(page.url.searchParams);
  if (search !== null) await Promise.all([loadSearch(page, search), loadAgent(page, search)]);
};

export function loader(args: Route.LoaderArgs) {
  redirectToCleanUrl(args.request);
  return loadOnServer(args, load);
}
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const search = readAgentSearch(new URLSearchParams(location.search));
  if (search === null) return privateMeta('Agent Not Found', matches);
  const { agent, isUnknown } = findAgent(loaderData, search);
  if (isUnknown) return privateMeta('Agent Not Found', matches);
  const results = findQueryData(loaderData, propertiesQuery(search));
  return searchMeta(matches, { search, results, agent });
};

export default function AgentListingsPage() {
  const [searchParams] = useSearchParams();
  const search = readAgentSearch(searchParams);
  if (search === null) return <AgentNotFound hasAgentId={false} />;
  // Remount for another agent: the path is the same.
  return <AgentListings key={searchParams.get('agentId')} search={search} />;
}

function AgentListings({ search }: { search: AgentSearchState }) {
  const { agent, isUnknown } = useAgent(search);
  if (isUnknown) return <AgentNotFound hasAgentId />;
  return (
    <PropertyListing
      search={search}
      actions={<LazySaveSearch base={{ agentId: search.scope.agentId }} />}
    >
      {agent && <AgentLine agent={agent} />}
    </PropertyListing>
  );
}
