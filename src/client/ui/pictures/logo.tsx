import { cx } from '../class-names.ts';

/** The door on its step. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={className}>
      <path d="M5.5 19V10.5a6.5 6.5 0 0 1 13 0V19" stroke="currentColor" strokeWidth="1.75" />
      <path d="M2 19.75h20" stroke="currentColor" strokeWidth="2.5" />
      <circle cx="14.75" cy="13.25" r="1.15" fill="currentColor" />
    </svg>
  );
}

/** Mark and name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <LogoMark className="size-7 text-brand" />
      <span className="display text-xl leading-none">Doorstep</span>
    </span>
  );
}
