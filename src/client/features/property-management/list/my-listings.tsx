import House from 'lucide-react/icons/house';
import { pagePaths } from '#shared/page-paths.ts';
import { listQuery } from '../../../api/api-queries.ts';
import { toListingQuery, type ListingSearch } from './listing-search.ts';
import { ManagedListings } from './managed-listings.tsx';
import { NewListingLink } from './new-listing-link.tsx';

/** The query for the agent's own listings. */
export function myListingsQuery(search: ListingSearch) {
  return listQuery('GET /properties/my-listings', { query: toListingQuery(search) });
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
      action={<NewListingLink />}
    />
  );
}
