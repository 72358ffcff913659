/**
 * Calculates the monthly cost of a home (docs/product/listings.md, Monthly cost). Amounts are
 * unrounded US dollars; rates and the down payment are percentages. The database does the same
 * calculation in the same order (monthly-cost-condition.ts).
 */

import type { PropertyStatus } from './property-choices.ts';

/** Annual rates in percent of the loan (mortgage) and of the price (tax and insurance). */
export type CostRates = {
  mortgageRate: number;
  propertyTaxRate: number;
  homeInsuranceRate: number;
};

/** The rates if the operator sets none. */
export const DEFAULT_COST_RATES: CostRates = {
  mortgageRate: 6.5,
  propertyTaxRate: 1.1,
  homeInsuranceRate: 0.35,
};

/** The default down payment, in percent of the price. */
export const DEFAULT_DOWN_PAYMENT = 20;
/** The default term of a loan, in years. */
export const DEFAULT_TERM_YEARS = 30;

/** The terms of a loan. Absent terms have default values. */
export type LoanTerms = {
  /** Percent of the price. */
  downPayment?: number | undefined;
  /** Percent per year; the installation's rate if absent. */
  rate?: number | undefined;
  termYears?: number | undefined;
};

/** A home's price and known costs. */
export type HomeCosts = {
  status: PropertyStatus;
  price: number;
  taxAnnual: number | null;
  hoaFee: number | null;
  /** US dollars per year; estimated from the rate if absent. */
  insuranceAnnual?: number | undefined;
};

/** The parts of the monthly cost. For homes for rent, all but `rent` and `total` are 0. */
export type MonthlyCost = {
  rent: number;
  principalAndInterest: number;
  tax: number;
  insurance: number;
  hoaFee: number;
  total: number;
};

/** Allows for floating-point errors when a cost is compared with a limit, in US dollars. */
export const COST_TOLERANCE = 1e-6;

const MONTHS = 12;

/**
 * Returns the loan that one dollar a month repays: the inverse of `r / (1 − (1+r)^−n)`, also defined
 * for a rate of 0.
 */
export function loanPerMonthlyDollar(rate: number, termYears: number): number {
  const months = termYears * MONTHS;
  const monthlyRate = rate / 100 / MONTHS;
  // Equals (1 − (1+r)^−n) / r, without losing precision for small rates.
  return monthlyRate === 0 ? months : -Math.expm1(-months * Math.log1p(monthlyRate)) / monthlyRate;
}

/** Fills in default terms. */
export function withDefaultTerms(terms: LoanTerms, { mortgageRate }: CostRates) {
  const { downPayment = DEFAULT_DOWN_PAYMENT, rate = mortgageRate } = terms;
  return { downPayment, rate, termYears: terms.termYears ?? DEFAULT_TERM_YEARS };
}

/** Calculates the monthly cost of a home. */
export function monthlyCost(home: HomeCosts, terms: LoanTerms, rates: CostRates): MonthlyCost {
  const { price } = home;
  if (home.status === 'For Rent') {
    return { rent: price, principalAndInterest: 0, tax: 0, insurance: 0, hoaFee: 0, total: price };
  }
  const { downPayment, rate, termYears } = withDefaultTerms(terms, rates);
  const principalAndInterest =
    (price * (100 - downPayment)) / 100 / loanPerMonthlyDollar(rate, termYears);
  const tax = (home.taxAnnual ?? (price * rates.propertyTaxRate) / 100) / MONTHS;
  const insurance = (home.insuranceAnnual ?? (price * rates.homeInsuranceRate) / 100) / MONTHS;
  const hoaFee = home.hoaFee ?? 0;
  const total = principalAndInterest + tax + insurance + hoaFee;
  return { rent: 0, principalAndInterest, tax, insurance, hoaFee, total };
}
