import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../class-names.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  /** A lucide icon with `size-5`. */
  icon: ReactNode;
}

/** The class of an icon button, for links and other triggers. */
export const iconButtonClass = 'icon-button';

/** The class of a smaller icon button, for tables. Full size on touch screens. */
export const smallIconButtonClass =
  'inline-flex size-9 items-center justify-center rounded-sm text-ink-soft transition-colors hover:bg-sunken hover:text-ink touch-target';

/** A button that is only an icon, 44 pixels square. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(iconButtonClass, className)}
    >
      {icon}
    </button>
  );
}
