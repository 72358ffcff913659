import { describe, expect, it } from 'vitest';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { costOf, costValues, readCostInput } from './cost-inputs.ts';

const home = { price: 500_000, taxAnnual: null, hoaFee: null };
const total = (edits: Parameters<typeof costValues>[1], property = home) =>
  costOf(property, costValues(property, edits, DEFAULT_COST_RATES), DEFAULT_COST_RATES).total;

describe('the monthly cost on a listing’s page', () => {
  it('starts with the listing’s own tax and fee, or with defaults', () => {
    expect(costValues(home, {}, DEFAULT_COST_RATES)).toEqual({
      downPayment: 20,
      rate: 6.5,
      termYears: 30,
      taxAnnual: 5500,
      insuranceAnnual: 1750,
      hoaFee: 0,
    });
    const homeWithCosts = { ...home, taxAnnual: 4800, hoaFee: 250 };
    expect(costValues(homeWithCosts, {}, DEFAULT_COST_RATES)).toMatchObject({
      taxAnnual: 4800,
      hoaFee: 250,
    });
  });

  it('matches independently calculated amounts', () => {
    // 400,000 at 6.5% over 360 months: 2,528.27; 5,500 / 12 = 458.33; 1,750 / 12 = 145.83.
    expect(total({})).toBeCloseTo(2528.27 + 458.33 + 145.83, 1);
    expect(total({ rate: 0, termYears: 10, taxAnnual: 0, insuranceAnnual: 0 })).toBeCloseTo(
      400_000 / 120,
      8,
    );
    expect(
      total({ downPayment: 100, taxAnnual: 1200, insuranceAnnual: 600, hoaFee: 50 }),
    ).toBeCloseTo(200, 8);
    expect(total({}, { ...home, price: 0 })).toBe(0);
  });

  it.each([
    ['rate', '6.5%', 6.5],
    ['rate', '0', 0],
    ['downPayment', ' 20 % ', 20],
    ['taxAnnual', '$4,800.50', 4800.5],
    ['termYears', '15', 15],
    ['hoaFee', '', null],
  ] as const)('%s accepts %s', (name, text, value) => {
    expect(readCostInput(name, text)).toEqual({ value });
  });

  it.each([
    ['rate', '31', 'Enter a number from 0 to 30.'],
    ['rate', '-1', 'Enter a number from 0 to 30.'],
    ['rate', 'six', 'Enter a number from 0 to 30.'],
    ['rate', '.', 'Enter a number from 0 to 30.'],
    ['termYears', '12.5', 'Enter a whole number from 1 to 50.'],
    ['termYears', '0', 'Enter a whole number from 1 to 50.'],
    ['downPayment', '101', 'Enter a number from 0 to 100.'],
  ] as const)('%s rejects %s', (name, text, error) => {
    expect(readCostInput(name, text)).toEqual({ error });
  });

  it('rejects a down payment above the price', () => {
    expect(readCostInput('downPayment', '500,000', 500_000)).toEqual({ value: 500_000 });
    expect(readCostInput('downPayment', '500,001', 500_000)).toEqual({
      error: 'Enter a number from 0 to 500,000.',
    });
  });
});
