import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { totalOf } from '#shared/format/numbers.ts';
import { useDebouncedValue } from '../../../../ui/timing/use-debounced-value.ts';
import { cx } from '../../../../ui/class-names.ts';
import type { Listing } from '../query/listing-address.ts';
import { countQuery } from '../query/listing-queries.ts';
import { findFilterErrors, findSame, type PropertyFilters } from '../query/property-filters.ts';

/** Wait after the last change before the homes are counted, in milliseconds. */
const COUNT_DEBOUNCE_MS = 300;

export interface LiveCountProps {
  listing: Listing;
  /** The filters as they are filled in. */
  draft: PropertyFilters;
  /** How many homes the applied filters give; undefined while that is not known. */
  totalCount: number | undefined;
  className?: string;
}

/** How many homes 'Apply Filters' would show (docs/product/pages.md, Filter form). */
export function LiveCount({ listing, draft, totalCount, className }: LiveCountProps) {
  const settled = useDebouncedValue(draft, COUNT_DEBOUNCE_MS);
  const isChanged = !findSame(draft, listing.filters);
  const isWrong = Object.keys(findFilterErrors(new Map(Object.entries(settled)))).length > 0;
  const count = useQuery({
    ...countQuery(listing.place, settled),
    enabled: isChanged && !isWrong && !findSame(settled, listing.filters),
    placeholderData: keepPreviousData,
  });
  const isCounting =
    isChanged && !isWrong && (settled !== draft || count.isPlaceholderData || count.isPending);
  const shown = isChanged ? (count.data?.totalCount ?? totalCount) : totalCount;
  const isUnknown = shown === undefined || (isChanged && (isWrong || count.isError));
  const text = isUnknown ? '' : totalOf(shown, 'home');
  return (
    <p className={cx('figures needs-js text-sm whitespace-nowrap text-ink-soft', className)}>
      <span aria-hidden="true" className={cx('transition-colors', isCounting && 'text-ink-faint')}>
        {text}
      </span>
      {/* Only what the user's own change leads to is said; the results announce themselves. */}
      <output className="sr-only">{isChanged && !isCounting ? text : ''}</output>
    </p>
  );
}
