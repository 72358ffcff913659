import { cx } from '../ui/class-names.ts';
import { Select, type SelectOption } from '../ui/select.tsx';
import { useGoTo } from './desk-address.ts';

export interface FilterSelectProps<V extends string> {
  label: string;
  options: readonly (SelectOption & { value: V })[];
  value: V;
  /** The address of the list with another choice. */
  hrefOf: (value: V) => string;
  className?: string;
}

/** A choice that narrows down a desk's list, or sorts it where the table's headers are not seen. */
export function FilterSelect<V extends string>(props: FilterSelectProps<V>) {
  const { label, options, value, hrefOf, className } = props;
  const goTo = useGoTo();
  return (
    <Select
      aria-label={label}
      options={options}
      value={value}
      // One of the options, which are all there is to choose.
      onChange={(event) => goTo(hrefOf(event.target.value as V))}
      className={cx('flex-1', className)}
    />
  );
}
