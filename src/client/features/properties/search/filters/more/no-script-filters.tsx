import type { PropertyFilterFormProps } from '../use-filter-form.ts';
import { totalOf } from '#shared/format/numbers.ts';
import { Button } from '../../../../../ui/actions/button.tsx';
import { ROW_FILTERS, MORE_FILTERS, PLACE_FILTERS } from '../../query/property-filters.ts';
import { HiddenFields } from '../filter-fields.tsx';
import { moreFiltersOf } from './filter-groups.ts';
import { MoreFilters } from './more-filters.tsx';

/** 'More filters' for browsers without JavaScript: a separate form, rendered only on the server. */
export function NoScriptFilters({
  search: { scope, filters },
  urlErrors,
  totalCount,
  action,
}: PropertyFilterFormProps & { action: string | undefined }) {
  const moreFilters = moreFiltersOf(scope);
  const otherFilters = MORE_FILTERS.filter((name) => !moreFilters.includes(name));
  return (
    <form action={action} className="mt-2">
      <HiddenFields
        scope={scope}
        filters={filters}
        names={[...ROW_FILTERS, ...otherFilters, 'sort', ...PLACE_FILTERS]}
      />
      <details
        className="[&>summary]:mb-4"
        open={Object.keys(urlErrors).some((name) => moreFilters.some((filter) => filter === name))}
      >
        <summary className="control inline-block w-auto content-center">More filters</summary>
        <MoreFilters scope={scope} filters={filters} errors={urlErrors} />
        <Button type="submit" className="mt-6">
          Show {totalCount === undefined ? 'homes' : totalOf(totalCount, 'home')}
        </Button>
      </details>
    </form>
  );
}
