import { useEffect, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { can } from '#shared/permissions.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import type { ApiQuery } from '../../../api/api-queries.ts';
import type { ListPage } from '../../../api/api-types.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { ManagedList, useManagedList } from '../../../data-list/managed-list.tsx';
import { rememberList } from '../visited-lists.ts';
import { availabilityAnnouncement, soldOrRentedText } from './availability/availability-text.ts';
import { canUndoUnavailable, useConfirmUnavailable } from './availability/confirm-unavailable.tsx';
import { DeleteListingsDialog } from './delete-listings-dialog.tsx';
import { listingColumns } from './listing-columns.tsx';
import {
  FIGURE_SORT_OPTIONS,
  isFilteredSearch,
  LISTING_CHOICES,
  LISTING_SORT_OPTIONS,
  NO_LISTING_SEARCH,
  readListingSearch,
  type ListingSearch,
} from './listing-search.ts';
import { ReassignButton } from './reassign-button.tsx';
import { useMarkListings } from './availability/mark-listings.ts';
import { useToggleAvailability } from './availability/toggle-availability.ts';

export interface ManagedListingsProps {
  title: string;
  /** The accessible name of the table. */
  caption: string;
  /** Label of the search box. */
  searchLabel: string;
  queryOf: (search: ListingSearch) => ApiQuery<ListPage<ManagedProperty>>;
  hrefOf: (search: ListingSearch) => string;
  /** The error message if the listings cannot be loaded. */
  failure: string;
  /** The empty state if there are no listings. */
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode };
  /** The page's main action. */
  action?: ReactNode;
  /** Whether it lists all agents' listings, with a column for the agent. */
  showsAllAgents?: boolean;
  /** Whether it lists an office's listings, with the actions of 'My Listings' and 'Move to...'. */
  isOffice?: boolean;
  /** Rendered between filters and table. */
  note?: (search: ListingSearch, properties: readonly ManagedProperty[]) => ReactNode;
}

/**
 * A managed list of listings with search, filters, and actions for one or many listings
 * (docs/product/dashboard.md, Lists).
 */
export function ManagedListings(props: ManagedListingsProps) {
  const { title, queryOf, hrefOf, empty, showsAllAgents = false, isOffice = false } = props;
  const [params] = useSearchParams();
  const search = readListingSearch(params);
  const session = useSession();
  const actor = session.status === 'signed-in' ? session.user : null;
  const state = useManagedList<ManagedProperty>({
    query: queryOf(search),
    nameOf: (property) => property.title,
    labelOf: (property) => `Select ${property.title}`,
    disabledReasonOf: ({ agent }) =>
      can(actor, 'property:change', {
        agentId: agent._id,
        officeId: agent.office?._id ?? null,
      })
        ? null
        : 'You don’t have permission to change this listing.',
  });
  const { list, deleteDialog, failure, report, selection } = state;
  const marking = useMarkListings({ selection, report, failure });
  const toggle = useToggleAvailability({
    onDone(changed, isChanged) {
      failure.clear();
      showToast({
        tone: 'success',
        text: availabilityAnnouncement(changed),
        ...(isChanged && (changed.isAvailable || canUndoUnavailable([changed]))
          ? { action: { label: 'Undo', onSelect: () => toggle(changed) } }
          : {}),
      });
    },
    onFailure: failure.show,
  });
  const unavailable = useConfirmUnavailable();
  const isFiltered = isFilteredSearch(search);
  const selectedRows = selection.rows;
  const isEmpty = list.data?.totalCount === 0 && !isFiltered;
  const url = hrefOf(search);
  useEffect(() => rememberList(url), [url]);

  return (
    <>
      <ManagedList
        state={state}
        title={title}
        countText={(count) => countText(count, isFiltered)}
        action={props.action}
        search={search}
        hrefOf={hrefOf}
        filters={
          isEmpty
            ? null
            : {
                box: { label: props.searchLabel, placeholder: 'Search by title, address, city...' },
                choices: LISTING_CHOICES,
                sorts:
                  showsAllAgents || isOffice
                    ? LISTING_SORT_OPTIONS
                    : [...LISTING_SORT_OPTIONS, ...FIGURE_SORT_OPTIONS],
                singleRowFrom: 'xl',
              }
        }
        note={props.note?.(search, list.data?.items ?? [])}
        loadFailure={props.failure}
        thumbnail="picture"
        empty={
          <EmptyState
            icon={empty.icon}
            title={empty.title}
            actions={
              isFiltered ? (
                <LinkButton
                  href={hrefOf({ ...NO_LISTING_SEARCH, scope: search.scope, sort: search.sort })}
                  variant="secondary"
                  keepScroll
                >
                  Clear filters
                </LinkButton>
              ) : (
                empty.action
              )
            }
          >
            {isFiltered ? 'No listings match your current filters.' : empty.text}
          </EmptyState>
        }
        pagesLabel={`Pages of ${props.caption.toLowerCase()}`}
        noun="listing"
        isBusy={marking.isPending}
        bulkActions={
          <>
            {selectedRows.some(isActive) && (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  const rows = selectedRows.filter(isPublished);
                  unavailable.confirm(rows.filter(isActive), () => marking.mark(rows, false));
                }}
              >
                Mark as {soldOrRentedText(selectedRows.filter(isActive))}
              </Button>
            )}
            {selectedRows.some(isSoldOrRented) && (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => marking.mark(selectedRows.filter(isPublished), true)}
              >
                Mark as active
              </Button>
            )}
            {(showsAllAgents || isOffice) && (
              <ReassignButton
                propertyIds={selectedRows.map(({ _id }) => _id)}
                onDone={() => {
                  failure.clear();
                  selection.clear();
                }}
              />
            )}
          </>
        }
      >
        {(items, shared) => (
          <DataTable
            {...shared}
            caption={props.caption}
            columns={listingColumns({
              agentHref: showsAllAgents
                ? (agentId) => hrefOf({ ...NO_LISTING_SEARCH, agentId })
                : isOffice
                  ? () => null
                  : undefined,
              hasOwnActions: !showsAllAgents,
              onToggle: (property) =>
                unavailable.confirm(property.isAvailable ? [property] : [], () => toggle(property)),
              onDelete: (property, opener) => deleteDialog.open([property], opener),
            })}
            rows={items}
            keyOf={(property) => property._id}
            rowTone={(property) => (isSoldOrRented(property) ? 'faded' : 'plain')}
          />
        )}
      </ManagedList>
      <DeleteListingsDialog target={deleteDialog} selection={selection} report={report} />
      {unavailable.dialog}
    </>
  );
}

const isActive = ({ isAvailable }: ManagedProperty) => isAvailable;
const isPublished = ({ publishState }: ManagedProperty) => publishState === 'published';
const isSoldOrRented = (listing: ManagedProperty) => isPublished(listing) && !listing.isAvailable;

/** Formats the count: `240 listings`, or `3 listings found` with a search or filters. */
export function countText(count: number, isFiltered: boolean): string {
  return `${countOf(count, 'listing')}${isFiltered ? ' found' : ''}`;
}
