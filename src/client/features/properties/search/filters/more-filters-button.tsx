import { Button } from '../../../../ui/actions/button.tsx';
import type { PropertyFilters } from '../query/property-filters.ts';
import type { PropertyFilterFormProps } from './use-filter-form.ts';
import { useFilterSheet } from './use-filter-sheet.ts';

export interface MoreFiltersButtonProps extends PropertyFilterFormProps {
  /** The current input in the filter row. */
  rowFilters: PropertyFilters;
  /** The number of active filters behind 'More filters'. */
  count: number;
}

/**
 * The button that opens the panel of more filters in wide windows. The panel's script loads when a
 * click is likely.
 */
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
