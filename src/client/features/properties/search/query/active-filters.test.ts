import { describe, expect, it } from 'vitest';
import { activeFilters } from './active-filters.ts';
import { NO_FILTERS, type PropertyFilters } from './property-filters.ts';

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

describe('activeFilters', () => {
  it('describes the filters', () => {
    expect(activeFilters(filters).map(({ label }) => label)).toEqual([
      '“pool”',
      'House',
      'From $300,000',
      'Up to $900,000',
      '3+ beds',
    ]);
    expect(activeFilters({ ...NO_FILTERS, status: 'For Rent' })[0]?.label).toBe('For Rent');
  });

  it('returns the filters without the removed one', () => {
    expect(activeFilters(filters)[1]?.without).toEqual({ ...filters, propertyType: '' });
  });

  it('lists the monthly cost and its loan settings, which are removed with it', () => {
    const filters = { ...NO_FILTERS, maxMonthly: '2500', rate: '5', termYears: '15' };
    const active = activeFilters(filters);
    expect(active.map(({ label }) => label)).toEqual([
      'Up to $2,500/mo',
      '5% interest',
      '15-year loan',
    ]);
    expect(active[0]?.without).toEqual(NO_FILTERS);
    expect(active[1]?.without).toEqual({ ...filters, rate: '' });
  });

  it('lists each feature separately', () => {
    const filters = { ...NO_FILTERS, features: 'pool,ev_charging', minYearBuilt: '1990' };
    expect(
      activeFilters(filters).map(({ label, without }) => [
        label,
        without.features,
        without.minYearBuilt,
      ]),
    ).toEqual([
      ['Built in 1990 or later', 'pool,ev_charging', ''],
      ['Pool', 'ev_charging', '1990'],
      ['EV charging', 'pool', '1990'],
    ]);
  });

  it('is empty without filters, regardless of the sort order', () => {
    expect(activeFilters({ ...NO_FILTERS, sort: 'price_desc' })).toEqual([]);
  });
});
