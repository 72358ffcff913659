import Building2 from 'lucide-react/icons/building-2';
import X from 'lucide-react/icons/x';
import { DEFAULT_DASHBOARD_SORT, LISTING_SORTS } from '#shared/list-sorts.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { listQuery } from '../../../api/api-queries.ts';
import { ExportButton } from './export-button.tsx';
import { toListingQuery, type ListingSearch } from './listing-search.ts';
import { ManagedListings } from './managed-listings.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';

/** Returns the query for all agents' listings. */
export function allPropertiesQuery(search: ListingSearch) {
  return listQuery('GET /properties/all', {
    query: {
      ...toListingQuery(search),
      sort: LISTING_SORTS.find((sort) => sort === search.sort && sort !== DEFAULT_DASHBOARD_SORT),
      agentId: search.agentId || undefined,
    },
  });
}

/** The admin's list of all listings (docs/product/dashboard.md, Property Mgt.). */
export function AllListings() {
  return (
    <ManagedListings
      title="Manage Properties"
      caption="Properties"
      searchLabel="Search properties"
      queryOf={allPropertiesQuery}
      hrefOf={pagePaths.manageProperties}
      failure="Error fetching properties."
      empty={{
        icon: <Building2 aria-hidden="true" className="size-7" strokeWidth={1.5} />,
        title: 'No Properties Found',
        text: 'No listings have been published yet.',
      }}
      action={<ExportButton of="all" />}
      showsAllAgents
      note={agentNote}
    />
  );
}

/** A chip that names the filtered agent and links back to all listings. */
function agentNote(search: ListingSearch, properties: readonly ManagedProperty[]) {
  if (search.agentId === '') return null;
  return (
    <p className="mt-3">
      <LinkButton
        href={pagePaths.manageProperties({ ...search, agentId: '', page: 1 })}
        variant="secondary"
        size="sm"
        keepScroll
        className="max-w-full rounded-full [overflow-wrap:anywhere]"
      >
        Listings by{' '}
        {properties.find(({ agent }) => agent._id === search.agentId)?.agent.name ?? 'one agent'}
        <X aria-hidden="true" className="size-4" />
        <span className="sr-only">, show all agents’</span>
      </LinkButton>
    </p>
  );
}
