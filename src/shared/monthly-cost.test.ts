/** Compares costs with amounts calculated independently with 40 digits of precision. */

import { expect, test } from 'vitest';
import {
  type HomeCosts,
  DEFAULT_COST_RATES,
  type LoanTerms,
  loanPerMonthlyDollar,
  monthlyCost,
} from './monthly-cost.ts';

const buildHome = (price: number, facts: Partial<HomeCosts> = {}): HomeCosts => ({
  status: 'For Sale',
  price,
  taxAnnual: null,
  hoaFee: null,
  ...facts,
});

type ExpectedAmounts = { loan: string; tax: string; insurance: string; total: string };

const CASES: [string, HomeCosts, LoanTerms, ExpectedAmounts][] = [
  [
    'the defaults',
    buildHome(450_000),
    {},
    { loan: '2275.44', tax: '412.50', insurance: '131.25', total: '2819.19' },
  ],
  [
    'a known tax and fee',
    buildHome(450_000, { taxAnnual: 7_250.25, hoaFee: 120.5 }),
    {},
    { loan: '2275.44', tax: '604.19', insurance: '131.25', total: '3131.38' },
  ],
  [
    'other loan terms and a tax of 0',
    buildHome(625_000.5, { taxAnnual: 0, hoaFee: 300 }),
    { downPayment: 10, rate: 4.875, termYears: 15 },
    { loan: '4411.68', tax: '0.00', insurance: '182.29', total: '4893.97' },
  ],
  [
    'a rate of 0',
    buildHome(360_000, { taxAnnual: 3_600 }),
    { rate: 0 },
    { loan: '800.00', tax: '300.00', insurance: '105.00', total: '1205.00' },
  ],
  [
    'no loan',
    buildHome(360_000),
    { downPayment: 100 },
    { loan: '0.00', tax: '330.00', insurance: '105.00', total: '435.00' },
  ],
  [
    'the most expensive loan',
    buildHome(1_000_000),
    { downPayment: 0, rate: 30, termYears: 50 },
    { loan: '25000.01', tax: '916.67', insurance: '291.67', total: '26208.34' },
  ],
  [
    'a tiny rate',
    buildHome(300_000),
    { rate: 0.0001 },
    { loan: '666.68', tax: '275.00', insurance: '87.50', total: '1029.18' },
  ],
];

test.each(CASES)('calculates the cost with %s', (_name, home, terms, expected) => {
  const cost = monthlyCost(home, terms, DEFAULT_COST_RATES);
  expect({
    loan: cost.principalAndInterest.toFixed(2),
    tax: cost.tax.toFixed(2),
    insurance: cost.insurance.toFixed(2),
    total: cost.total.toFixed(2),
  }).toEqual(expected);
  expect(cost.hoaFee).toBe(home.hoaFee ?? 0);
});

test('uses the installation’s rates by default', () => {
  const rates = { mortgageRate: 0, propertyTaxRate: 0, homeInsuranceRate: 0 };
  expect(monthlyCost(buildHome(360_000), {}, rates).total).toBe(800);
});

test('returns only the rent for a home for rent', () => {
  const rental = buildHome(1_500.5, { status: 'For Rent', taxAnnual: 5_000, hoaFee: 100 });
  expect(monthlyCost(rental, { rate: 3 }, DEFAULT_COST_RATES)).toEqual({
    rent: 1_500.5,
    principalAndInterest: 0,
    tax: 0,
    insurance: 0,
    hoaFee: 0,
    total: 1_500.5,
  });
});

test('loanPerMonthlyDollar returns the number of months for a rate of 0', () => {
  expect(loanPerMonthlyDollar(0, 30)).toBe(360);
});
