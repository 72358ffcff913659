/**
 * The common parts of all lists for managing entries (docs/product/dashboard.md, Lists).
 */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import type { ApiQuery } from '../api/api-queries.ts';
import type { ListPage } from '../api/api-types.ts';
import type { DataTableProps } from '../ui/tables/data-table.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { useBulkReport } from './bulk/bulk-report.tsx';
import { useSelection, type ListRow, type SelectionLabels } from './bulk/selection.ts';
import { useDialogTarget } from './dialog-target.ts';
import { useFailure } from './failure.tsx';
import { ListFilters, type ListFiltersProps } from './list-filters.tsx';
import { ListBody, ListHeader, type ListBodyProps } from './list-frame.tsx';

const NO_ROWS: readonly never[] = [];

export interface ManagedListOptions<T> extends SelectionLabels<T> {
  query: ApiQuery<ListPage<T>>;
  /** Returns a row's name for the report of failed rows. */
  nameOf: (row: T) => string;
  /** Polling interval, in milliseconds. */
  refetchInterval?: number;
}

/** Returns the state of a managed list: rows, selection, deletion, and errors. */
export function useManagedList<T extends ListRow>(options: ManagedListOptions<T>) {
  const { query, nameOf, refetchInterval = false, ...labels } = options;
  const list = useQuery({ ...query, placeholderData: keepPreviousData, refetchInterval });
  const heading = useRef<HTMLHeadingElement>(null);
  return {
    list,
    heading,
    deleteDialog: useDialogTarget<readonly T[]>(heading),
    failure: useFailure(),
    report: useBulkReport<T>(nameOf),
    selection: useSelection<T>(list.data?.items ?? NO_ROWS, labels),
  };
}

/** The search in a list's URL. */
interface ListSearch {
  searchTerm?: string;
  sort: string;
  page: number;
}

export interface ManagedListProps<T extends ListRow, S extends ListSearch> extends Pick<
  ListBodyProps<T>,
  'thumbnail' | 'empty'
> {
  /** The result of `useManagedList`. */
  state: ReturnType<typeof useManagedList<T>>;
  title: string;
  /** Formats the count. */
  countText: (totalCount: number) => string;
  /** The page's main action. */
  action?: ReactNode;
  search: S;
  hrefOf: (search: S) => string;
  /** Null for a list without filters. */
  filters: Omit<ListFiltersProps<S>, 'search' | 'hrefWith'> | null;
  /** Rendered between filters and table. */
  note?: ReactNode;
  /** The message if the list cannot be loaded. */
  loadFailure: string;
  /** The accessible name of the page links, such as 'Pages of users'. */
  pagesLabel: string;
  /** The noun for a row: 'listing'. */
  noun: string;
  /** Whether a bulk change is in progress. */
  isBusy?: boolean;
  /** Bulk actions other than deleting: small buttons. */
  bulkActions: ReactNode;
  /** Renders the table, which must receive the `shared` props. */
  children: (rows: T[], shared: SharedTableProps<T>) => ReactNode;
}

/** The props of every managed table. */
export type SharedTableProps<T> = Required<Pick<DataTableProps<T>, 'stale' | 'sort' | 'selection'>>;

/**
 * The frame of a managed list: header with filters, messages, table with page links, and the bar for
 * selected rows.
 */
export function ManagedList<T extends ListRow, S extends ListSearch>(
  props: ManagedListProps<T, S>,
) {
  const { state, title, countText, action, search, hrefOf, filters, note, children } = props;
  const { list, heading, deleteDialog, failure, report, selection } = state;
  const hrefWith = (changed: Partial<S>) => hrefOf({ ...search, page: 1, ...changed });
  return (
    <>
      <ListHeader
        title={title}
        headingRef={heading}
        count={list.data === undefined ? null : countText(list.data.totalCount)}
        action={action}
      >
        {filters === null ? undefined : (
          <ListFilters {...filters} search={search} hrefWith={hrefWith} />
        )}
      </ListHeader>
      {note}
      {failure.banner !== null && <div className="mt-5">{failure.banner}</div>}
      {report.banner}
      <ListBody
        list={list}
        failure={props.loadFailure}
        thumbnail={props.thumbnail}
        empty={props.empty}
        pages={{
          label: props.pagesLabel,
          page: search.page,
          hrefOf: (page) => hrefOf({ ...search, page }),
        }}
      >
        {(rows) =>
          children(rows, {
            stale: list.isPlaceholderData,
            // The table headers use the same sort orders as the search.
            sort: {
              current: search.sort,
              hrefOf: (sort) => hrefWith({ sort } as Partial<S>),
            },
            selection: selection.table,
          })
        }
      </ListBody>
      <BulkBar
        selection={selection}
        noun={props.noun}
        fallback={heading}
        isBusy={props.isBusy ?? false}
        onDelete={deleteDialog.open}
      >
        {props.bulkActions}
      </BulkBar>
    </>
  );
}
