import { formatNumber } from '#shared/format/numbers.ts';
import { useFailedJobs } from './job-queries.ts';

/** Larger counts are shown as '99+' to keep the sidebar's width. */
const MAX_SHOWN = 99;

/** The number of failed jobs in the sidebar; nothing if there are none. */
export function FailedJobs() {
  const count = useFailedJobs();
  if (count === 0) return null;
  return (
    <span className="ml-auto min-w-6 rounded-full bg-clay px-1.5 text-center text-sm font-semibold text-surface figures">
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="sr-only">, {formatNumber(count)} failed</span>
    </span>
  );
}
