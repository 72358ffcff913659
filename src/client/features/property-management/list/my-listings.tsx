import House from 'lucide-react/icons/house';
import { pagePaths } from '#shared/page-paths.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { query } from '../../../api/api-queries.ts';
import type { ListPage } from '../../../api/api-types.ts';
import { OfficeScopeSwitch, useScope } from '../../../session/scope-switch.tsx';
import { ExportButton } from './export-button.tsx';
import { NO_LISTING_SEARCH, toListingQuery, type ListingSearch } from './listing-search.ts';
import { ManagedListings } from './managed-listings.tsx';
import { NewListingLink } from './new-listing-link.tsx';

/** Fetches the agent's own listings, or those of the manager's office. */
export function myListingsQuery(search: ListingSearch) {
  const input = { query: { ...toListingQuery(search), scope: search.scope || undefined } };
  // The type omits the figures that this endpoint adds, because only the figure columns read them.
  return query<ListPage<ManagedProperty>>(
    ['GET /properties/my-listings', 'list', input],
    ({ api, signal }) => api.list('GET /properties/my-listings', input, signal),
  );
}

const hrefOf = ({ agentId: _agentId, ...search }: ListingSearch) => pagePaths.myListings(search);

/**
 * The agent's own listings and, for managers, the office's (docs/product/dashboard.md, My
 * Listings).
 */
export function MyListings() {
  const scope = useScope();
  const isOffice = scope === 'office';
  const withScope = (search: ListingSearch): ListingSearch => ({
    ...search,
    scope: isOffice ? 'office' : '',
  });
  return (
    <ManagedListings
      title="My Listings"
      caption={isOffice ? 'Office listings' : 'My listings'}
      searchLabel={isOffice ? 'Search office listings' : 'Search your listings'}
      queryOf={(search) => myListingsQuery(withScope(search))}
      hrefOf={(search) => hrefOf(withScope(search))}
      isOffice={isOffice}
      failure="Error fetching listings."
      empty={{
        icon: <House aria-hidden="true" className="size-7" strokeWidth={1.5} />,
        title: 'No Listings Found',
        text: isOffice
          ? 'Your office’s agents have no listings yet.'
          : "You haven't added any properties yet.",
        action: <NewListingLink />,
      }}
      action={
        <div className="flex flex-wrap gap-3">
          <OfficeScopeSwitch
            scope={scope}
            hrefOf={(to) =>
              hrefOf({ ...NO_LISTING_SEARCH, scope: to === 'office' ? 'office' : '' })
            }
          />
          {!isOffice && <ExportButton of="my-listings" />}
          <NewListingLink />
        </div>
      }
    />
  );
}
