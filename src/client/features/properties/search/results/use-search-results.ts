import { hashKey, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { countPages } from '../../../../api/page-data/list-url.ts';
import { prefersReducedData, whenIdle } from '../../../../ui/timing/when-idle.ts';
import type { SearchState } from '../query/listing-url.ts';
import { propertiesQuery } from '../query/listing-queries.ts';

/**
 * Returns the results of a listing page's search.
 *
 * @returns `isSearching`: whether newer results are loading
 */
export function useSearchResults(search: SearchState) {
  const query = propertiesQuery(search);
  const results = useQuery({ ...query, placeholderData: keepPreviousData });
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const isSearching =
    results.isPlaceholderData ||
    results.isPending ||
    (results.isError && results.isFetching) ||
    navigation.location?.pathname === pathname;
  usePrefetchNextPage(search, isSearching ? undefined : results.data?.totalCount);
  return { results, isSearching };
}

/** Prefetches the next page while the browser is idle, unless the user prefers reduced data. */
function usePrefetchNextPage(
  { scope, filters, page }: SearchState,
  totalCount: number | undefined,
) {
  const queryClient = useQueryClient();
  const isLast = page >= countPages(totalCount ?? 0);
  const next = isLast ? undefined : propertiesQuery({ scope, filters, page: page + 1 });
  const prefetch = useEffectEvent(() => next && queryClient.prefetchQuery(next));
  const key = next && hashKey(next.queryKey);
  useEffect(() => {
    if (key === undefined || prefersReducedData()) return;
    return whenIdle(() => void prefetch());
  }, [key]);
}
