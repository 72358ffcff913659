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
  /** Whether to omit the border, inside a box with a border. */
  bare?: boolean;
}

/** A native select, which works without JavaScript and is familiar on every phone and screen reader. */
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
