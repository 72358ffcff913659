import { describe, expect, it } from 'vitest';
import { activeFilters, lastResorts, relaxations, wordsAlone } from './active-filters.ts';
import { NO_FILTERS, type PropertyFilters } from './property-filters.ts';

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

describe('activeFilters', () => {
  it('says every filter in words', () => {
    expect(activeFilters(filters).map(({ label }) => label)).toEqual([
      '“pool”',
      'House',
      'From $300,000',
      'Up to $900,000',
      '3+ beds',
    ]);
    expect(activeFilters({ ...NO_FILTERS, status: 'For Rent' })[0]?.label).toBe('For Rent');
  });

  it('says what leaving each away would bring', () => {
    expect(activeFilters(filters).map(({ relaxed }) => relaxed)).toEqual([
      'Without “pool”',
      'Other types than House too',
      'Below $300,000 too',
      'Above $900,000 too',
      'Fewer than 3 beds too',
    ]);
  });

  it('takes them off one by one', () => {
    expect(activeFilters(filters)[1]?.without).toEqual({ ...filters, propertyType: '' });
  });

  it('has the monthly cost and each part of its loan, which goes with it', () => {
    const some = { ...NO_FILTERS, maxMonthly: '2500', rate: '5', termYears: '15' };
    const active = activeFilters(some);
    expect(active.map(({ label }) => label)).toEqual([
      'Up to $2,500/mo',
      'Rate of 5%',
      'Loan over 15 years',
    ]);
    expect(active[0]?.without).toEqual(NO_FILTERS);
    expect(active[1]?.without).toEqual({ ...some, rate: '' });
    expect(lastResorts(forSale, some).map(({ label }) => label)).toEqual(['Only up to $2,500/mo']);
  });

  it('has each feature as one of its own', () => {
    const some = { ...NO_FILTERS, features: 'pool,ev_charging', minYearBuilt: '1990' };
    expect(
      activeFilters(some).map(({ label, without }) => [
        label,
        without.features,
        without.minYearBuilt,
      ]),
    ).toEqual([
      ['Built since 1990', 'pool,ev_charging', ''],
      ['Pool', 'ev_charging', '1990'],
      ['EV charging', 'pool', '1990'],
    ]);
    expect(lastResorts(forSale, some).map((each) => each.filters.features)).toEqual([
      '',
      'pool',
      'ev_charging',
    ]);
  });

  it('is empty without filters, whatever the order', () => {
    expect(activeFilters({ ...NO_FILTERS, sort: 'price_desc' })).toEqual([]);
  });
});

describe('relaxations', () => {
  it('tries each filter left away, all of them, and the other status', () => {
    const tries = relaxations(forSale, { ...NO_FILTERS, searchTerm: 'pool', bedrooms: '5' });
    expect(tries).toEqual([
      { label: 'Without “pool”', place: forSale, filters: { ...NO_FILTERS, bedrooms: '5' } },
      {
        label: 'Fewer than 5 beds too',
        place: forSale,
        filters: { ...NO_FILTERS, searchTerm: 'pool' },
      },
      { label: 'Clear all filters', place: forSale, filters: NO_FILTERS },
      {
        label: 'The same for rent',
        place: { kind: 'status', status: 'For Rent' },
        filters: { ...NO_FILTERS, searchTerm: 'pool', bedrooms: '5' },
      },
    ]);
  });

  it('has nothing to try without filters', () => {
    expect(relaxations(forSale, NO_FILTERS)).toEqual([]);
  });
});

describe('lastResorts', () => {
  it('asks for each filter alone, in the order of the results', () => {
    const tries = lastResorts(forSale, filters);
    expect(tries.map(({ label }) => label)).toEqual([
      'Only “pool”',
      'Only House',
      'Only from $300,000',
      'Only up to $900,000',
      'Only 3+ beds',
    ]);
    expect(tries[1]).toMatchObject({
      place: forSale,
      filters: { ...NO_FILTERS, propertyType: 'House', sort: 'price_asc' },
    });
  });

  it('has nothing new where leaving one away is the same', () => {
    expect(lastResorts(forSale, { ...NO_FILTERS, searchTerm: 'pool', bedrooms: '5' })).toEqual([]);
  });
});

describe('wordsAlone', () => {
  it('asks for the words without the other filters', () => {
    expect(wordsAlone(forSale, filters)).toEqual({
      label: 'Only “pool”',
      place: forSale,
      filters: { ...NO_FILTERS, searchTerm: 'pool', sort: 'price_asc' },
    });
  });

  it('has nothing to ask for without words, or with nothing but words', () => {
    expect(wordsAlone(forSale, { ...NO_FILTERS, bedrooms: '3', minPrice: '1' })).toBeUndefined();
    expect(wordsAlone(forSale, { ...NO_FILTERS, searchTerm: 'pool' })).toBeUndefined();
  });
});
