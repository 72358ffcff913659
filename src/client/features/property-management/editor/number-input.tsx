import type { ComponentProps } from 'react';
import { Input } from '../../../ui/fields/input.tsx';

/** A number field. The mouse wheel scrolls the page and does not change the value. */
export function NumberInput(props: Omit<ComponentProps<typeof Input>, 'type'>) {
  return (
    <Input
      step={1}
      {...props}
      type="number"
      className="figures"
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
