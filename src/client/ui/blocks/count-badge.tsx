import { formatNumber } from '#shared/format/numbers.ts';

/** Larger counts are shown as '99+', to preserve the menu layout. */
const MAX_SHOWN = 99;

/** The count in a menu entry; renders nothing for 0. */
export function CountBadge({ count, unit }: { count: number; unit: 'unread' | 'open' }) {
  if (count === 0) return null;
  return (
    <span className="ml-auto min-w-6 rounded-full bg-clay px-1.5 text-center text-sm font-semibold text-surface figures">
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="sr-only">
        , {formatNumber(count)} {unit}
      </span>
    </span>
  );
}
