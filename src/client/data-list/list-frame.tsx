import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useEffect, type ReactNode, type Ref } from 'react';
import { DEFAULT_PAGE_SIZE } from '#shared/limits.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import type { ListPage } from '../api/api-types.ts';
import type { ApiError } from '../api/api-error.ts';
import { Pagination } from '../ui/tables/pagination.tsx';
import { Skeleton } from '../ui/waiting/skeleton.tsx';
import { countPages, useListNavigation } from '../api/page-data/list-url.ts';
import { LoadFailure } from './failure.tsx';

export interface ListHeaderProps {
  title: string;
  /** The count as text; null while unknown. */
  count: string | null;
  headingRef?: Ref<HTMLHeadingElement>;
  /** The page's main action. */
  action?: ReactNode;
  /** Search and filters. */
  children?: ReactNode;
}

/** The header of a managed list: title, count, main action, and filters. */
export function ListHeader({ title, count, headingRef, action, children }: ListHeaderProps) {
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex items-baseline gap-x-3 max-sm:flex-col">
          <h1 ref={headingRef} tabIndex={-1} className="display text-xl">
            {title}
          </h1>
          <output className="min-h-5 text-sm text-ink-soft figures">{count ?? ''}</output>
        </div>
        {action}
      </div>
      {children !== undefined && (
        <div className="mt-5 flex flex-wrap gap-3 empty:hidden">{children}</div>
      )}
    </>
  );
}

export interface ListPagesProps {
  /** The accessible name, such as 'Pages of users'. */
  label: string;
  page: number;
  list: ListPage<unknown>;
  hrefOf: (page: number) => string;
}

/** The page links of a list. A page past the end redirects to the last page. */
export function ListPages({ label, page, list, hrefOf }: ListPagesProps) {
  const { items, totalCount } = list;
  const goTo = useListNavigation();
  const pageCount = countPages(totalCount);
  const lastHref = hrefOf(pageCount);
  const isPastEnd = items.length === 0 && page > pageCount;
  useEffect(() => {
    if (isPastEnd) goTo(lastHref);
    // `goTo` changes with every render, but only these two values matter.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isPastEnd, lastHref]);
  if (pageCount === 1) return null;
  const first = (page - 1) * DEFAULT_PAGE_SIZE + 1;
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-ink-soft figures">
        {items.length > 0 &&
          `${formatNumber(first)}–${formatNumber(first + items.length - 1)} of ${formatNumber(totalCount)}`}
      </p>
      <Pagination page={page} pageCount={pageCount} hrefOf={hrefOf} label={label} />
    </div>
  );
}

export interface ListBodyProps<T> {
  /** The list's query. */
  list: Pick<
    UseQueryResult<ListPage<T>, ApiError>,
    'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'
  >;
  /** The message if the list cannot be loaded. */
  failure: string;
  /** The thumbnail in each row of the skeleton. */
  thumbnail: 'round' | 'picture' | 'none';
  /** Rendered for a list without entries. */
  empty: ReactNode;
  pages: Omit<ListPagesProps, 'list'>;
  /** Renders the table. */
  children: (items: T[]) => ReactNode;
}

/** The list in all its states: loading, failed, empty, or filled. */
export function ListBody<T>({
  list,
  failure,
  thumbnail,
  empty,
  pages,
  children,
}: ListBodyProps<T>) {
  const { data, error, isPending, isFetching, refetch } = list;
  // The first table renders at low priority so that user input can interrupt it.
  const isShown = useDeferredValue(data !== undefined);
  return (
    <div className="mt-5">
      {(isPending || (data !== undefined && !isShown)) && <TableSkeleton thumbnail={thumbnail} />}
      {error !== null && (
        <LoadFailure
          text={data === undefined ? failure : 'This list could not be refreshed.'}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          className={data === undefined ? '' : 'mb-5'}
        />
      )}
      {data !== undefined && isShown && (
        <>
          {data.totalCount === 0 ? empty : children(data.items)}
          <ListPages {...pages} list={data} />
        </>
      )}
    </div>
  );
}

/** The skeleton of a table. */
function TableSkeleton({ thumbnail = 'round' }: { thumbnail?: 'round' | 'picture' | 'none' }) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <output className="sr-only">Loading...</output>
      <div className="border-b border-line px-4 py-3.5 max-md:hidden">
        <Skeleton className="h-3 w-24" />
      </div>
      {Array.from({ length: 8 }, (_, index) => (
        <div
          key={index}
          className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-b-0"
        >
          <Skeleton className="mr-1 size-4.5 max-md:hidden" />
          {thumbnail !== 'none' && (
            <Skeleton className={thumbnail === 'round' ? 'size-9 rounded-full!' : 'h-11 w-14'} />
          )}
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5 max-w-64" />
          </div>
          <Skeleton className="h-5 w-16 max-sm:hidden" />
          <Skeleton className="ml-6 h-5 w-20 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
