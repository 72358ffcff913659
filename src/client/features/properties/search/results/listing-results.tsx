import type { UseQueryResult } from '@tanstack/react-query';
import type { PropertySummary } from '../../../../property-cards/property-summary.ts';
import type { ListPage } from '../../../../api/api-types.ts';
import type { ApiError } from '../../../../api/api-error.ts';
import { countPages } from '../../../../api/page-data/list-url.ts';
import { usePublicSettings } from '../../../../api/page-data/public-settings.ts';
import { cx } from '../../../../ui/class-names.ts';
import { EmptyState } from '../../../../ui/notices/empty-state.tsx';
import { LinkButton } from '../../../../ui/actions/link-button.tsx';
import { LoadError } from '../../../../ui/notices/load-error.tsx';
import { Pagination } from '../../../../ui/tables/pagination.tsx';
import { searchHref, type SearchState } from '../query/listing-url.ts';
import { costOf } from './cost-of.ts';
import { LazyListingEmpty } from './lazy-listing-empty.tsx';
import { PropertyGrid, PropertyGridSkeleton } from '../../../../property-cards/property-grid.tsx';

/** Enough skeletons to fill a window. */
const SKELETON_COUNT = 6;
/**
 * On phones, only the first picture is visible. On wide screens, the others in its row load almost
 * as early. Next to a map, which hides the list on phones, no picture is fetched early.
 */
const PRIORITY_COUNT = 1;

export interface ListingResultsProps {
  search: SearchState;
  results: UseQueryResult<ListPage<PropertySummary>, ApiError>;
  /** Whether the results belong to the previous search. They stay visible but are dimmed. */
  isStale: boolean;
  /** See PropertyGrid. */
  highlightedId?: string | null;
}

/**
 * The results, with their loading, empty, and error states (docs/product/pages.md, Listing pages).
 */
export function ListingResults({
  search,
  results,
  isStale,
  highlightedId = null,
}: ListingResultsProps) {
  const { scope, filters, page } = search;
  const isNarrow = filters.view === 'map';
  const { costRates } = usePublicSettings();
  if (results.isError && results.error.code === 'PAGE_OUT_OF_REACH') {
    return <NoSuchPage search={search} targetPage={1} text={results.error.message} />;
  }
  if (results.isError) {
    return (
      <LoadError
        title="An Error Occurred"
        isRetrying={results.isFetching}
        onRetry={() => void results.refetch()}
      >
        Could not load properties at this time. Please try again later.
      </LoadError>
    );
  }
  if (results.isPending) return <PropertyGridSkeleton count={SKELETON_COUNT} isNarrow={isNarrow} />;

  const { items, totalCount } = results.data;
  const pageCount = countPages(totalCount);
  return (
    <div aria-busy={isStale || undefined} className={cx(isStale && 'dimmed')}>
      {items.length > 0 ? (
        <PropertyGrid
          properties={items}
          priorityCount={isNarrow ? 0 : PRIORITY_COUNT}
          level={2}
          isNarrow={isNarrow}
          highlightedId={highlightedId}
          costOf={costOf(filters, costRates)}
        />
      ) : totalCount === 0 ? (
        <LazyListingEmpty search={search} />
      ) : (
        <NoSuchPage
          search={search}
          targetPage={pageCount}
          text={`The results end on page ${pageCount}.`}
        />
      )}
      <Pagination
        page={page}
        pageCount={items.length > 0 ? pageCount : 1}
        hrefOf={(number) => searchHref(scope, filters, number)}
        label="Pages of properties"
        className="mt-14"
      />
    </div>
  );
}

interface NoSuchPageProps {
  search: SearchState;
  /** The page of results that the button links to. */
  targetPage: number;
  text: string;
}

function NoSuchPage({ search: { scope, filters, page }, targetPage, text }: NoSuchPageProps) {
  return (
    <EmptyState
      title={`There is no page ${page}`}
      actions={
        <LinkButton href={searchHref(scope, filters, targetPage)} variant="secondary">
          Go to page {targetPage}
        </LinkButton>
      }
    >
      <p>{text}</p>
    </EmptyState>
  );
}
