/** Between the URL of a listing page and a saved search. */

import { pagePaths } from '#shared/page-paths.ts';
import type { GivenSearch } from '#shared/saved-searches/saved-search.ts';

/** In the URL of a page, but no filters of homes. */
const OTHERS = new Set(['page', 'sort', 'view', 'agentName', 'zoom']);

/** What a listing page shows, as a saved search. */
export function readSearch(base: Record<string, string>, params: URLSearchParams): GivenSearch {
  const filters = [...params].filter(
    ([name, value]) =>
      // Links bring along what is none of the page's, such as `utm_source`.
      /^[a-zA-Z]+$/.test(name) && !OTHERS.has(name) && value.trim() !== '' && value !== 'all',
  );
  return { ...base, ...Object.fromEntries(filters) };
}

/** The listing page that shows the homes of a saved search. */
export function searchHref(search: GivenSearch): string {
  const { status, agentId, ...rest } = search;
  const params = new URLSearchParams(
    Object.entries(rest).flatMap(([name, value]) =>
      value === null ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
    ),
  );
  const isRent = status === 'For Rent';
  const path =
    typeof agentId === 'string'
      ? pagePaths.agentListings({ agentId, agentName: '' })
      : isRent
        ? pagePaths.forRent()
        : pagePaths.forSale();
  if (params.size === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${params.toString()}`;
}
