import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '../../../../ui/timing/use-debounced-value.ts';
import type { SearchState } from '../query/listing-url.ts';
import { countQuery } from '../query/listing-queries.ts';
import {
  findFilterErrors,
  matchSameHomes,
  type PropertyFilters,
} from '../query/property-filters.ts';

/** Debounce delay of the count, in milliseconds. */
const COUNT_DEBOUNCE_MS = 300;

export interface LiveCountOptions {
  search: SearchState;
  /** The current input. */
  draft: PropertyFilters;
  /** The number of homes that match the applied filters; undefined while unknown. */
  totalCount: number | undefined;
}

/**
 * Returns the number of homes that match the current input. While a new count loads, `count` keeps the
 * last one; it is undefined if the input is invalid, the request failed, or no count has loaded yet.
 */
export function useLiveCount({ search, draft, totalCount }: LiveCountOptions) {
  const debounced = useDebouncedValue(draft, COUNT_DEBOUNCE_MS);
  const isChanged = !matchSameHomes(draft, search.filters);
  const hasErrors = Object.keys(findFilterErrors(new Map(Object.entries(debounced)))).length > 0;
  const countResult = useQuery({
    ...countQuery(search.scope, debounced),
    enabled: isChanged && !hasErrors && !matchSameHomes(debounced, search.filters),
    placeholderData: keepPreviousData,
  });
  const isCounting =
    isChanged &&
    !hasErrors &&
    (debounced !== draft || countResult.isPlaceholderData || countResult.isPending);
  const shownCount = isChanged ? (countResult.data?.totalCount ?? totalCount) : totalCount;
  const isUnknown = isChanged && (hasErrors || countResult.isError);
  return { count: isUnknown ? undefined : shownCount, isChanged, isCounting };
}
