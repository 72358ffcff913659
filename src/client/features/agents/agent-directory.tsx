import { keepPreviousData, useQuery } from '@tanstack/react-query';
import UserSearch from 'lucide-react/icons/user-search';
import { useNavigation } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { SEARCH_DEBOUNCE_MS } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Agent } from '#shared/schemas/user.ts';
import type { ListPage } from '../../api/api-types.ts';
import { countPages, useListNavigation } from '../../api/page-data/list-url.ts';
import { cx } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { LoadError } from '../../ui/notices/load-error.tsx';
import { Pagination } from '../../ui/tables/pagination.tsx';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { AgentTile } from './agent-tile.tsx';
import { agentsHref, agentsQuery, type AgentsSearch } from './agents-queries.ts';

/** One to four columns. */
const gridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';
const SKELETON_COUNT = 8;

/** The agent directory and its search (docs/product/pages.md, Agents). */
export function AgentDirectory({ search }: { search: AgentsSearch }) {
  const agents = useQuery({ ...agentsQuery(search), placeholderData: keepPreviousData });
  const goTo = useListNavigation();
  const isNavigating = useNavigation().location?.pathname === pagePaths.agents();
  const isStale = agents.isPlaceholderData || isNavigating;
  const isSearching = isStale || agents.isPending;
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchBox
          label="Search agents"
          placeholder="Search by agent name..."
          name="searchTerm"
          action={pagePaths.agents()}
          value={search.searchTerm}
          delayMs={SEARCH_DEBOUNCE_MS}
          onSearch={(searchTerm) => goTo(agentsHref({ searchTerm, page: 1 }), { typed: true })}
          className="w-full max-w-md"
        />
        <output className="figures text-ink-soft">
          {isSearching ? 'Searching...' : agents.data && countOf(agents.data.totalCount, 'agent')}
        </output>
      </div>
      {agents.isError ? (
        <LoadError
          title="Failed to load agents."
          isRetrying={agents.isFetching}
          onRetry={() => void agents.refetch()}
        >
          Please try again in a moment.
        </LoadError>
      ) : agents.isPending ? (
        <AgentsSkeleton />
      ) : (
        <div aria-busy={isStale || undefined} className={cx(isStale && 'dimmed')}>
          <Agents search={search} agents={agents.data} />
        </div>
      )}
    </>
  );
}

function Agents({ search, agents }: { search: AgentsSearch; agents: ListPage<Agent> }) {
  const { searchTerm, page } = search;
  const pageCount = countPages(agents.totalCount);
  if (agents.items.length === 0) {
    return (
      <EmptyState
        icon={<UserSearch aria-hidden="true" className="size-7" />}
        title="No Agents Found"
        actions={
          (searchTerm !== '' || page > 1) && (
            <LinkButton href={pagePaths.agents()} keepScroll variant="secondary">
              Show all agents
            </LinkButton>
          )
        }
      >
        <p className="[overflow-wrap:anywhere]">
          {agents.totalCount > 0
            ? `The list ends on page ${pageCount}.`
            : searchTerm === ''
              ? 'No agents have joined yet.'
              : `Your search for "${searchTerm}" did not match any agents.`}
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={gridClass}>
        {agents.items.map((agent) => (
          <li key={agent._id}>
            <AgentTile agent={agent} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefOf={(number) => agentsHref({ searchTerm, page: number })}
        label="Pages of agents"
        className="mt-12"
      />
      {agents.items.some(({ office }) => office !== null) && (
        <p className="mt-8">
          <LinkButton href={pagePaths.offices()} variant="secondary">
            See our offices
          </LinkButton>
        </p>
      )}
    </>
  );
}

function AgentsSkeleton() {
  return (
    <ul className={gridClass} aria-label="Loading...">
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        <li
          key={index}
          className="flex h-56 items-start gap-4 rounded-md border border-line bg-surface p-4 sm:h-92 sm:flex-col sm:items-center sm:gap-5 sm:pt-8"
        >
          <Skeleton className="size-18 rounded-full sm:size-28" />
          <span className="flex flex-col gap-2 sm:items-center">
            <Skeleton className="h-6 w-36" />
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-4 w-24" />
          </span>
        </li>
      ))}
    </ul>
  );
}
