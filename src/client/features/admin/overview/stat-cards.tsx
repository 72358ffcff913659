import { formatMoneyCompact, formatPrice } from '#shared/format/money.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { AdminStats } from '#shared/schemas/stats.ts';
import { Link } from '../../../ui/link.tsx';

/** One figure about the whole site. */
interface Stat {
  label: string;
  value: string;
  /** The figure in full, where the card shortens it. */
  exact?: string;
  /** Where what is counted can be looked at. */
  href: string;
}

/** The four figures (spec section 2, Admin overview); money in compact US dollars. */
export function statsOf(stats: AdminStats): Stat[] {
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

/** The four figures as cards, each a way to what it counts. */
export function StatCards({ stats }: { stats: AdminStats }) {
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
      {statsOf(stats).map(({ label, value, exact, href }) => (
        <li key={label}>
          <Link
            href={href}
            title={exact}
            className="block h-full rounded-md border border-line bg-surface px-5 py-4 transition-colors hover:border-line-strong max-sm:px-4"
          >
            <span className="block text-sm text-ink-soft">{label}</span>
            <span className="display mt-1 block text-xl figures">{value}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
