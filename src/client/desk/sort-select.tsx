import { cx } from '../ui/class-names.ts';
import { Select, type SelectOption } from '../ui/select.tsx';
import { useGoTo } from './desk-address.ts';

export interface SortSelectProps {
  options: readonly SelectOption[];
  current: string;
  hrefOf: (sort: string) => string;
  className?: string;
}

/** Sorts a list where its table's headers are not seen. */
export function SortSelect({ options, current, hrefOf, className }: SortSelectProps) {
  const goTo = useGoTo();
  return (
    <Select
      aria-label="Sort by"
      options={options}
      value={current}
      onChange={(event) => goTo(hrefOf(event.target.value))}
      className={cx('flex-1 xl:flex-none', className)}
    />
  );
}
