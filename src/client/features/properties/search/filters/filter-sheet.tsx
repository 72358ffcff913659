import { Button } from '../../../../ui/actions/button.tsx';
import { Drawer } from '../../../../ui/overlays/drawer.tsx';
import { LinkButton } from '../../../../ui/actions/link-button.tsx';
import { activeFilters } from '../query/active-filters.ts';
import { HiddenFields, KeywordField, PriceFields } from './filter-fields.tsx';
import { searchHref } from '../query/listing-url.ts';
import { LazyCount } from './lazy-count.tsx';
import { TypeAndBedsChoices } from './more/type-and-beds-choices.tsx';
import { moreFiltersOf } from './more/filter-groups.ts';
import { MoreFilters } from './more/more-filters.tsx';
import {
  MORE_FILTERS,
  withoutFilters,
  PLACE_FILTERS,
  type PropertyFilters,
} from '../query/property-filters.ts';
import { type PropertyFilterFormProps, useFilterForm } from './use-filter-form.ts';

export interface FilterSheetProps extends PropertyFilterFormProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * The current input in the filter row of wide windows, where the sheet has no keyword field.
   */
  rowFilters?: PropertyFilters;
}

/**
 * The filter form: a bottom sheet in narrow windows, a side panel in wide ones. Loaded when a click
 * on its button is likely.
 */
export function FilterSheet({ open, onOpenChange, ...form }: FilterSheetProps) {
  const isSidePanel = form.rowFilters !== undefined;
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side={isSidePanel ? 'right' : 'bottom'}
      title={isSidePanel ? 'More filters' : 'Filters'}
    >
      <SheetForm {...form} onApplied={() => onOpenChange(false)} />
    </Drawer>
  );
}

function SheetForm({
  search,
  urlErrors,
  totalCount,
  rowFilters,
  onApplied,
}: Omit<FilterSheetProps, 'open' | 'onOpenChange'> & { onApplied: () => void }) {
  const { scope, filters } = search;
  const { formProps, draft, errors, choosePlace } = useFilterForm(search, {
    urlErrors,
    onApplied,
  });
  const countProps = { search, draft, totalCount };
  const moreFilters = moreFiltersOf(scope);
  const otherFilters = MORE_FILTERS.filter((name) => !moreFilters.includes(name));
  const isSidePanel = rowFilters !== undefined;
  return (
    <form
      {...formProps}
      // The scroll margin keeps a focused control clear of the button at the bottom.
      className="grid grid-cols-2 items-start gap-x-3 gap-y-5 [&_:is(input,select)]:scroll-mb-24"
    >
      <HiddenFields
        scope={scope}
        filters={filters}
        names={[...otherFilters, 'status', 'sort', ...PLACE_FILTERS]}
      />
      {isSidePanel ? (
        <HiddenFields
          scope={scope}
          filters={rowFilters}
          names={['searchTerm']}
          includesAgent={false}
        />
      ) : (
        <div className="col-span-2">
          <KeywordField scope={scope} filters={filters} onChoosePlace={choosePlace} />
        </div>
      )}
      <TypeAndBedsChoices filters={rowFilters ?? filters} />
      <PriceFields filters={rowFilters ?? filters} errors={errors} />
      <div className="col-span-2">
        <MoreFilters scope={scope} filters={filters} errors={errors} />
      </div>
      {activeFilters(filters).length > 0 && (
        <LinkButton
          href={searchHref(scope, withoutFilters(filters))}
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
          {isSidePanel ? <LazyCount {...countProps} isLabel /> : 'Apply Filters'}
        </Button>
        {/* In the side panel, the button shows the number, and this announces it. */}
        <LazyCount {...countProps} className={isSidePanel ? 'sr-only' : 'min-w-20 text-right'} />
      </div>
    </form>
  );
}
