import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { can } from '#shared/permissions.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import type { ApiQuery } from '../../../api/api-queries.ts';
import type { ListPage } from '../../../api/api-types.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { BulkBar } from '../../../data-list/bulk/bulk-bar.tsx';
import { useBulkReport } from '../../../data-list/bulk/bulk-report.tsx';
import { ListFilters } from '../../../data-list/list-filters.tsx';
import { ListBody, ListHead } from '../../../data-list/list-frame.tsx';
import { useDialogTarget } from '../../../data-list/dialog-target.ts';
import { useFailure } from '../../../data-list/failure.tsx';
import { useSelection } from '../../../data-list/bulk/selection.ts';
import { rememberList } from '../visited-lists.ts';
import { availabilityNews, takenWord } from './availability-words.ts';
import { DeleteListingsDialog } from './delete-listings-dialog.tsx';
import { listingColumns } from './listing-columns.tsx';
import {
  isNarrowed,
  LISTING_CHOICES,
  LISTING_SORT_OPTIONS,
  NO_LISTING_SEARCH,
  readListingSearch,
  type ListingSearch,
} from './listing-search.ts';
import { useMarkListings } from './mark-listings.ts';
import { useToggleAvailability } from './toggle-availability.ts';

export interface ManagedListingsProps {
  title: string;
  /** Names the table. */
  caption: string;
  /** What the search box is called. */
  searchLabel: string;
  queryOf: (search: ListingSearch) => ApiQuery<ListPage<Property>>;
  hrefOf: (search: ListingSearch) => string;
  /** The words for a list that could not be loaded. */
  failure: string;
  /** What is said of no listings at all. */
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode };
  /** The one thing that is done from here. */
  action?: ReactNode;
  /** Everybody's listings: with a column for whose each is. */
  isEverybodys?: boolean;
  /** Stands between filters and table. */
  note?: (search: ListingSearch, properties: readonly Property[]) => ReactNode;
}

/**
 * A managed list of listings: find, sort, mark as sold or rented, edit, delete, one or many (docs/product/dashboard.md,
 * Lists).
 */
export function ManagedListings(props: ManagedListingsProps) {
  const { title, queryOf, hrefOf, empty, isEverybodys = false } = props;
  const [params] = useSearchParams();
  const search = readListingSearch(params);
  const list = useQuery({ ...queryOf(search), placeholderData: keepPreviousData });
  const properties = list.data?.items ?? NONE;
  const heading = useRef<HTMLHeadingElement>(null);
  const deleting = useDialogTarget<readonly Property[]>(heading);
  const failure = useFailure();
  const report = useBulkReport<Property>((property) => property.title);
  const session = useSession();
  const actor = session.status === 'signed-in' ? session.user : null;
  const selection = useSelection(properties, {
    labelOf: (property) => `Select ${property.title}`,
    refusalOf: ({ agent }) =>
      can(actor, 'property:change', { agentId: agent._id })
        ? null
        : 'Only the agent of a listing may change it.',
  });
  const marking = useMarkListings({ selection, report, failure });
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
  const hrefWith = (changed: Partial<ListingSearch>) => hrefOf({ ...search, page: 1, ...changed });
  const isFiltered = isNarrowed(search);
  const chosen = selection.rows;
  const isBare = list.data?.totalCount === 0 && !isFiltered;
  const address = hrefOf(search);
  useEffect(() => rememberList(address), [address]);

  return (
    <>
      <ListHead
        title={title}
        headingRef={heading}
        count={list.data === undefined ? null : countText(list.data.totalCount, isFiltered)}
        action={props.action}
      >
        {/* Nothing is there to be narrowed down. */}
        {isBare ? undefined : (
          <ListFilters
            search={search}
            hrefWith={hrefWith}
            box={{ label: props.searchLabel, placeholder: 'Search by title, address, city...' }}
            choices={LISTING_CHOICES}
            sorts={LISTING_SORT_OPTIONS}
            rowFrom="xl"
          />
        )}
      </ListHead>
      {props.note?.(search, properties)}
      {failure.banner !== null && <div className="mt-5">{failure.banner}</div>}
      {report.banner}
      <ListBody
        list={list}
        failure={props.failure}
        face="picture"
        empty={
          <EmptyState
            icon={empty.icon}
            title={empty.title}
            actions={
              isFiltered ? (
                <LinkButton
                  href={hrefOf({ ...NO_LISTING_SEARCH, sort: search.sort })}
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
        pages={{
          label: `Pages of ${props.caption.toLowerCase()}`,
          page: search.page,
          hrefOf: (page) => hrefOf({ ...search, page }),
        }}
      >
        {(items) => (
          <DataTable
            caption={props.caption}
            columns={listingColumns({
              agentHref: isEverybodys
                ? (agentId) => hrefOf({ ...NO_LISTING_SEARCH, agentId })
                : undefined,
              onToggle: toggle,
              onDelete: (property, opener) => deleting.open([property], opener),
            })}
            rows={items}
            keyOf={(property) => property._id}
            rowTone={(property) => (property.isAvailable ? 'plain' : 'faded')}
            stale={list.isPlaceholderData}
            sort={{
              current: search.sort,
              hrefOf: (sort) => hrefWith({ sort: sort as ListingSearch['sort'] }),
            }}
            selection={selection.table}
          />
        )}
      </ListBody>
      <BulkBar
        selection={selection}
        noun="listing"
        fallback={heading}
        isBusy={marking.isPending}
        onDelete={deleting.open}
      >
        {chosen.some(({ isAvailable }) => isAvailable) && (
          <Button variant="secondary" size="sm" onClick={() => marking.mark(chosen, false)}>
            Mark as {takenWord(chosen.filter(({ isAvailable }) => isAvailable))}
          </Button>
        )}
        {chosen.some(({ isAvailable }) => !isAvailable) && (
          <Button variant="secondary" size="sm" onClick={() => marking.mark(chosen, true)}>
            Mark as active
          </Button>
        )}
      </BulkBar>
      <DeleteListingsDialog target={deleting} selection={selection} report={report} />
    </>
  );
}

const NONE: readonly Property[] = [];

/** `240 listings`, and `3 listings found` when something was searched for. */
export function countText(count: number, isFiltered: boolean): string {
  return `${countOf(count, 'listing')}${isFiltered ? ' found' : ''}`;
}
