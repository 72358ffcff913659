import { totalOf } from '#shared/format/numbers.ts';
import { cx } from '../../../../ui/class-names.ts';
import { type LiveCountOptions, useLiveCount } from './use-live-count.ts';

export interface LiveCountProps extends LiveCountOptions {
  className?: string;
  /** Inside a button: 'Show 52 homes'. */
  isLabel?: boolean;
}

/** How many homes the form would show (docs/product/pages.md, Filter form). */
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
      {/* Only what the user's own change leads to is said; the results announce themselves. */}
      <output className="sr-only">{isChanged && !isCounting ? text : ''}</output>
    </p>
  );
}
