import { cx } from '../class-names.ts';

/** A gray placeholder. Give it the height and width of the real content. */
export function Skeleton({ className = '' }: { className?: string }) {
  // With two radius classes, their order in the stylesheet would decide which one applies.
  const radius = /\brounded-/.test(className) ? '' : 'rounded-sm';
  return (
    <span
      aria-hidden="true"
      className={cx('pulse block bg-line/70 forced-colors:border', radius, className)}
    />
  );
}
