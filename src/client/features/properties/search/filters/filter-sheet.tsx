import { Button } from '../../../../ui/actions/button.tsx';
import { Drawer } from '../../../../ui/overlays/drawer.tsx';
import { LinkButton } from '../../../../ui/actions/link-button.tsx';
import { activeFilters } from '../query/active-filters.ts';
import { BedsField, HiddenFields, KeywordField, PriceField, TypeField } from './filter-fields.tsx';
import { listingHref } from '../query/listing-address.ts';
import { LiveCount } from './live-count.tsx';
import type { PropertyFilterFormProps } from './property-filter-form.tsx';
import { NO_FILTERS } from '../query/property-filters.ts';
import { useFilterForm } from './use-filter-form.ts';

export interface FilterSheetProps extends PropertyFilterFormProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The filter form as a sheet within the thumb's reach, for small screens. Loaded when it is first wanted. */
export function FilterSheet({ open, onOpenChange, ...form }: FilterSheetProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Filters">
      <SheetForm {...form} onApplied={() => onOpenChange(false)} />
    </Drawer>
  );
}

function SheetForm({
  listing,
  addressErrors,
  totalCount,
  onApplied,
}: PropertyFilterFormProps & { onApplied: () => void }) {
  const { place, filters } = listing;
  const { formProps, draft, errors } = useFilterForm(listing, { addressErrors, onApplied });
  return (
    <form
      {...formProps} // What has the focus is never behind the button at the foot.
      className="grid grid-cols-2 items-start gap-x-3 gap-y-5 [&_:is(input,select)]:scroll-mb-24"
    >
      <HiddenFields place={place} filters={filters} names={['status', 'sort']} />
      <div className="col-span-2">
        <KeywordField filters={filters} />
      </div>
      <TypeField filters={filters} />
      <BedsField filters={filters} />
      <PriceField name="minPrice" filters={filters} errors={errors} />
      <PriceField name="maxPrice" filters={filters} errors={errors} />
      {activeFilters(filters).length > 0 && (
        <LinkButton
          href={listingHref(place, { ...NO_FILTERS, sort: filters.sort })}
          keepScroll
          variant="quiet"
          className="col-span-2 -my-2"
          onClick={onApplied}
        >
          Clear all filters
        </LinkButton>
      )}
      <div className="sticky bottom-0 [@media(max-height:30rem)]:static col-span-2 -mx-5 mt-1 -mb-6 flex items-center gap-4 border-t border-line bg-surface px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <Button type="submit" className="flex-1">
          Apply Filters
        </Button>
        <LiveCount
          listing={listing}
          draft={draft}
          totalCount={totalCount}
          className="min-w-20 text-right"
        />
      </div>
    </form>
  );
}
