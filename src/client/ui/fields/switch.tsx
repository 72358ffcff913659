import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  /** The accessible name, such as 'Availability of Maple House'. */
  label: string;
  /** The text of the current state, such as 'Active' or 'Sold'. */
  stateLabel?: string;
}

// Without aria-checked, which ARIA in HTML forbids on a checkbox.
const SWITCH = { type: 'checkbox', role: 'switch' } as const;

/** A switch whose change applies immediately. */
export function Switch({ label, stateLabel, className, ...rest }: SwitchProps) {
  return (
    <label
      className={cx(
        'touch-target inline-flex cursor-pointer items-center gap-3 align-middle',
        className,
      )}
    >
      <input
        {...SWITCH}
        aria-label={label}
        {...rest}
        className={cx(
          'relative h-6 w-10 shrink-0 appearance-none rounded-full border border-line-strong bg-sunken transition-colors',
          'checked:border-brand checked:bg-brand disabled:cursor-not-allowed disabled:opacity-60 forced-colors:checked:bg-[Highlight]',
          "before:absolute before:top-1/2 before:left-0.5 before:size-4.5 before:-translate-y-1/2 before:rounded-full before:bg-ink-faint before:transition-[translate,background-color] before:content-['']",
          'checked:before:translate-x-4 checked:before:bg-on-brand forced-colors:before:bg-[CanvasText] forced-colors:checked:before:bg-[HighlightText]',
        )}
      />
      {stateLabel !== undefined && <span className="text-sm">{stateLabel}</span>}
    </label>
  );
}
