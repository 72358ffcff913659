import { expect, it } from 'vitest';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { summarize } from '../../../../property-cards/property-summary.ts';
import { NO_FILTERS } from '../query/property-filters.ts';
import { costOf } from './cost-of.ts';

const home = summarize(buildProperty({ price: 500_000, taxAnnual: 4800, hoaFee: 100 }));

it('formats monthly costs for the search’s loan terms, and only if the search filters by cost', () => {
  expect(costOf(NO_FILTERS, DEFAULT_COST_RATES)).toBeUndefined();
  const defaultLoan = costOf({ ...NO_FILTERS, maxMonthly: '4000' }, DEFAULT_COST_RATES);
  // 400,000 at 6.5% over 30 years, 400 tax, 145.83 insurance, 100 fee.
  expect(defaultLoan?.(home)).toBe('$3,174/mo');
  const noLoan = { ...NO_FILTERS, maxMonthly: '4000', downPayment: '100' };
  expect(costOf(noLoan, DEFAULT_COST_RATES)?.(home)).toBe('$646/mo');
  expect(defaultLoan?.(summarize(buildProperty({ status: 'For Rent', price: 2450 })))).toBe(
    '$2,450/mo',
  );
});
