import { type CostRates, monthlyCost } from '#shared/monthly-cost.ts';
import type { PropertySummary } from '../../../../property-cards/property-summary.ts';
import { costText } from '../../../../property-cards/property-labels.ts';
import type { PropertyFilters } from '../query/property-filters.ts';

/** What cards say below the price: `$2,940/mo`, with the loan of the search; nothing where it asks for no cost. */
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
