import { describe, expect, it } from 'vitest';
import { NO_FILTERS, type PropertyFilters } from './property-filters.ts';
import { lastResorts, relaxations, wordsAlone } from './relaxations.ts';

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
  it('says what leaving each away would bring', () => {
    expect(
      relaxations(forSale, filters)
        .slice(0, 5)
        .map(({ label }) => label),
    ).toEqual([
      'Without “pool”',
      'Other types than House too',
      'Below $300,000 too',
      'Above $900,000 too',
      'Fewer than 3 beds too',
    ]);
  });

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
  it('never asks for a part of a loan alone', () => {
    const some = { ...NO_FILTERS, maxMonthly: '2500', rate: '5', termYears: '15' };
    expect(lastResorts(forSale, some).map(({ label }) => label)).toEqual(['Only up to $2,500/mo']);
    expect(relaxations(forSale, some)[0]).toMatchObject({
      label: 'Above $2,500/mo too',
      filters: NO_FILTERS,
    });
  });

  it('has each feature as one of its own', () => {
    const some = { ...NO_FILTERS, features: 'pool,ev_charging', minYearBuilt: '1990' };
    expect(lastResorts(forSale, some).map((each) => each.filters.features)).toEqual([
      '',
      'pool',
      'ev_charging',
    ]);
  });

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
