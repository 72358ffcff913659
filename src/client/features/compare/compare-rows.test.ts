import { expect, it } from 'vitest';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { compareRows } from './compare-rows.ts';
import { comparedIds } from './compared-homes.ts';

it('marks the rows in which homes differ, and leaves out what none of them says', () => {
  const homes = [
    buildProperty({ price: 500_000, sqft: 1000, propertyType: 'House', yearBuilt: 1990 }),
    buildProperty({ price: 400_000, sqft: 1000, propertyType: 'House', yearBuilt: null }),
    buildProperty({ price: 2400, sqft: 1000, propertyType: 'House', status: 'For Rent' }),
  ];
  const rows = compareRows(homes, DEFAULT_COST_RATES);
  const row = (label: string) => rows.find((each) => each.label === label);
  expect(row('Price')).toMatchObject({
    values: ['$500,000', '$400,000', '$2,400 a month'],
    differs: true,
  });
  expect(row('Price per sqft')?.values).toEqual(['$500', '$400', '$2']);
  expect(row('Type')?.differs).toBe(false);
  expect(row('Year built')?.values).toEqual(['1990', 'Not given', 'Not given']);
  // 400,000 and 320,000 at 6.5 % over 30 years, with 1.45 % of the price a year.
  expect(row('Monthly cost')?.values).toEqual(['$3,132/mo', '$2,506/mo', '$2,400/mo']);
  expect(row('Lot size')).toBeUndefined();
});

it('takes the first four homes of an address, each once', () => {
  expect(comparedIds(new URLSearchParams('ids=3,1,3, 2,x,,4,5'))).toEqual(['3', '1', '2', '4']);
  expect(comparedIds(new URLSearchParams(''))).toEqual([]);
});
