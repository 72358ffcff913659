import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import { controlClass } from './control-class.ts';

/** A text box of several lines, which grows with its text where the browser can. */
export function Textarea({ className, rows = 4, style, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...rest}
      // A box that grows with its text starts with as many lines as it says.
      style={{ minHeight: `calc(${rows}lh + 1.125rem)`, ...style }}
      className={cx(controlClass(), 'field-sizing-content max-h-96', className)}
    />
  );
}
