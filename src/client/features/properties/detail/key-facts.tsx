import { formatArea, formatNumber } from '#shared/format/numbers.ts';
import type { Property } from '#shared/schemas/properties/property.ts';

/** The key figures of a listing (docs/product/pages.md, Property page). */
export function KeyFacts({ property }: { property: Property }) {
  const facts = [
    {
      name: 'Bedrooms',
      value: property.bedrooms === 0 ? 'Studio' : formatNumber(property.bedrooms),
    },
    { name: 'Bathrooms', value: formatNumber(property.bathrooms) },
    { name: 'Area', value: formatArea(property.sqft) },
    { name: 'Type', value: property.propertyType },
  ];
  return (
    <dl className="flex flex-wrap justify-between gap-x-3 gap-y-3 border-line max-md:border-b max-md:pb-3 sm:grid md:border-y md:py-4 sm:grid-cols-4 sm:gap-x-6">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 flex-col-reverse">
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="figures font-semibold sm:text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
