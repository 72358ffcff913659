import type { ReactNode } from 'react';
import { formatShortDate } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import { countOf, formatArea, formatNumber } from '#shared/format/numbers.ts';
import { amountFormatter, FURNISHED_LABELS } from '#shared/properties/fact-labels.ts';
import { FEATURES, type PETS } from '#shared/property-choices.ts';
import {
  FACT_NAMES,
  type FactName,
  type NumberName,
  PROPERTY_FIELDS,
  type PropertyFacts,
  type PropertyField,
} from '#shared/properties/property-fields.ts';
import type { Property } from '#shared/schemas/properties/property.ts';

const PETS_LABELS = {
  none: 'No pets',
  cats: 'Cats welcome',
  dogs: 'Dogs welcome',
  cats_and_dogs: 'Cats and dogs welcome',
} satisfies Record<(typeof PETS)[number], string>;

type FactFormatters = {
  [Name in FactName]: (value: NonNullable<PropertyFacts[Name]>) => ReactNode;
};

/**
 * Formats each fact. Numbers and money share a default; any other fact missing here is a compile
 * error. Features are listed separately, and `ListingSource` shows the MLS number.
 */
const FORMATTERS: Omit<FactFormatters, NumberName | 'features' | 'mlsNumber'> &
  Partial<Pick<FactFormatters, NumberName>> = {
  yearBuilt: String,
  lotSqft: formatArea,
  parkingSpaces: (spaces) => (spaces === 0 ? 'None' : formatNumber(spaces)),
  hoaFee: (dollars) => (dollars === 0 ? 'None' : `${formatPrice(dollars)}/mo`),
  taxAnnual: (dollars) => `${formatPrice(dollars)}/yr`,
  pets: (pets) => PETS_LABELS[pets],
  furnished: (furnished) => FURNISHED_LABELS[furnished],
  availableFrom: formatShortDate,
  leaseMonths: (months) => (months === 1 ? 'Month to month' : countOf(months, 'month')),
  virtualTourUrl: (url) => (
    <a
      href={url}
      target="_blank"
      rel="noreferrer nofollow"
      className="touch-target text-brand underline underline-offset-4"
    >
      Take the tour
      <span className="sr-only"> (opens another site)</span>
    </a>
  ),
};

const LABELS: Partial<Record<FactName, string>> = {
  leaseMonths: 'Lease',
  taxAnnual: 'Property tax',
};

/** Returns the known facts that apply to the listing's status, in display order. */
function knownFacts(property: Property) {
  return FACT_NAMES.flatMap((name) => {
    const field: PropertyField = PROPERTY_FIELDS[name];
    const value = property[name];
    if (name === 'features' || name === 'mlsNumber' || value === null) return [];
    if (field.only !== undefined && field.only !== property.status) return [];
    const format = FORMATTERS[name] ?? amountFormatter(field);
    // The formatter and the value belong to the same fact.
    return [{ name, label: LABELS[name] ?? field.label, text: format(value as never) }];
  });
}

/** The known facts other than the key figures, and the features. Renders nothing if there are none. */
export function MoreFacts({ property }: { property: Property }) {
  const facts = knownFacts(property);
  const { features } = property;
  if (facts.length === 0 && features.length === 0) return null;
  return (
    <section aria-labelledby="facts-heading" className="mt-10">
      <h2 id="facts-heading" className="display mb-4 text-xl">
        Facts and features
      </h2>
      {facts.length > 0 && (
        <dl className="grid border-t border-line sm:grid-cols-2 sm:gap-x-10">
          {facts.map(({ name, label, text }) => (
            <div key={name} className="flex justify-between gap-4 border-b border-line py-2.5">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="figures text-right font-semibold">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {features.length > 0 && (
        <ul aria-label="Features" className="mt-5 flex flex-wrap gap-2 print:mt-2">
          {features.map((code) => (
            <li
              key={code}
              className="rounded-full border border-line bg-surface px-3.5 py-1.5 text-sm"
            >
              {FEATURES[code]}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
