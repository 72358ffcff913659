import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';

/** A radio button that looks like a button; the whole box is clickable. */
export function Choice({ className, children, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={cx('choice', className)}>
      {/* The label is positioned, so this hidden input stays inside it and cannot widen a dialog. */}
      <input type="radio" {...rest} className="sr-only" />
      {children}
    </label>
  );
}
