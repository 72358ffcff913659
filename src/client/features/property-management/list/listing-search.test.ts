import { describe, expect, it } from 'vitest';
import { pagePaths } from '#shared/page-paths.ts';
import {
  isFilteredSearch,
  NO_LISTING_SEARCH,
  readListingSearch,
  toListingQuery,
} from './listing-search.ts';

describe('the search of a managed list', () => {
  const search = {
    searchTerm: '7 Lane',
    status: 'For Rent',
    availability: 'false',
    publishState: '',
    agentId: '12',
    scope: '',
    sort: 'price_desc',
    page: 2,
  } as const;

  it('round-trips through the URL', () => {
    const { searchParams } = new URL(pagePaths.manageProperties(search), 'https://x');
    expect(readListingSearch(searchParams)).toEqual(search);
  });

  it('ignores invalid values', () => {
    const invalidQuery = 'status=Sold&availability=maybe&agentId=x&sort=title&page=-2';
    expect(readListingSearch(new URLSearchParams(invalidQuery))).toEqual(NO_LISTING_SEARCH);
  });

  it('omits default values from the request', () => {
    expect(JSON.stringify(toListingQuery(NO_LISTING_SEARCH))).toBe('{}');
    expect(toListingQuery(search)).toEqual({
      searchTerm: '7 Lane',
      status: 'For Rent',
      availability: 'false',
      sort: 'price_desc',
      page: 2,
    });
  });

  it('is filtered by keyword and filters but not by sort order or page', () => {
    expect(isFilteredSearch({ ...NO_LISTING_SEARCH, sort: 'price_asc', page: 3 })).toBe(false);
    expect(isFilteredSearch({ ...NO_LISTING_SEARCH, searchTerm: 'lane' })).toBe(true);
    expect(isFilteredSearch({ ...NO_LISTING_SEARCH, availability: 'true' })).toBe(true);
    expect(isFilteredSearch({ ...NO_LISTING_SEARCH, agentId: '5' })).toBe(true);
  });
});
