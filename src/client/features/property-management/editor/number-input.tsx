import type { ComponentProps } from 'react';
import { Input } from '../../../ui/fields/input.tsx';

/** A box for a number. Turning the wheel over it scrolls the page, and does not change what was typed. */
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
