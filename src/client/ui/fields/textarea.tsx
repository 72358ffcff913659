import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import { controlClass } from './control-class.ts';

/** A text area, which grows with its text if the browser supports it. */
export function Textarea({ className, rows = 4, style, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...rest}
      // With `field-sizing`, `rows` has no effect on the initial height.
      style={{ minHeight: `calc(${rows}lh + 1.125rem)`, ...style }}
      // Otherwise, a long word would make the field wider than the form.
      className={cx(controlClass(), 'field-sizing-content max-h-96 wrap-anywhere', className)}
    />
  );
}
