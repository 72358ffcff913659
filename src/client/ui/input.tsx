import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { controlClass } from './control-class.ts';

/** A text box. Inside a `Field` it takes the field's attributes: `{(control) => <Input {...control} />}`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(controlClass, className)} />;
}
