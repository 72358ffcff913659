import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { cx } from '../class-names.ts';
import { Link } from '../actions/link.tsx';

/** The two orders of a column, as in the list's URL. */
export interface ColumnSort {
  ascending: string;
  descending: string;
  /** The order after the first click, such as A to Z for names and newest first for dates. */
  first: 'ascending' | 'descending';
}

/** The current order of a table, and the URLs of its other orders. */
export interface TableSort {
  /** The current order. */
  current: string;
  hrefOf: (sort: string) => string;
}

/**
 * Returns a column's direction for `aria-sort`; undefined if the table is sorted by another column.
 */
export function directionOf(column: ColumnSort, current: string) {
  if (current === column.ascending) return 'ascending' as const;
  return current === column.descending ? ('descending' as const) : undefined;
}

export interface SortHeaderProps {
  header: string;
  column: ColumnSort;
  sort: TableSort;
}

/**
 * A column header that sorts the table: a link because the order is in the URL. Clicking it again
 * reverses the order.
 */
export function SortHeader({ header, column, sort }: SortHeaderProps) {
  const direction = directionOf(column, sort.current);
  const next =
    direction === undefined
      ? column[column.first]
      : direction === 'ascending'
        ? column.descending
        : column.ascending;
  const Arrow =
    direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 group-hover:text-ink',
        direction !== undefined && 'text-ink',
      )}
    >
      {header}
      <Link
        href={sort.hrefOf(next)}
        keepScroll
        aria-label={`Sort by ${header}`}
        // The whole header is clickable. Hidden headers must not have focusable elements.
        className="inline-flex size-6 items-center justify-center rounded-sm after:absolute after:inset-0 max-md:hidden"
      >
        <Arrow
          aria-hidden="true"
          className={cx(
            'size-3.5',
            direction === undefined &&
              'opacity-40 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100',
          )}
        />
      </Link>
    </span>
  );
}
