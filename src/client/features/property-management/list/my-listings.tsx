import House from 'lucide-react/icons/house';
import { pagePaths } from '#shared/page-paths.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { query } from '../../../api/api-queries.ts';
import type { ListPage } from '../../../api/api-types.ts';
import { ExportButton } from './export-button.tsx';
import { toListingQuery, type ListingSearch } from './listing-search.ts';
import { ManagedListings } from './managed-listings.tsx';
import { NewListingLink } from './new-listing-link.tsx';

/** The query for the agent's own listings. */
export function myListingsQuery(search: ListingSearch) {
  const input = { query: toListingQuery(search) };
  // Their figures are read by their own columns alone.
  return query<ListPage<ManagedProperty>>(
    ['GET /properties/my-listings', 'list', input],
    ({ api, signal }) => api.list('GET /properties/my-listings', input, signal),
  );
}

/** The agent's own listings (docs/product/dashboard.md, My Listings). */
export function MyListings() {
  return (
    <ManagedListings
      title="My Listings"
      caption="My listings"
      searchLabel="Search your listings"
      queryOf={myListingsQuery}
      hrefOf={({ agentId: _everybodys, ...search }) => pagePaths.myListings(search)}
      failure="Error fetching listings."
      empty={{
        icon: <House aria-hidden="true" className="size-7" strokeWidth={1.5} />,
        title: 'No Listings Found',
        text: "You haven't added any properties yet.",
        action: <NewListingLink />,
      }}
      action={
        <div className="flex flex-wrap gap-3">
          <ExportButton of="my-listings" />
          <NewListingLink />
        </div>
      }
    />
  );
}
