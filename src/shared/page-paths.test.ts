import { describe, expect, it } from 'vitest';
import { listingSearchString, pagePaths } from './page-paths.ts';

describe('pagePaths', () => {
  it('omits empty and default values', () => {
    expect(pagePaths.forSale()).toBe('/for-sale');
    expect(
      pagePaths.forSale({ searchTerm: '  ', status: 'all', sort: 'createdAt_desc', page: 1 }),
    ).toBe('/for-sale');
  });

  it('formats equal searches identically, regardless of the order of their parameters', () => {
    const first = listingSearchString({ page: 2, bedrooms: 3, searchTerm: 'loft & garden' });
    const second = listingSearchString({ searchTerm: 'loft & garden', bedrooms: '3', page: 2 });
    expect(first).toBe('?searchTerm=loft+%26+garden&bedrooms=3&page=2');
    expect(second).toBe(first);
  });

  it('starts with an agent’s ID and name, followed by the search', () => {
    const agent = { agentId: '9', agentName: 'Ada & Co' };
    expect(pagePaths.agentListings(agent, { page: 3 })).toBe(
      '/agent-listings?agentId=9&agentName=Ada+%26+Co&page=3',
    );
  });

  it('includes the filters and sort order of a managed list, except the default order', () => {
    expect(pagePaths.myListings({ searchTerm: ' ', sort: 'createdAt_desc', page: 1 })).toBe(
      '/dashboard/my-listings',
    );
    expect(
      pagePaths.manageProperties({
        searchTerm: 'elm',
        status: 'For Rent',
        availability: 'false',
        agentId: '7',
        sort: 'price_asc',
        page: 2,
      }),
    ).toBe(
      '/dashboard/manage-properties?searchTerm=elm&status=For+Rent&availability=false&agentId=7&sort=price_asc&page=2',
    );
    expect(pagePaths.messages({ isRead: 'false' })).toBe('/dashboard/messages?isRead=false');
  });

  it('replaces lone surrogates', () => {
    expect(pagePaths.forSale({ searchTerm: 'a\uD83C' })).toBe('/for-sale?searchTerm=a%EF%BF%BD');
    expect(pagePaths.forSale({ searchTerm: '🏡' })).toBe('/for-sale?searchTerm=%F0%9F%8F%A1');
  });

  it('escapes IDs and tokens', () => {
    expect(pagePaths.property('a/b')).toBe('/property/a%2Fb');
    expect(pagePaths.resetPassword('a+b=')).toBe('/reset-password?token=a%2Bb%3D');
  });
});
