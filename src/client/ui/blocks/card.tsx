import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';

/** A sheet of paper on the page: hairline, no shadow. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('rounded-md border border-line bg-surface', className)} />;
}
