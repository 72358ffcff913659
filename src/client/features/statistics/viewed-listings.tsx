import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { AgentStats } from '#shared/schemas/stats.ts';
import { MAX_COUNTED_DAYS } from '../../property-cards/property-labels.ts';
import { OverviewList } from './overview-list.tsx';

/**
 * The listings with the most and the fewest views per day on the market (docs/product/dashboard.md,
 * Agent overview).
 */
export function ViewedListings({ views: { most, fewest } }: { views: AgentStats['views'] }) {
  if (most.length === 0) return null;
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:gap-5">
      <OverviewList title="Most viewed" empty="" rows={most.map(toRow)} />
      <OverviewList
        title="Least viewed"
        empty="With more than three active listings, the least viewed show up here."
        rows={fewest.map(toRow)}
      />
    </div>
  );
}

function toRow({ _id, title, views, days }: AgentStats['views']['most'][number]) {
  const time = days > MAX_COUNTED_DAYS ? 'over a year' : countOf(days, 'day');
  return {
    id: _id,
    title,
    href: pagePaths.property(_id),
    detail: `${countOf(views, 'view')} in 30 days, ${time} on the market`,
    action: { label: 'Edit', name: `Edit ${title}`, href: pagePaths.editListing(_id) },
  };
}
