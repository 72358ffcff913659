import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-2';
import { countOf } from '#shared/format/numbers.ts';
import { SEARCH_DEBOUNCE_MS } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { countPages, useListNavigation } from '../../api/page-data/list-url.ts';
import { Link } from '../../ui/actions/link.tsx';
import { cx } from '../../ui/class-names.ts';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { Pagination } from '../../ui/tables/pagination.tsx';
import { Spinner } from '../../ui/waiting/spinner.tsx';
import { OfficeLogo, officeAddress } from './office-facts.tsx';
import { officesQuery, type OfficesSearch } from './office-queries.ts';

/** The office directory and its search. */
export function OfficeDirectory({ search }: { search: OfficesSearch }) {
  const offices = useQuery({ ...officesQuery(search), placeholderData: keepPreviousData });
  const goTo = useListNavigation();
  const { searchTerm, page } = search;
  return (
    <>
      <SearchBox
        label="Search offices"
        placeholder="Search by name or city..."
        name="searchTerm"
        action={pagePaths.offices()}
        value={searchTerm}
        delayMs={SEARCH_DEBOUNCE_MS}
        onSearch={(term) => goTo(pagePaths.offices({ searchTerm: term }), { typed: true })}
        className="mb-8 w-full max-w-md"
      />
      {offices.isError ? (
        <LoadError
          title="Failed to load offices."
          isRetrying={offices.isFetching}
          onRetry={() => void offices.refetch()}
        >
          Please try again in a moment.
        </LoadError>
      ) : offices.isPending ? (
        <Spinner className="min-h-[60vh] justify-center" />
      ) : offices.data.items.length === 0 ? (
        <EmptyState
          icon={<Building2 aria-hidden="true" className="size-7" />}
          title="No Offices Found"
        >
          {searchTerm === ''
            ? 'There are no offices yet.'
            : `Your search for "${searchTerm}" did not match any offices.`}
        </EmptyState>
      ) : (
        <div
          aria-busy={offices.isPlaceholderData || undefined}
          className={cx(offices.isPlaceholderData && 'dimmed')}
        >
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {offices.data.items.map((office) => (
              <li
                key={office._id}
                className="relative flex items-start gap-4 rounded-md border border-line bg-surface p-5"
              >
                <OfficeLogo logo={office.logo} />
                <div className="min-w-0">
                  <h2 className="display text-lg leading-snug [overflow-wrap:anywhere]">
                    <Link
                      href={pagePaths.office(office.slug)}
                      className="after:absolute after:inset-0"
                    >
                      {office.name}
                    </Link>
                  </h2>
                  <p className="mt-1 text-sm text-ink-soft [overflow-wrap:anywhere]">
                    {officeAddress(office)}
                  </p>
                  <p className="figures mt-1 text-sm text-ink-soft">
                    {countOf(office.agentCount, 'agent')}, {countOf(office.propertyCount, 'home')}
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <Pagination
            page={page}
            pageCount={countPages(offices.data.totalCount)}
            hrefOf={(number) => pagePaths.offices({ searchTerm, page: number })}
            label="Pages of offices"
            className="mt-12"
          />
        </div>
      )}
    </>
  );
}
