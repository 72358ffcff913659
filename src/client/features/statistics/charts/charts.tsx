import type { AdminStats } from '#shared/schemas/stats.ts';
import { toDays, toShares } from './chart-data.ts';
import { chartGridClass } from './chart-layout.ts';
import { NewListingsChart } from './new-listings-chart.tsx';
import { TypesChart } from './types-chart.tsx';

/** The two charts of the admin overview, in a script of their own because Recharts is large. */
export function Charts({ stats }: { stats: AdminStats }) {
  return (
    <div className={chartGridClass}>
      <NewListingsChart days={toDays(stats.newListingsPerDay)} />
      <TypesChart shares={toShares(stats.propertyTypeCounts)} />
    </div>
  );
}
