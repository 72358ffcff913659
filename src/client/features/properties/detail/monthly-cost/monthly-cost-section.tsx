import { formatPrice } from '#shared/format/money.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import type { CostRates, MonthlyCost } from '#shared/monthly-cost.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { usePublicSettings } from '../../../../api/page-data/public-settings.ts';
import { costText } from '../../../../property-cards/property-labels.ts';
import { PageSection } from '../page-section.tsx';
import { CostForm } from './cost-form.tsx';
import { type CostEdits, costOf, costValues } from './cost-inputs.ts';
import { useCostEdits } from './cost-memory.ts';

/** The monthly cost of a home for sale: the total, its parts, and its inputs. */
export function MonthlyCostSection({ property }: { property: Property }) {
  const { costRates } = usePublicSettings();
  const { edits, set, reset } = useCostEdits(property._id);
  const values = costValues(property, edits, costRates);
  const cost = costOf(property, values, costRates);
  return (
    <PageSection title="Monthly cost">
      <div className="rounded-md border border-line bg-surface p-5 sm:p-6">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <output className="display figures text-xl">{costText(cost.total)}</output>
          <span className="text-sm text-ink-soft">estimated</span>
        </p>
        <CostParts cost={cost} />
        <CostForm
          key={property._id}
          price={property.price}
          values={values}
          onChange={set}
          onReset={reset}
        />
        <p className="mt-5 text-sm text-ink-soft">
          {assumptionsText(property, edits, costRates)} Estimate only, not a loan offer. Your
          lender’s terms will vary. Your numbers stay on this device.
        </p>
      </div>
    </PageSection>
  );
}

const PARTS = [
  { name: 'principalAndInterest', label: 'Principal and interest', colorClass: 'bg-chart-1' },
  { name: 'tax', label: 'Property tax', colorClass: 'bg-chart-2' },
  { name: 'insurance', label: 'Home insurance', colorClass: 'bg-chart-3' },
  { name: 'hoaFee', label: 'HOA fee', colorClass: 'bg-chart-4' },
] as const;

/** The parts of the cost, as a bar and an equivalent table. */
function CostParts({ cost }: { cost: MonthlyCost }) {
  const shownParts = PARTS.filter(({ name }) => cost[name] > 0);
  return (
    <>
      <div aria-hidden="true" className="mt-4 flex h-3 gap-0.5 overflow-hidden rounded-full">
        {shownParts.map(({ name, colorClass }) => (
          <span
            key={name}
            className={colorClass}
            style={{ width: `${(cost[name] / cost.total) * 100}%` }}
          />
        ))}
      </div>
      <table className="figures mt-4 w-full text-left">
        <caption className="sr-only">Monthly cost breakdown</caption>
        <tbody>
          {shownParts.map(({ name, label, colorClass }) => (
            <tr key={name} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-2 pr-4 font-normal">
                <span
                  aria-hidden="true"
                  className={`mr-2.5 inline-block size-3 rounded-[3px] ${colorClass}`}
                />
                {label}
              </th>
              <td className="py-2 text-right font-semibold">{formatPrice(cost[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Returns a sentence that lists the rates and fees that neither the visitor nor the listing gave. */
function assumptionsText(
  { taxAnnual, hoaFee }: Property,
  edits: CostEdits,
  { mortgageRate, propertyTaxRate, homeInsuranceRate }: CostRates,
): string {
  const assumed = [
    edits.rate === undefined && `an interest rate of ${formatNumber(mortgageRate)}%`,
    edits.taxAnnual === undefined &&
      taxAnnual === null &&
      `annual property tax of ${formatNumber(propertyTaxRate)}% of the price`,
    edits.insuranceAnnual === undefined &&
      `annual insurance of ${formatNumber(homeInsuranceRate)}% of the price`,
    edits.hoaFee === undefined && hoaFee === null && 'no HOA fee, since none is listed',
  ].filter((text) => text !== false);
  if (assumed.length === 0) return 'Based on your numbers and the listing.';
  const last = assumed.at(-1) ?? '';
  const others = assumed.slice(0, -1).join(', ');
  if (others === '') return `Assumed: ${last}.`;
  return `Assumed: ${others}${assumed.length > 2 ? ',' : ''} and ${last}.`;
}
