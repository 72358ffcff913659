/**
 * Normalizes a feed's filters to known ones in a fixed order, so that equal feeds have equal
 * identifiers.
 */

import { FILTER_NAMES } from '#shared/properties/property-filters.ts';

/** A feed's search: its filters as a query string, and its title. */
export type FeedSearch = { query: string; title: string };

/** @param url the request's URL */
export function readFeedSearch(url: string): FeedSearch {
  const requested = new URLSearchParams(url.split('?').slice(1).join('?'));
  const filters = new URLSearchParams(
    [...FILTER_NAMES, 'officeId'].flatMap((name) => {
      const value = requested.get(name)?.trim() ?? '';
      return value === '' || value === 'all' ? [] : [[name, value]];
    }),
  );
  const status = filters.get('status')?.toLowerCase();
  const place = [filters.get('city'), filters.get('state'), filters.get('zipCode')]
    .filter((part) => part !== null)
    .join(', ');
  return {
    query: filters.size === 0 ? '' : `?${filters.toString()}`,
    title: `Homes${status === undefined ? '' : ` ${status}`}${place === '' ? '' : ` in ${place}`}`,
  };
}
