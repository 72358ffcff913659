import { cx } from '../class-names.ts';

/** One grey shape of what is coming. Give it the height and width of the real thing. */
export function Skeleton({ className = '' }: { className?: string }) {
  // Two radii in one list of classes would be decided by the style sheet's order.
  const radius = /\brounded-/.test(className) ? '' : 'rounded-sm';
  return (
    <span
      aria-hidden="true"
      className={cx('pulse block bg-line/70 forced-colors:border', radius, className)}
    />
  );
}
