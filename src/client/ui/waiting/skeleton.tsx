import { cx } from '../class-names.ts';

/** A gray placeholder. Give it the height and width of the real content. */
export function Skeleton({ className = '' }: { className?: string }) {
  // If both classes were present, their order in the stylesheet would decide.
  const radius = /\brounded-/.test(className) ? '' : 'rounded-sm';
  return (
    <span
      aria-hidden="true"
      className={cx('pulse block bg-line/70 forced-colors:border', radius, className)}
    />
  );
}
