/**
 * Builds the monthly cost filter in SQL: a price limit that can use an index, then the exact cost.
 */

import { type RawBuilder, sql } from 'kysely';
import {
  withDefaultTerms,
  COST_TOLERANCE,
  type CostRates,
  loanPerMonthlyDollar,
  type LoanTerms,
} from '#shared/monthly-cost.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';

/** Increases the price limit to allow for rounding errors. */
const ROUNDING_MARGIN = 1 + 1e-9;

/** Returns the limit plus the tolerance, and the highest possible price or rent. */
function computeBounds(
  limit: number,
  search: LoanTerms & { status?: PropertyStatus | undefined },
  rates: CostRates,
) {
  const { downPayment, rate, termYears } = withDefaultTerms(search, rates);
  const loanShare = 100 - downPayment;
  const loanPerMonthlyPayment = loanPerMonthlyDollar(rate, termYears);
  // Only the loan and insurance always grow with the price. Taxes and fees can be fixed amounts.
  const monthlyCostPerDollar =
    loanShare / 100 / loanPerMonthlyPayment + rates.homeInsuranceRate / 1200;
  const costBound = limit + COST_TOLERANCE;
  const saleBound = (costBound / monthlyCostPerDollar) * ROUNDING_MARGIN;
  const bounds = { 'For Sale': saleBound, 'For Rent': costBound };
  const bound =
    search.status === undefined ? Math.max(saleBound, costBound) : bounds[search.status];
  return { costBound, bound };
}

/**
 * Returns SQL for the monthly cost of a home `p` for sale. It adds in the same order as `monthlyCost`
 * so that both round the same way.
 */
function saleCostSql(terms: LoanTerms, rates: CostRates): RawBuilder<unknown> {
  const { downPayment, rate, termYears } = withDefaultTerms(terms, rates);
  const price = sql`p.price::float8`;
  return sql`
    ${price} * ${100 - downPayment}::float8 / 100 / ${loanPerMonthlyDollar(rate, termYears)}::float8
    + coalesce(p.tax_annual::float8, ${price} * ${rates.propertyTaxRate}::float8 / 100) / 12
    + ${price} * ${rates.homeInsuranceRate}::float8 / 100 / 12
    + coalesce(p.hoa_fee::float8, 0)`;
}

/**
 * Returns SQL that matches homes `p` whose monthly cost is at most `limit`.
 *
 * @param limit the maximum in US dollars
 * @param search the loan terms and optional status
 */
export function costsAtMost(
  limit: number,
  search: LoanTerms & { status?: PropertyStatus | undefined },
  rates: CostRates,
): RawBuilder<unknown> {
  const { costBound, bound } = computeBounds(limit, search, rates);
  const cost = saleCostSql(search, rates);
  const isWithinCost = sql`case p.status when 'For Rent' then p.price <= ${costBound}::numeric
    else ${cost} <= ${costBound}::float8 end`;
  // With a 100% down payment and no insurance, the cost gives no upper bound for the price.
  if (!Number.isFinite(bound)) return sql`(${isWithinCost})`;
  return sql`(p.price <= ${bound}::numeric and ${isWithinCost})`;
}
