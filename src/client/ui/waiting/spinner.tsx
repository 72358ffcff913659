import { cx } from '../class-names.ts';

/** The spinner without a label, for places with their own text. */
export function SpinnerIcon({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cx('spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
      <path
        d="M21 12a9 9 0 0 0-9-9"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

export interface SpinnerProps {
  /** The text below the icon (docs/product/pages.md, Filter form). */
  label?: string;
  className?: string;
}

/** A loading spinner with its label, announced to screen readers. */
export function Spinner({ label = 'Loading...', className }: SpinnerProps) {
  return (
    <output className={cx('flex flex-col items-center gap-3 py-12 text-ink-soft', className)}>
      <SpinnerIcon className="size-8 text-brand" />
      <span className="text-sm">{label}</span>
    </output>
  );
}
