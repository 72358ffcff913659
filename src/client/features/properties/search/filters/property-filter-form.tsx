import { Button } from '../../../../ui/actions/button.tsx';
import { BedsField, HiddenFields, KeywordField, TypeField } from './filter-fields.tsx';
import { searchHref } from '../query/listing-url.ts';
import { LazyCount } from './lazy-count.tsx';
import { MoreFiltersButton } from './more-filters-button.tsx';
import { PriceMenu } from './price-menu.tsx';
import { activeFilters } from '../query/active-filters.ts';
import { ROW_FILTERS, MORE_FILTERS, NO_FILTERS, PLACE_FILTERS } from '../query/property-filters.ts';
import { type PropertyFilterFormProps, useFilterForm } from './use-filter-form.ts';

// A static import would add the fields to the scripts of every listing page.
const NoScriptFilters = import.meta.env.SSR
  ? (await import('./more/no-script-filters.tsx')).NoScriptFilters
  : null;

/** Clears the row's and the map's filters, which do not count as 'More filters'. */
const NO_ROW_FILTERS = Object.fromEntries(
  [...ROW_FILTERS, ...PLACE_FILTERS].map((name) => [name, '']),
);

/**
 * The filter form in one row (docs/product/pages.md, Filter form). Without JavaScript, it is a plain
 * form that navigates to the same URL. In narrow windows with JavaScript, everything except the
 * keyword is in a sheet.
 */
export function PropertyFilterForm({ search, urlErrors, totalCount }: PropertyFilterFormProps) {
  const { scope, filters } = search;
  const { formProps, draft, errors, choosePlace } = useFilterForm(search, { urlErrors });
  const action = searchHref(scope, NO_FILTERS).split('?')[0];
  const countProps = { search, draft, totalCount };
  return (
    <search className="min-w-0 flex-1">
      <form {...formProps} action={action} className="search-form">
        <HiddenFields
          scope={scope}
          filters={filters}
          names={[...MORE_FILTERS, 'status', 'sort', ...PLACE_FILTERS]}
        />
        <KeywordField scope={scope} filters={filters} onChoosePlace={choosePlace} />
        <TypeField filters={filters} />
        <BedsField filters={filters} />
        <PriceMenu {...countProps} errors={errors} />
        <MoreFiltersButton
          search={search}
          urlErrors={urlErrors}
          totalCount={totalCount}
          rowFilters={draft}
          count={activeFilters({ ...filters, ...NO_ROW_FILTERS }).length}
        />
        <div className="relative">
          <Button type="submit">Apply Filters</Button>
          <LazyCount {...countProps} className="search-count" />
        </div>
      </form>
      <noscript>
        {NoScriptFilters !== null && (
          <NoScriptFilters
            search={search}
            urlErrors={urlErrors}
            totalCount={totalCount}
            action={action}
          />
        )}
      </noscript>
    </search>
  );
}
