import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import { controlClass } from './control-class.ts';

export interface InputProps extends ComponentProps<'input'> {
  /** Whether to omit the border, inside a box with a border. */
  bare?: boolean;
}

/**
 * A text input. Inside a `Field` it gets the field's attributes: `{(control) => <Input {...control}
 * />}`.
 */
export function Input({ bare = false, className, ...rest }: InputProps) {
  return <input {...rest} className={cx(controlClass(bare), className)} />;
}
