import { describe, expect, it } from 'vitest';
import { NO_FILTERS, type PropertyFilters } from './property-filters.ts';
import { singleFilterSearches, relaxations, keywordOnly } from './relaxations.ts';

const forSale = { kind: 'status', status: 'For Sale' } as const;
const filters: PropertyFilters = {
  ...NO_FILTERS,
  searchTerm: 'pool',
  propertyType: 'House',
  status: '',
  minPrice: '300000',
  maxPrice: '900000',
  bedrooms: '3',
  sort: 'price_asc',
};

describe('relaxations', () => {
  it('describes the effect of dropping each filter', () => {
    expect(
      relaxations(forSale, filters)
        .slice(0, 5)
        .map(({ label }) => label),
    ).toEqual([
      'Remove “pool”',
      'Include other home types',
      'Include homes under $300,000',
      'Include homes over $900,000',
      'Include fewer than 3 beds',
    ]);
  });

  it('suggests dropping each filter, dropping all filters, and the other status', () => {
    const suggestions = relaxations(forSale, { ...NO_FILTERS, searchTerm: 'pool', bedrooms: '5' });
    expect(suggestions).toEqual([
      { label: 'Remove “pool”', scope: forSale, filters: { ...NO_FILTERS, bedrooms: '5' } },
      {
        label: 'Include fewer than 5 beds',
        scope: forSale,
        filters: { ...NO_FILTERS, searchTerm: 'pool' },
      },
      { label: 'Clear all filters', scope: forSale, filters: NO_FILTERS },
      {
        label: 'Same search, for rent',
        scope: { kind: 'status', status: 'For Rent' },
        filters: { ...NO_FILTERS, searchTerm: 'pool', bedrooms: '5' },
      },
    ]);
  });

  it('is empty without filters', () => {
    expect(relaxations(forSale, NO_FILTERS)).toEqual([]);
  });
});

describe('singleFilterSearches', () => {
  it('never suggests a loan term alone', () => {
    const filters = { ...NO_FILTERS, maxMonthly: '2500', rate: '5', termYears: '15' };
    expect(singleFilterSearches(forSale, filters).map(({ label }) => label)).toEqual([
      'Just “Up to $2,500/mo”, no other filters',
    ]);
    expect(relaxations(forSale, filters)[0]).toMatchObject({
      label: 'Include homes over $2,500/mo',
      filters: NO_FILTERS,
    });
  });

  it('lists each feature separately', () => {
    const filters = { ...NO_FILTERS, features: 'pool,ev_charging', minYearBuilt: '1990' };
    expect(singleFilterSearches(forSale, filters).map((search) => search.filters.features)).toEqual(
      ['', 'pool', 'ev_charging'],
    );
  });

  it('lists each drawn area separately', () => {
    const filters = { ...NO_FILTERS, area: 'first,second', bedrooms: '3' };
    expect(singleFilterSearches(forSale, filters).map((search) => search.filters.area)).toEqual([
      '',
      'first',
      'second',
    ]);
  });

  it('suggests each filter alone, without changing the sort order', () => {
    const suggestions = singleFilterSearches(forSale, filters);
    expect(suggestions.map(({ label }) => label)).toEqual([
      'Just “pool”, no other filters',
      'Just “House”, no other filters',
      'Just “From $300,000”, no other filters',
      'Just “Up to $900,000”, no other filters',
      'Just “3+ beds”, no other filters',
    ]);
    expect(suggestions[1]).toMatchObject({
      scope: forSale,
      filters: { ...NO_FILTERS, propertyType: 'House', sort: 'price_asc' },
    });
  });

  it('is empty for two filters, where dropping one already leaves the other alone', () => {
    expect(
      singleFilterSearches(forSale, { ...NO_FILTERS, searchTerm: 'pool', bedrooms: '5' }),
    ).toEqual([]);
  });
});

describe('keywordOnly', () => {
  it('returns the keyword without the other filters', () => {
    expect(keywordOnly(forSale, filters)).toEqual({
      label: 'Just “pool”, no other filters',
      scope: forSale,
      filters: { ...NO_FILTERS, searchTerm: 'pool', sort: 'price_asc' },
    });
  });

  it('is undefined without a keyword or without other filters', () => {
    expect(keywordOnly(forSale, { ...NO_FILTERS, bedrooms: '3', minPrice: '1' })).toBeUndefined();
    expect(keywordOnly(forSale, { ...NO_FILTERS, searchTerm: 'pool' })).toBeUndefined();
  });
});
