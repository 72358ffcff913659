import { formatMoneyCompact, formatPrice } from '#shared/format/money.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { AgentStats } from '#shared/schemas/stats.ts';
import { apiQuery } from '../../api/query-client.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { LoadFailure } from '../../desk/failure.tsx';
import { Panel } from '../../desk/panel.tsx';
import { StatCards, StatCardsSkeleton, type Stat } from '../../desk/stat-cards.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NewListingLink } from './new-listing-link.tsx';

/** The three figures; money in compact US dollars (spec section 2, Agent overview). */
export function agentStatsOf(stats: AgentStats): Stat[] {
  return [
    {
      label: 'Active Listings',
      value: formatNumber(stats.activeListings),
      href: pagePaths.myListings({ availability: 'true' }),
    },
    {
      label: 'Sold / Rented',
      value: formatNumber(stats.archivedListings),
      href: pagePaths.myListings({ availability: 'false' }),
    },
    {
      label: 'Value of Active Listings',
      value: formatMoneyCompact(stats.totalValue),
      exact: formatPrice(stats.totalValue),
      href: pagePaths.myListings({ availability: 'true', sort: 'price_desc' }),
    },
  ];
}

/** An agent's own figures and newest listings (spec section 2, Agent overview). */
export function AgentOverview() {
  const stats = useApiQuery(apiQuery('GET /agent/stats', {}));
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="display text-xl">Agent Overview</h1>
          <p className="mt-1 text-ink-soft">Your personal performance at a glance.</p>
        </div>
        <NewListingLink />
      </div>
      <div className="mt-6 grid gap-4 lg:gap-5">
        {stats.data !== undefined && (
          <>
            <StatCards stats={agentStatsOf(stats.data)} />
            <RecentActivity listings={stats.data.recentListings} />
          </>
        )}
        {stats.isPending && (
          <>
            <output className="sr-only">Loading...</output>
            <StatCardsSkeleton count={3} />
            <RecentActivitySkeleton />
          </>
        )}
        {stats.isError && stats.data === undefined && (
          <LoadFailure
            text="Failed to load stats."
            error={stats.error}
            onRetry={() => void stats.refetch()}
          />
        )}
      </div>
    </>
  );
}

const rowClass = 'flex min-h-13 items-center gap-3 border-t border-line px-5 py-2 first:border-t-0';

function RecentActivity({ listings }: { listings: AgentStats['recentListings'] }) {
  return (
    <Panel title="Your Recent Activity">
      {listings.length === 0 ? (
        <p className="px-5 pt-2 pb-5 text-ink-soft">
          Nothing yet. Your newest listings will stand here.
        </p>
      ) : (
        <ul className="mt-2 pb-2">
          {listings.map(({ _id, title, isAvailable }) => (
            <li key={_id} className={rowClass}>
              <Link
                href={pagePaths.property(_id)}
                className="line-clamp-2 min-w-0 flex-1 leading-snug font-semibold [overflow-wrap:anywhere] underline-offset-4 hover:underline"
              >
                {title}
              </Link>
              <Badge tone={isAvailable ? 'brand' : 'plain'}>
                {isAvailable ? 'Active' : 'Archived'}
              </Badge>
              <LinkButton
                href={pagePaths.editListing(_id)}
                variant="quiet"
                size="sm"
                className="-mr-3 text-brand"
                aria-label={`Edit ${title}`}
              >
                Edit
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function RecentActivitySkeleton() {
  return (
    <Card className="px-5 pt-5 pb-4">
      <Skeleton className="mb-3 h-4 w-44" />
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="flex h-13 items-center gap-3">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="ml-auto h-5 w-16 rounded-full" />
          <Skeleton className="h-4 w-8" />
        </div>
      ))}
    </Card>
  );
}
