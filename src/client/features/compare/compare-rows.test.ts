import { expect, it } from 'vitest';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { PETS_LABELS } from '#shared/properties/fact-labels.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { compareRows } from './compare-rows.ts';
import { comparedHomes, comparedIds } from './compared-homes.ts';

it('formats values, marks rows that differ, and omits rows without known values', () => {
  const homes = [
    buildProperty({ price: 500_000, sqft: 1000, propertyType: 'House', yearBuilt: 1990 }),
    buildProperty({ price: 400_000, sqft: 1000, propertyType: 'House', yearBuilt: null }),
    buildProperty({ price: 2400, sqft: 1000, propertyType: 'House', status: 'For Rent' }),
  ];
  const rows = compareRows(homes, DEFAULT_COST_RATES);
  const row = (label: string) => rows.find((candidate) => candidate.label === label);
  expect(row('Price')).toMatchObject({
    values: ['$500,000', '$400,000', '$2,400/mo'],
    differs: true,
  });
  expect(row('Price per sqft')?.values).toEqual(['$500', '$400', '$2.40']);
  expect(row('Type')?.differs).toBe(false);
  expect(row('Year built')?.values).toEqual(['1990', 'Not listed', 'Not listed']);
  // Loans of $400,000 and $320,000 at 6.5% over 30 years, plus 1.45% of the price per year for
  // property tax and insurance.
  expect(row('Monthly cost')?.values).toEqual(['$3,132/mo', '$2,506/mo', '$2,400/mo']);
  expect(row('Lot size')).toBeUndefined();
});

it('marks the best values of a row unless all are equal or prices and rents are mixed', () => {
  const homes = [
    buildProperty({ price: 500_000, sqft: 1000, bedrooms: 3, yearBuilt: 1990, hoaFee: null }),
    buildProperty({ price: 400_000, sqft: 1000, bedrooms: 3, yearBuilt: null, hoaFee: 120 }),
    buildProperty({ price: 400_000, sqft: 1500, bedrooms: 2, yearBuilt: 2001, hoaFee: 80 }),
  ];
  const bestOf = (label: string, comparedHomes = homes) =>
    compareRows(comparedHomes, DEFAULT_COST_RATES).find((row) => row.label === label)?.best;
  expect(bestOf('Price')).toEqual([false, true, true]);
  expect(bestOf('Area')).toEqual([false, false, true]);
  expect(bestOf('Bedrooms')).toEqual([true, true, false]);
  expect(bestOf('Year built')).toEqual([false, false, true]);
  expect(bestOf('HOA/mo')).toEqual([false, false, true]);
  expect(bestOf('Bathrooms')).toEqual([false, false, false]);
  expect(bestOf('Address')).toEqual([false, false, false]);
  const rent = buildProperty({ price: 2000, status: 'For Rent' });
  expect(bestOf('Price', [...homes, rent])).toEqual([false, false, false, false]);
  expect(bestOf('Monthly cost', [...homes, rent])).toEqual([false, false, false, true]);
});

it('treats facts that do not apply to the home’s status as unknown', () => {
  const facts = { pets: 'cats', deposit: 900, taxAnnual: 4000 } as const;
  const rent = buildProperty({ status: 'For Rent', ...facts });
  const sale = buildProperty({ status: 'For Sale', ...facts });
  const valuesOf = (label: string, homes: Property[]) =>
    compareRows(homes, DEFAULT_COST_RATES).find((row) => row.label === label)?.values;
  expect(valuesOf('Pets', [rent, sale])).toEqual([PETS_LABELS.cats, 'Not listed']);
  expect(valuesOf('Deposit', [rent, sale])).toEqual(['$900', 'Not listed']);
  expect(valuesOf('Annual tax', [rent, sale])).toEqual(['Not listed', '$4,000']);
  expect(valuesOf('Pets', [sale, sale])).toBeUndefined();
  expect(valuesOf('Annual tax', [rent, rent])).toBeUndefined();
});

it('reads up to 20 unique IDs from the URL and returns the first four known homes', () => {
  const ids = ['3', '1', '2', '4', '5'];
  expect(comparedIds(new URLSearchParams('ids=3,1,3, 2,x,,4,5'))).toEqual(ids);
  expect(comparedIds(new URLSearchParams(''))).toEqual([]);
  expect(comparedIds(new URLSearchParams({ ids: Array.from(Array(99).keys()).join() }))).toEqual(
    Array.from({ length: 20 }, (_, index) => String(index + 1)),
  );
  const homes = ids.map((_id) => buildProperty({ _id }));
  expect(comparedHomes(homes)).toEqual(homes.slice(0, 4));
});
