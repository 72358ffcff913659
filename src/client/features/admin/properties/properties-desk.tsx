import { keepPreviousData } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-2';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { SEARCH_DEBOUNCE_MS } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Property } from '#shared/schemas/property.ts';
import { useApiQuery } from '../../../api/use-api-query.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Select } from '../../../ui/select.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { availabilityNews } from '../../../desk/availability-words.ts';
import { useToggleAvailability } from '../../../desk/change-listing.ts';
import { DeleteListingDialog } from '../../../desk/delete-listing-dialog.tsx';
import { useGoTo } from '../../../desk/desk-address.ts';
import { DeskHead, DeskPages, TableSkeleton } from '../../../desk/desk-list.tsx';
import { useDialogTarget } from '../../../desk/dialog-target.ts';
import { LoadFailure, useFailure } from '../../../desk/failure.tsx';
import { PropertiesTable } from './properties-table.tsx';
import {
  allPropertiesQuery,
  propertySearchHref,
  readPropertySearch,
  type PropertySearch,
} from './property-queries.ts';

const STATUS_FILTER = [
  { value: '', label: 'Any Status' },
  { value: 'For Sale', label: 'For Sale' },
  { value: 'For Rent', label: 'For Rent' },
];
const AVAILABILITY_FILTER = [
  { value: '', label: 'Any Availability' },
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Sold/Rented' },
];

/** Everybody's listings: find, mark as sold or rented, edit, delete (spec section 2, Admin property management). */
export function PropertiesDesk() {
  const [params] = useSearchParams();
  const search = readPropertySearch(params);
  const properties = useApiQuery(allPropertiesQuery(search), { placeholderData: keepPreviousData });
  const goTo = useGoTo();
  const heading = useRef<HTMLHeadingElement>(null);
  const deleting = useDialogTarget<Property>(heading);
  const failure = useFailure();
  const toggle = useToggleAvailability({
    onDone(changed) {
      showToast({
        tone: 'success',
        text: availabilityNews(changed),
        action: { label: 'Undo', onSelect: () => toggle(changed) },
      });
    },
    onFailure: failure.show,
  });
  const { page: _page, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const change = (changed: Partial<PropertySearch>) =>
    propertySearchHref({ ...filters, ...changed });

  return (
    <>
      <DeskHead
        title="Manage Properties"
        headingRef={heading}
        count={
          properties.data === undefined ? null : countText(properties.data.totalCount, isFiltered)
        }
      >
        <SearchBox
          label="Search properties"
          placeholder="Search by title, address, city..."
          value={search.searchTerm}
          delayMs={SEARCH_DEBOUNCE_MS}
          onSearch={(text) => goTo(change({ searchTerm: text }), { typed: true })}
          className="min-w-0 flex-1 max-sm:basis-full sm:min-w-56 lg:max-w-md"
        />
        <Select
          aria-label="Status"
          options={STATUS_FILTER}
          value={search.status}
          onChange={(event) => goTo(change({ status: event.target.value as typeof search.status }))}
          className="flex-1 sm:flex-none sm:w-40"
        />
        <Select
          aria-label="Availability"
          options={AVAILABILITY_FILTER}
          value={search.availability}
          onChange={(event) =>
            goTo(change({ availability: event.target.value as typeof search.availability }))
          }
          className="flex-1 sm:flex-none sm:w-48"
        />
      </DeskHead>
      {search.agentId !== '' && (
        <p className="mt-3">
          <LinkButton
            href={change({ agentId: '' })}
            variant="secondary"
            size="sm"
            keepScroll
            className="rounded-full"
          >
            Listings by {properties.data?.items[0]?.agent.name ?? 'one agent'}
            <X aria-hidden="true" className="size-4" />
            <span className="sr-only">, show everybody’s</span>
          </LinkButton>
        </p>
      )}
      {failure.banner !== null && <div className="mt-5">{failure.banner}</div>}
      <div className="mt-5">
        {properties.isPending && <TableSkeleton face="picture" />}
        {properties.isError && properties.data === undefined && (
          <LoadFailure
            text="Error fetching properties."
            error={properties.error}
            onRetry={() => void properties.refetch()}
          />
        )}
        {properties.data !== undefined && (
          <>
            {properties.data.totalCount === 0 ? (
              <EmptyState
                icon={<Building2 aria-hidden="true" className="size-7" strokeWidth={1.5} />}
                title="No Properties Found"
                actions={
                  isFiltered && (
                    <LinkButton href={pagePaths.manageProperties()} variant="secondary" keepScroll>
                      Clear filters
                    </LinkButton>
                  )
                }
              >
                {isFiltered
                  ? 'No listings match your current filters.'
                  : 'Nobody has published a listing yet.'}
              </EmptyState>
            ) : (
              <PropertiesTable
                properties={properties.data.items}
                stale={properties.isPlaceholderData}
                agentHref={(agentId) => propertySearchHref({ ...NO_FILTERS, agentId })}
                onToggle={toggle}
                onDelete={deleting.open}
              />
            )}
            <DeskPages
              label="Pages of properties"
              page={search.page}
              list={properties.data}
              hrefOf={(page) => propertySearchHref({ ...search, page })}
            />
          </>
        )}
      </div>
      <DeleteListingDialog target={deleting} />
    </>
  );
}

const NO_FILTERS = { searchTerm: '', status: '', availability: '', agentId: '' } as const;

/** `240 listings`, and `3 listings found` when something was searched for. */
export function countText(count: number, isFiltered: boolean): string {
  return `${countOf(count, 'listing')}${isFiltered ? ' found' : ''}`;
}
