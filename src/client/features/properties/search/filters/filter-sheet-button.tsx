import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { Button } from '../../../../ui/actions/button.tsx';
import { SpinnerIcon } from '../../../../ui/waiting/spinner.tsx';
import { activeFilters } from '../query/active-filters.ts';
import type { PropertyFilterFormProps } from './use-filter-form.ts';
import { useFilterSheet } from './use-filter-sheet.ts';

/** The button that opens the filters in narrow windows. */
export function FilterSheetButton(props: PropertyFilterFormProps) {
  const { FilterSheet, sheet, isLoading, preload, button } = useFilterSheet();
  const count = activeFilters(props.search.filters).length;
  return (
    <div className="needs-js lg:hidden">
      <Button variant="secondary" {...button} onPointerDown={preload} className="relative px-3">
        {isLoading ? (
          <SpinnerIcon className="size-4" />
        ) : (
          <SlidersHorizontal aria-hidden="true" className="size-4 max-sm:hidden" />
        )}
        Filters
        {count > 0 && (
          // The badge overlaps the corner to leave room for the keyword field on phones.
          <span className="figures absolute -top-2 -right-2.5 inline-flex min-w-5 justify-center rounded-full bg-brand px-1.5 text-sm text-on-brand">
            <span className="sr-only">, </span>
            {count}
            <span className="sr-only"> set</span>
          </span>
        )}
      </Button>
      {FilterSheet !== null && <FilterSheet {...props} {...sheet} />}
    </div>
  );
}
