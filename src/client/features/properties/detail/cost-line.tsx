import { formatPrice } from '#shared/format/money.ts';
import { monthlyCost } from '#shared/monthly-cost.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { usePublicSettings } from '../../../api/page-data/public-settings.ts';
import { costText } from '../../../property-cards/property-labels.ts';

/** A home for sale's estimated monthly cost with the default loan, and price per square foot. */
export function CostLine({ property }: { property: Property }) {
  const { costRates } = usePublicSettings();
  const { price, sqft } = property;
  return (
    <p className="figures text-sm text-ink-soft mt-1 max-md:-order-2">
      Est. {costText(monthlyCost(property, {}, costRates).total)}
      {sqft > 0 && ` · ${formatPrice(Math.round(price / sqft))}/sqft`}
    </p>
  );
}
