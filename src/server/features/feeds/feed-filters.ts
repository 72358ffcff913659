/** The filters of a feed as its URL has them: known ones alone, in one order, so that equal feeds have one identity. */

import { FILTER_NAMES } from '#shared/properties/property-filters.ts';

/** A feed's search: its filters as text, and what it is called. */
export type FeedSearch = { query: string; title: string };

/** @param url of the request */
export function readFeedSearch(url: string): FeedSearch {
  const asked = new URLSearchParams(url.split('?').slice(1).join('?'));
  const filters = new URLSearchParams(
    [...FILTER_NAMES, 'officeId'].flatMap((name) => {
      const value = asked.get(name)?.trim() ?? '';
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
