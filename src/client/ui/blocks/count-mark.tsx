import { formatNumber } from '#shared/format/numbers.ts';

/** Counts above this are shown as '99+', so that a menu keeps its shape. */
const MAX_SHOWN = 99;

/** How many wait, beside the entry of a menu; nothing when there are none. */
export function CountMark({ count, what }: { count: number; what: 'unread' | 'open' }) {
  if (count === 0) return null;
  return (
    <span className="ml-auto min-w-6 rounded-full bg-clay px-1.5 text-center text-sm font-semibold text-surface figures">
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="sr-only">
        , {formatNumber(count)} {what}
      </span>
    </span>
  );
}
