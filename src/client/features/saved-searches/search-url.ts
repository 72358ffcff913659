/** Converts between listing page URLs and saved searches. */

import { pagePaths } from '#shared/page-paths.ts';
import { FILTER_NAMES } from '#shared/properties/property-filters.ts';
import type { SearchInput } from '#shared/saved-searches/saved-search.ts';

const NAMES: ReadonlySet<string> = new Set(FILTER_NAMES);

/** Reads a listing page's URL as a saved search. */
export function readSearch(base: Record<string, string>, params: URLSearchParams): SearchInput {
  // Other parameters affect only the display or are unrelated, such as `utm_source`.
  const filters = [...params].filter(
    ([name, value]) => NAMES.has(name) && value.trim() !== '' && value !== 'all',
  );
  return { ...base, ...Object.fromEntries(filters) };
}

/** Returns the filters as URL parameters. */
export function toUrlParameters(search: SearchInput): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value === null ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
    ),
  );
}

/** Returns the URL of the listing page for a saved search. */
export function searchHref(search: SearchInput): string {
  const { status, agentId, ...rest } = search;
  const params = new URLSearchParams(toUrlParameters(rest));
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
