import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';

/** A card with a thin border and no shadow. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('rounded-md border border-line bg-surface', className)} />;
}
