import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import { Button } from '../../../../ui/actions/button.tsx';
import { useDeferredComponent } from '../../../../ui/timing/use-deferred-component.ts';
import type { PropertyFilters } from '../query/property-filters.ts';
import type { PropertyFilterFormProps } from './use-filter-form.ts';

const loadSheet = async () => (await import('./filter-sheet.tsx')).FilterSheet;

export interface MoreFiltersButtonProps extends PropertyFilterFormProps {
  /** The first filters as they are filled in. */
  first: PropertyFilters;
  /** How many of the further filters are set. */
  count: number;
}

/** The button that opens the further filters on a wide screen. Its script comes on the way to the button. */
export function MoreFiltersButton({ count, ...form }: MoreFiltersButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const {
    Component: FilterSheet,
    isComing,
    fetch,
  } = useDeferredComponent(loadSheet, 'The filters');
  const preload = () => void loadSheet().catch(() => undefined);
  const open = async () => {
    setIsOpen(true);
    if (!(await fetch())) setIsOpen(false);
  };
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-busy={isComing || undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void open()}
        className="needs-js"
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        More filters
        {count > 0 && (
          <span className="figures">
            <span className="sr-only">, </span>({count}
            <span className="sr-only"> set</span>)
          </span>
        )}
      </Button>
      {FilterSheet !== null && <FilterSheet {...form} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}
