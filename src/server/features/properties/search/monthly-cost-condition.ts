/** The filter of the monthly cost as SQL: a bound of the price, which an index has, and the exact cost after it. */

import { type RawBuilder, sql } from 'kysely';
import {
  completeTerms,
  COST_TOLERANCE,
  type CostRates,
  loanPerDollar,
  type LoanTerms,
} from '#shared/monthly-cost.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';

/** Far more than rounding takes from the bound of the price. */
const BOUND_SLACK = 1 + 1e-9;

/** The highest possible price of homes within a monthly cost, and the terms of the calculation. */
function boundsOf(
  most: number,
  search: LoanTerms & { status?: PropertyStatus | undefined },
  rates: CostRates,
) {
  const { downPayment, rate, termYears } = completeTerms(search, rates);
  const loanShare = 100 - downPayment;
  const perDollar = loanPerDollar(rate, termYears);
  // Loan and insurance alone grow with every price; tax and fee only add to them.
  const perPrice = loanShare / 100 / perDollar + rates.homeInsuranceRate / 1200;
  const rentBound = most + COST_TOLERANCE;
  const saleBound = (rentBound / perPrice) * BOUND_SLACK;
  const bounds = { 'For Sale': saleBound, 'For Rent': rentBound };
  const bound =
    search.status === undefined ? Math.max(saleBound, rentBound) : bounds[search.status];
  return { rentBound, bound };
}

/** The monthly cost of a home `p` for sale: in the order of `monthlyCost`, so that both agree to the last digit. */
function saleCost(terms: LoanTerms, rates: CostRates): RawBuilder<unknown> {
  const { downPayment, rate, termYears } = completeTerms(terms, rates);
  const price = sql`p.price::float8`;
  return sql`
    ${price} * ${100 - downPayment}::float8 / 100 / ${loanPerDollar(rate, termYears)}::float8
    + coalesce(p.tax_annual::float8, ${price} * ${rates.propertyTaxRate}::float8 / 100) / 12
    + ${price} * ${rates.homeInsuranceRate}::float8 / 100 / 12
    + coalesce(p.hoa_fee::float8, 0)`;
}

/**
 * Homes `p` within a monthly cost.
 *
 * @param most US dollars
 * @param search the loan terms, and the status, if given
 */
export function costsAtMost(
  most: number,
  search: LoanTerms & { status?: PropertyStatus | undefined },
  rates: CostRates,
): RawBuilder<unknown> {
  const { rentBound, bound } = boundsOf(most, search, rates);
  const cost = saleCost(search, rates);
  const isCheap = sql`case p.status when 'For Rent' then p.price <= ${rentBound}::numeric
    else ${cost} <= ${rentBound}::float8 end`;
  // All of the price paid down, and no insurance: the price says nothing.
  if (!Number.isFinite(bound)) return sql`(${isCheap})`;
  return sql`(p.price <= ${bound}::numeric and ${isCheap})`;
}
