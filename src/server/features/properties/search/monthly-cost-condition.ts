/**
 * The monthly cost filter as SQL: a price limit, for which there is an index, then the exact cost.
 */

import { type RawBuilder, sql } from 'kysely';
import {
  completeTerms,
  COST_TOLERANCE,
  type CostRates,
  loanPerDollar,
  type LoanTerms,
} from '#shared/monthly-cost.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';

/** Slack for rounding errors in the price limit. */
const BOUND_SLACK = 1 + 1e-9;

/** Returns the highest possible price and rent within a monthly cost. */
function boundsOf(
  limit: number,
  search: LoanTerms & { status?: PropertyStatus | undefined },
  rates: CostRates,
) {
  const { downPayment, rate, termYears } = completeTerms(search, rates);
  const loanShare = 100 - downPayment;
  const perDollar = loanPerDollar(rate, termYears);
  // Only loan and insurance always grow with the price; taxes and fees can be known amounts.
  const perPrice = loanShare / 100 / perDollar + rates.homeInsuranceRate / 1200;
  const rentBound = limit + COST_TOLERANCE;
  const saleBound = (rentBound / perPrice) * BOUND_SLACK;
  const bounds = { 'For Sale': saleBound, 'For Rent': rentBound };
  const bound =
    search.status === undefined ? Math.max(saleBound, rentBound) : bounds[search.status];
  return { rentBound, bound };
}

/**
 * The monthly cost of a home `p` for sale, added up in the order of `monthlyCost` so both round
 * alike.
 */
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
 * Matches homes `p` within a monthly cost.
 *
 * @param limit US dollars
 * @param search the loan terms, and the status, if given
 */
export function costsAtMost(
  limit: number,
  search: LoanTerms & { status?: PropertyStatus | undefined },
  rates: CostRates,
): RawBuilder<unknown> {
  const { rentBound, bound } = boundsOf(limit, search, rates);
  const cost = saleCost(search, rates);
  const isWithinCost = sql`case p.status when 'For Rent' then p.price <= ${rentBound}::numeric
    else ${cost} <= ${rentBound}::float8 end`;
  // With a down payment of 100% and no insurance, the cost does not limit the price.
  if (!Number.isFinite(bound)) return sql`(${isWithinCost})`;
  return sql`(p.price <= ${bound}::numeric and ${isWithinCost})`;
}
