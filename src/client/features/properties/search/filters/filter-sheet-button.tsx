import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { SpinnerIcon } from '../../../../ui/waiting/spinner.tsx';
import { activeFilters } from '../query/active-filters.ts';
import type { PropertyFilterFormProps } from './use-filter-form.ts';
import { useFilterSheet } from './use-filter-sheet.ts';

/** The button that opens the filters on a phone. It stays at the thumb's end of the window while there are results. */
export function FilterSheetButton(props: PropertyFilterFormProps) {
  const { FilterSheet, sheet, isComing, preload, button } = useFilterSheet();
  const count = activeFilters(props.listing.filters).length;
  return (
    <div data-bottom-bar className="filter-bar needs-js">
      <button
        type="button"
        {...button}
        onPointerDown={preload}
        className="pointer-events-auto flex h-12 items-center gap-2 rounded-full bg-brand px-6 font-semibold text-on-brand shadow-pop select-none active:bg-brand-deep"
      >
        {isComing ? (
          <SpinnerIcon className="size-4" />
        ) : (
          <SlidersHorizontal aria-hidden="true" className="size-4" />
        )}
        Filters
        {count > 0 && (
          <span className="figures inline-flex min-w-5 justify-center rounded-full bg-on-brand px-1.5 text-sm text-brand">
            <span className="sr-only">, </span>
            {count}
            <span className="sr-only"> set</span>
          </span>
        )}
      </button>
      {FilterSheet !== null && <FilterSheet {...props} {...sheet} />}
    </div>
  );
}
