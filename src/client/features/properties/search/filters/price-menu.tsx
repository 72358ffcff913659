import ChevronDown from 'lucide-react/icons/chevron-down';
import { useCallback, useRef, useState } from 'react';
import { formatMoneyCompact } from '#shared/format/money.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { useDismiss } from '../../../../ui/overlays/use-dismiss.ts';
import type { FilterErrors, PropertyFilters } from '../query/property-filters.ts';
import { PriceFields } from './filter-fields.tsx';
import { LazyCount } from './lazy-count.tsx';
import type { LiveCountOptions } from './use-live-count.ts';

export interface PriceMenuProps extends LiveCountOptions {
  errors: FilterErrors;
}

/** The price range behind a button: a native disclosure, which opens without JavaScript. */
export function PriceMenu({ errors, ...form }: PriceMenuProps) {
  const { filters } = form.search;
  const box = useRef<HTMLDetailsElement>(null);
  const hasError = 'minPrice' in errors || 'maxPrice' in errors;
  const [isOpen, setIsOpen] = useState(hasError);
  const dismiss = useCallback((shouldReturnFocus: boolean) => {
    setIsOpen(false);
    if (shouldReturnFocus) box.current?.querySelector('summary')?.focus();
  }, []);
  // Fields with errors stay visible.
  useDismiss(box, isOpen && !hasError, dismiss);
  return (
    <details
      ref={box}
      className="relative"
      open={isOpen || hasError}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary
        className="control flex items-center justify-between gap-2"
        // Don't wait for the `toggle` event: the user may press Escape before it fires.
        onClick={(event) => {
          event.preventDefault();
          setIsOpen(!isOpen);
        }}
      >
        <span className="min-w-0">
          <span className="label">Price</span>
          <span className="figures block truncate">{priceText(form.draft)}</span>
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
      </summary>
      <div className="absolute top-full right-0 z-10 mt-2 grid w-80 grid-cols-2 items-start gap-3 rounded-md border border-line bg-surface p-4 shadow-pop">
        <PriceFields filters={filters} errors={errors} />
        <Button type="submit" className="col-span-2">
          <LazyCount {...form} isLabel />
        </Button>
      </div>
    </details>
  );
}

function priceText({ minPrice, maxPrice }: PropertyFilters): string {
  const [from, to] = [minPrice, maxPrice].map((price) =>
    price === '' ? '' : formatMoneyCompact(Number(price)),
  );
  if (minPrice !== '' && maxPrice !== '') return `${from}–${to}`;
  if (minPrice !== '') return `${from}+`;
  return maxPrice === '' ? 'Any' : `Up to ${to}`;
}
