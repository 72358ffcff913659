import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import { controlClass } from './control-class.ts';

export interface InputProps extends ComponentProps<'input'> {
  /** Without a border, inside a box that has one. */
  bare?: boolean;
}

/**
 * A text input. Inside a `Field` it gets the field's attributes: `{(control) => <Input {...control}
 * />}`.
 */
export function Input({ bare = false, className, ...rest }: InputProps) {
  return <input {...rest} className={cx(controlClass(bare), className)} />;
}
