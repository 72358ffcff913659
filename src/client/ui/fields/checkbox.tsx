import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../class-names.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
}

/** A checkbox with its label, which toggles it as well. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx('touch-target inline-flex cursor-pointer items-center gap-3', className)}>
      <input type="checkbox" {...rest} className="size-5 shrink-0 rounded-sm accent-brand" />
      <span>{label}</span>
    </label>
  );
}
