import { keepPreviousData } from '@tanstack/react-query';
import House from 'lucide-react/icons/house';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/property.ts';
import { listQuery } from '../../api/query-client.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { availabilityNews } from '../../desk/availability-words.ts';
import { useToggleAvailability } from '../../desk/change-listing.ts';
import { DeleteListingDialog } from '../../desk/delete-listing-dialog.tsx';
import { readPage } from '../../desk/desk-address.ts';
import { DeskHead, DeskPages, TableSkeleton } from '../../desk/desk-list.tsx';
import { useDialogTarget } from '../../desk/dialog-target.ts';
import { LoadFailure, useFailure } from '../../desk/failure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { MyListingsTable } from './my-listings-table.tsx';
import { NewListingLink } from './new-listing-link.tsx';

function myListingsQuery(page: number) {
  return listQuery('GET /properties/my-listings', {
    query: { page: page === 1 ? undefined : page },
  });
}

/** One's own listings: see, edit, mark as sold or rented, delete (spec section 2, My listings). */
export function MyListings() {
  const [params] = useSearchParams();
  const page = readPage(params);
  const listings = useApiQuery(myListingsQuery(page), { placeholderData: keepPreviousData });
  const heading = useRef<HTMLHeadingElement>(null);
  const deleting = useDialogTarget<Property>(heading);
  const failure = useFailure();
  const toggle = useToggleAvailability({
    onDone(changed) {
      failure.clear();
      showToast({
        tone: 'success',
        text: availabilityNews(changed),
        action: { label: 'Undo', onSelect: () => toggle(changed) },
      });
    },
    onFailure: failure.show,
  });
  const { data } = listings;

  return (
    <>
      <DeskHead
        title="My Listings"
        headingRef={heading}
        count={data === undefined ? null : countOf(data.totalCount, 'listing')}
        action={<NewListingLink />}
      />
      {failure.banner !== null && <div className="mt-5">{failure.banner}</div>}
      <div className="mt-5">
        {listings.isPending && <TableSkeleton face="picture" />}
        {listings.isError && data === undefined && (
          <LoadFailure
            text="Error fetching listings."
            error={listings.error}
            onRetry={() => void listings.refetch()}
          />
        )}
        {data !== undefined && data.totalCount === 0 && (
          <EmptyState
            icon={<House aria-hidden="true" className="size-7" strokeWidth={1.5} />}
            title="No Listings Found"
            actions={<NewListingLink />}
          >
            You haven't added any properties yet.
          </EmptyState>
        )}
        {data !== undefined && data.totalCount > 0 && (
          <>
            <MyListingsTable
              properties={data.items}
              stale={listings.isPlaceholderData}
              onToggle={toggle}
              onDelete={deleting.open}
            />
            <DeskPages
              label="Pages of listings"
              page={page}
              list={data}
              hrefOf={(number) => pagePaths.myListings(number)}
            />
          </>
        )}
      </div>
      <DeleteListingDialog target={deleting} />
    </>
  );
}
