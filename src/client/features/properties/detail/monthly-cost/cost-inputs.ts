/** The inputs for the monthly cost: names, ranges, and defaults. Pure. */

import { formatNumber } from '#shared/format/numbers.ts';
import { MAX_HOA_FEE, MAX_LOAN_RATE, MAX_LOAN_TERM_YEARS, MAX_TAX_ANNUAL } from '#shared/limits.ts';
import {
  withDefaultTerms,
  type CostRates,
  type MonthlyCost,
  monthlyCost,
} from '#shared/monthly-cost.ts';
import type { Property } from '#shared/schemas/properties/property.ts';

/**
 * The range of each input, and whether it is a loan term. Units, in order: percent, percent per year,
 * years, dollars per year, dollars per year, dollars per month.
 */
export const COST_INPUTS = {
  downPayment: { maximum: 100, isLoanTerm: true },
  rate: { maximum: MAX_LOAN_RATE, isLoanTerm: true },
  termYears: { minimum: 1, maximum: MAX_LOAN_TERM_YEARS, isWhole: true, isLoanTerm: true },
  taxAnnual: { maximum: MAX_TAX_ANNUAL },
  insuranceAnnual: { maximum: MAX_TAX_ANNUAL },
  hoaFee: { maximum: MAX_HOA_FEE },
} as const satisfies Record<string, CostInputSpec>;

interface CostInputSpec {
  minimum?: number;
  maximum: number;
  isWhole?: true;
  /** Loan terms apply to all homes. Other inputs are specific to a home. */
  isLoanTerm?: true;
}

export type CostInput = keyof typeof COST_INPUTS;
export type CostValues = Record<CostInput, number>;
/** The values that the visitor changed. */
export type CostEdits = Partial<CostValues>;

// `Object.keys` does not preserve the type of the keys.
export const COST_INPUT_NAMES = Object.keys(COST_INPUTS) as CostInput[];

/** Returns all values for a home: the visitor's value, else the listing's, else the default. */
export function costValues(
  home: Pick<Property, 'price' | 'taxAnnual' | 'hoaFee'>,
  edits: CostEdits,
  rates: CostRates,
): CostValues {
  const { price } = home;
  return {
    ...withDefaultTerms({}, rates),
    taxAnnual: home.taxAnnual ?? (price * rates.propertyTaxRate) / 100,
    insuranceAnnual: (price * rates.homeInsuranceRate) / 100,
    hoaFee: home.hoaFee ?? 0,
    ...edits,
  };
}

/** Returns the monthly cost of a home for sale with these values. */
export function costOf(
  home: Pick<Property, 'price'>,
  values: CostValues,
  rates: CostRates,
): MonthlyCost {
  const { price } = home;
  const { taxAnnual, insuranceAnnual, hoaFee } = values;
  const sale = { status: 'For Sale', price, taxAnnual, insuranceAnnual, hoaFee } as const;
  return monthlyCost(sale, values, rates);
}

/**
 * Parses a number as users type it: `20`, `6.5%`, `$4,800`.
 *
 * @param maximum defaults to the input's maximum
 * @returns `value`, which is null for empty text and then restores the initial value, or `error`,
 *   which describes the problem
 */
export function readCostInput(
  name: CostInput,
  text: string,
  maximum: number = COST_INPUTS[name].maximum,
): { value: number | null } | { error: string } {
  const spec: CostInputSpec = COST_INPUTS[name];
  const { minimum = 0, isWhole } = spec;
  const cleaned = text.replace(/[\s,$%]/g, '');
  if (cleaned === '') return { value: null };
  const value =
    /^\d{0,10}(\.\d{0,6})?$/.test(cleaned) && cleaned !== '.' ? Number(cleaned) : Number.NaN;
  const isValid = value >= minimum && value <= maximum && !(isWhole && !Number.isInteger(value));
  if (isValid) return { value };
  const kind = isWhole ? 'a whole number' : 'a number';
  return { error: `Enter ${kind} from ${formatNumber(minimum)} to ${formatNumber(maximum)}.` };
}
