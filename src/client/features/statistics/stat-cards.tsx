import { Card } from '../../ui/blocks/card.tsx';
import { cx } from '../../ui/class-names.ts';
import { Link } from '../../ui/actions/link.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';

/** One statistic in an overview. */
export interface Stat {
  label: string;
  value: string;
  /** The exact value if `value` is shortened. */
  exact?: string;
  /** The page with the counted items. */
  href: string;
}

/**
 * Returns the classes of a grid: all cards in one row on wide screens, and two per row on narrow
 * ones, where a third card takes a full row.
 */
function gridClass(count: number): string {
  return cx(
    'grid grid-cols-2 gap-3 lg:gap-5',
    count === 3 ? 'sm:grid-cols-3 max-sm:[&>:last-child]:col-span-2' : 'lg:grid-cols-4',
  );
}

/** Statistics as cards, each linked to its page. */
export function StatCards({ stats }: { stats: readonly Stat[] }) {
  return (
    <ul className={gridClass(stats.length)}>
      {stats.map(({ label, value, exact, href }) => (
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

/** The skeleton of the cards. */
export function StatCardsSkeleton({ count }: { count: 3 | 4 }) {
  return (
    <div className={gridClass(count)}>
      {Array.from({ length: count }, (_, index) => (
        <Card key={index} className="px-5 py-4 max-sm:px-4">
          <Skeleton className="mt-1 h-3 w-24 max-w-full" />
          <Skeleton className="mt-4 h-6 w-16" />
        </Card>
      ))}
    </div>
  );
}
