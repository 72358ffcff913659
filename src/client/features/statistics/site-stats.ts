import { formatMoneyCompact, formatPrice } from '#shared/format/money.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { AdminStats } from '#shared/schemas/stats.ts';
import type { Stat } from './stat-cards.tsx';

/**
 * Returns the site's four statistics, with money in compact US dollars (docs/product/dashboard.md,
 * Admin overview).
 */
export function adminStatsOf(stats: AdminStats): Stat[] {
  return [
    {
      label: 'Total Properties',
      value: formatNumber(stats.totalProperties),
      href: pagePaths.manageProperties(),
    },
    { label: 'Total Users', value: formatNumber(stats.totalUsers), href: pagePaths.manageUsers() },
    {
      label: 'Total Agents',
      value: formatNumber(stats.totalAgents),
      href: pagePaths.manageUsers({ role: 'agent' }),
    },
    {
      label: 'Total Property Value',
      value: formatMoneyCompact(stats.totalPropertyValue),
      exact: formatPrice(stats.totalPropertyValue),
      href: pagePaths.manageProperties(),
    },
  ];
}
