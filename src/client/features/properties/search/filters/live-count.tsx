import { totalOf } from '#shared/format/numbers.ts';
import { cx } from '../../../../ui/class-names.ts';
import { type LiveCountOptions, useLiveCount } from './use-live-count.ts';

export interface LiveCountProps extends LiveCountOptions {
  className?: string;
  /** Whether the count is a button label: 'Show 52 homes'. */
  isLabel?: boolean;
}

/** The number of homes that the form would show (docs/product/pages.md, Filter form). */
export function LiveCount({ className, isLabel = false, ...form }: LiveCountProps) {
  const { count, isChanged, isCounting } = useLiveCount(form);
  if (isLabel) {
    return (
      <span className="figures">Show {count === undefined ? 'homes' : totalOf(count, 'home')}</span>
    );
  }
  const text = count === undefined ? '' : totalOf(count, 'home');
  return (
    <p
      data-changed={isChanged || undefined}
      className={cx('figures needs-js text-sm whitespace-nowrap text-ink-soft', className)}
    >
      <span aria-hidden="true">{text}</span>
      {/* Announce only counts caused by the user's own change. The results announce themselves. */}
      <output className="sr-only">{isChanged && !isCounting ? text : ''}</output>
    </p>
  );
}
