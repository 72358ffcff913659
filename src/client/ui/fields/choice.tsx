import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';

/** A radio button that looks like a button; the whole box is clickable. */
export function Choice({ className, children, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={cx('choice', className)}>
      {/* Hidden inside the box: outside, it would widen a dialog. */}
      <input type="radio" {...rest} className="sr-only" />
      {children}
    </label>
  );
}
