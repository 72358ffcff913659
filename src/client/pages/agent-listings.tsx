import { useSearchParams } from 'react-router';
import type { Route } from './+types/agent-listings';
import { findQueryData, loadInBrowser, loadOnServer, type PageLoad } from '../api/page-data.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { AgentLine } from '../features/properties/agent-line.tsx';
import { AgentNotFound } from '../features/properties/agent-not-found.tsx';
import { findKnownAgent, namesakesQuery } from '../features/properties/known-agent.ts';
import { readAgentListing, type Listing } from '../features/properties/listing-address.ts';
import { loadListing, redirectToCleanAddress } from '../features/properties/listing-load.ts';
import { listingMeta } from '../features/properties/listing-meta.ts';
import { propertiesQuery } from '../features/properties/listing-queries.ts';
import { PropertyListing } from '../features/properties/property-listing.tsx';
import { privateMeta } from '../seo/page-meta.ts';

const load: PageLoad = async (page) => {
  const listing = readAgentListing(page.url.searchParams);
  if (listing !== null) await loadListing(page, listing);
};

export function loader(args: Route.LoaderArgs) {
  redirectToCleanAddress(args.request);
  return loadOnServer(args, load);
}
export const clientLoader = (args: Route.ClientLoaderArgs) => loadInBrowser(args, load);

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const listing = readAgentListing(new URLSearchParams(location.search));
  if (listing === null) return privateMeta('Agent Not Found');
  const results = findQueryData(loaderData, propertiesQuery(listing));
  const namesakes = findQueryData(loaderData, namesakesQuery(nameIn(listing)));
  const agent = findKnownAgent(listing.place, results, namesakes);
  return listingMeta(matches, { listing, results, agent });
};

export default function AgentListingsPage() {
  const [search] = useSearchParams();
  const listing = readAgentListing(search);
  if (listing === null) return <AgentNotFound />;
  // Another agent's page is another page, though its path is the same.
  return <AgentListings key={search.get('agentId')} listing={listing} />;
}

function AgentListings({ listing }: { listing: Listing }) {
  const results = useApiQuery(propertiesQuery(listing));
  const agentName = nameIn(listing);
  const namesakes = useApiQuery(namesakesQuery(agentName), {
    enabled: agentName !== '' && results.data?.items.length === 0,
  });
  const agent = findKnownAgent(listing.place, results.data, namesakes.data);
  return (
    <PropertyListing listing={listing}>{agent && <AgentLine agent={agent} />}</PropertyListing>
  );
}

/** The name that the address says. */
function nameIn({ place }: Listing): string {
  return place.kind === 'agent' ? place.agentName : '';
}
