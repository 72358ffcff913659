import { type CostRates, monthlyCost } from '#shared/monthly-cost.ts';
import type { PropertySummary } from '../../../../property-cards/property-summary.ts';
import { costText } from '../../../../property-cards/property-labels.ts';
import type { PropertyFilters } from '../query/property-filters.ts';

/**
 * Returns a function that returns the text below a card's price, such as `$2,940/mo`, for the
 * search's loan terms; `undefined` unless the search has a maximum monthly cost.
 */
export function costOf(
  { maxMonthly, downPayment, rate, termYears }: PropertyFilters,
  rates: CostRates,
): ((home: PropertySummary) => string) | undefined {
  if (maxMonthly === '') return undefined;
  const number = (text: string) => (text === '' ? undefined : Number(text));
  const terms = {
    downPayment: number(downPayment),
    rate: number(rate),
    termYears: number(termYears),
  };
  return (home) => costText(monthlyCost(home, terms, rates).total);
}
