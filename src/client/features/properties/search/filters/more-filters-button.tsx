import { Button } from '../../../../ui/actions/button.tsx';
import type { PropertyFilters } from '../query/property-filters.ts';
import type { PropertyFilterFormProps } from './use-filter-form.ts';
import { useFilterSheet } from './use-filter-sheet.ts';

export interface MoreFiltersButtonProps extends PropertyFilterFormProps {
  /** The first filters as they are filled in. */
  first: PropertyFilters;
  /** How many of the further filters are set. */
  count: number;
}

/** The button that opens the further filters on a wide screen. Its script comes on the way to the button. */
export function MoreFiltersButton({ count, ...form }: MoreFiltersButtonProps) {
  const { FilterSheet, sheet, preload, button } = useFilterSheet();
  return (
    <>
      <Button variant="secondary" {...button} onPointerEnter={preload} className="needs-js px-3">
        More filters
        {count > 0 && (
          <span className="figures">
            <span className="sr-only">, </span>({count}
            <span className="sr-only"> set</span>)
          </span>
        )}
      </Button>
      {FilterSheet !== null && <FilterSheet {...form} {...sheet} />}
    </>
  );
}
