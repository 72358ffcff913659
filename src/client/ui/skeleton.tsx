import { cx } from './class-names.ts';

/** One grey shape of what is coming. Give it the height and width of the real thing. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('pulse block rounded-sm bg-line/70', className)} />;
}
