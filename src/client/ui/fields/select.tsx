import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import { controlClass } from './control-class.ts';

/** One option: the submitted value and its label. */
export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children' | 'multiple'> {
  options: readonly SelectOption[];
  /** Without a border, inside a box that has one. */
  bare?: boolean;
}

/**
 * A native select: it works without scripts, and every phone and screen reader presents it in the
 * familiar way.
 */
export function Select({ options, bare = false, className, ...rest }: SelectProps) {
  return (
    <span className={cx('select', className)}>
      <select {...rest} className={controlClass(bare)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  );
}
