import House from 'lucide-react/icons/house';
import { pagePaths } from '#shared/page-paths.ts';
import { listQuery } from '../../../api/query-client.ts';
import { toListingQuery, type ListingSearch } from './listing-search.ts';
import { ManagedListings } from './managed-listings.tsx';
import { NewListingLink } from './new-listing-link.tsx';

/** One's own listings (spec section 7). */
export function myListingsQuery(search: ListingSearch) {
  return listQuery('GET /properties/my-listings', { query: toListingQuery(search) });
}

/** The agent's desk of one's own listings (spec section 2, My listings). */
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
