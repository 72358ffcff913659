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
  readAgentListing,
  type AgentListing,
} from '../../../features/properties/search/query/listing-url.ts';
import {
  loadListing,
  redirectToCleanUrl,
} from '../../../features/properties/search/listing-load.ts';
import { listingMeta } from '../../../features/properties/search/listing-meta.ts';
import { propertiesQuery } from '../../../features/properties/search/query/listing-queries.ts';
import { PropertyListing } from '../../../features/properties/search/property-listing.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const load: PageLoad = async (page) => {
  const listing = readAgentListing(page.url.searchParams);
  if (listing !== null) await Promise.all([loadListing(page, listing), loadAgent(page, listing)]);
};

export function loader(args: Route.LoaderArgs) {
  redirectToCleanUrl(args.request);
  return loadOnServer(args, load);
}
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const listing = readAgentListing(new URLSearchParams(location.search));
  if (listing === null) return privateMeta('Agent Not Found', matches);
  const { agent, isUnknown } = findAgent(loaderData, listing);
  if (isUnknown) return privateMeta('Agent Not Found', matches);
  const results = findQueryData(loaderData, propertiesQuery(listing));
  return listingMeta(matches, { listing, results, agent });
};

export default function AgentListingsPage() {
  const [search] = useSearchParams();
  const listing = readAgentListing(search);
  if (listing === null) return <AgentNotFound isNamed={false} />;
  // Remount for another agent: the path is the same.
  return <AgentListings key={search.get('agentId')} listing={listing} />;
}

function AgentListings({ listing }: { listing: AgentListing }) {
  const { agent, isUnknown } = useAgent(listing);
  if (isUnknown) return <AgentNotFound isNamed />;
  return (
    <PropertyListing
      listing={listing}
      actions={<LazySaveSearch base={{ agentId: listing.place.agentId }} />}
    >
      {agent && <AgentLine agent={agent} />}
    </PropertyListing>
  );
}
