import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { apiQuery } from '../../api/api-queries.ts';
import { Banner } from '../../ui/notices/banner.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { OverviewBody } from './overview-body.tsx';
import { OverviewListSkeleton } from './overview-list.tsx';
import { StatCards, StatCardsSkeleton } from './stat-cards.tsx';
import { ChartsSkeleton } from './overview-skeletons.tsx';
import { NewUsers, RecentListings } from './recent-lists.tsx';
import { adminStatsOf } from './site-stats.ts';

// Recharts is as large as the rest of the dashboard.
const loadCharts = () => import('./charts/charts.tsx');
const Charts = lazy(async () => {
  try {
    return { default: (await loadCharts()).Charts };
  } catch {
    // The user is offline, or a new version was deployed. The rest of the page works without
    // charts.
    return { default: ChartsUnavailable };
  }
});

const LISTS_CLASS = 'grid items-start gap-4 md:grid-cols-2 lg:gap-5';

/**
 * Fetches the statistics, with days in the user's time zone (docs/product/dashboard.md, Statistics).
 * Browser only.
 */
export function adminStatsQuery() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return apiQuery('GET /admin/stats', { query: { timeZone } });
}

/** The overview of the whole marketplace (docs/product/dashboard.md, Admin overview). */
export function AdminOverview({ notice }: { notice: ReactNode }) {
  const stats = useQuery(adminStatsQuery());
  // Load the charts in parallel with the numbers.
  useEffect(() => void loadCharts().catch(() => undefined), []);
  return (
    <>
      <h1 className="display text-xl">Admin Overview</h1>
      <p className="mt-1 text-ink-soft">The whole marketplace at a glance.</p>
      {notice}
      <OverviewBody
        stats={stats}
        skeleton={
          <>
            <StatCardsSkeleton count={4} />
            <ChartsSkeleton />
            <div className={LISTS_CLASS}>
              <OverviewListSkeleton thumbnail="none" />
              <OverviewListSkeleton thumbnail="round" />
            </div>
          </>
        }
      >
        {(data) => (
          <>
            <StatCards stats={adminStatsOf(data)} />
            <Suspense fallback={<ChartsSkeleton />}>
              <Charts stats={data} />
            </Suspense>
            <div className={LISTS_CLASS}>
              <RecentListings listings={data.recentListings} />
              <NewUsers users={data.recentUsers} />
            </div>
          </>
        )}
      </OverviewBody>
    </>
  );
}

function ChartsUnavailable() {
  return (
    <Banner
      tone="info"
      action={
        // An empty URL is the current page, which is reloaded.
        <LinkButton href="" variant="secondary" size="sm">
          Try again
        </LinkButton>
      }
    >
      The charts could not be loaded.
    </Banner>
  );
}
