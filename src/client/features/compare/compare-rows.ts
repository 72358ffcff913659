/** The rows of a comparison. Pure. */

import { formatDate } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import { type CostRates, monthlyCost } from '#shared/monthly-cost.ts';
import { formatArea, formatNumber } from '#shared/format/numbers.ts';
import {
  FACT_NAMES,
  type FactName,
  type NumberName,
  PROPERTY_FIELDS,
  type PropertyFacts,
  type PropertyField,
} from '#shared/properties/property-fields.ts';
import { amountFormatter, FURNISHED_LABELS, PETS_LABELS } from '#shared/properties/fact-labels.ts';
import { FEATURES } from '#shared/property-choices.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { unavailableLabel } from '#shared/properties/home-words.ts';
import { fullAddress } from '../../property-cards/property-facts.ts';
import { costText } from '../../property-cards/property-labels.ts';

/** A row of the comparison. Its arrays have one entry for each home, in the order of the homes. */
export interface CompareRow {
  label: string;
  values: readonly string[];
  /** Whether the values differ. */
  differs: boolean;
  /** Whether each home has the best value; all false if no value is better than another. */
  best: readonly boolean[];
}

/** Shown for unknown values, and for facts that do not apply to the home's status. */
const UNKNOWN = 'Not listed';

/**
 * Whether the lowest or highest value is best, and a function that returns a home's value (null if
 * unknown).
 */
type Measure = {
  best: 'lowest' | 'highest';
  numberOf: (home: Property, rates: CostRates) => number | null;
};

type Row = {
  label: string;
  valueOf: (home: Property, rates: CostRates) => string;
  measure?: Measure;
};

type FactFormatters = { [Name in FactName]: (value: NonNullable<PropertyFacts[Name]>) => string };

/** The facts that a comparison omits. */
type UncomparedFact = 'virtualTourUrl' | 'mlsNumber';
const isCompared = (name: FactName): name is Exclude<FactName, UncomparedFact> =>
  name !== 'virtualTourUrl' && name !== 'mlsNumber';

/**
 * Formatters by fact. Numbers and amounts of money have a default (`amountFormatter`); omitting any
 * other fact is a compile error.
 */
const FACT_FORMATTERS: Omit<FactFormatters, NumberName | UncomparedFact> &
  Partial<Pick<FactFormatters, NumberName>> = {
  lotSqft: formatArea,
  yearBuilt: String,
  stories: formatNumber,
  parkingSpaces: formatNumber,
  hoaFee: formatPrice,
  taxAnnual: formatPrice,
  deposit: formatPrice,
  pets: (code) => PETS_LABELS[code],
  furnished: (code) => FURNISHED_LABELS[code],
  availableFrom: formatDate,
  leaseMonths: formatNumber,
  features: (codes) =>
    codes.length === 0 ? UNKNOWN : codes.map((code) => FEATURES[code]).join(', '),
};

/**
 * Returns the price per square foot; null if unknown. Rounded as displayed, so values that look the
 * same compare as equal. For rentals, the result has cents because it is usually between $1 and $4.
 */
function pricePerSqft({ price, sqft, status }: Property): number | null {
  if (sqft <= 0) return null;
  return status === 'For Rent' ? Math.round((100 * price) / sqft) / 100 : Math.round(price / sqft);
}

/** Whether the lowest or the highest value of a fact is the best; other facts have no best value. */
const BEST_BY_FACT: Partial<Record<FactName, Measure['best']>> = {
  lotSqft: 'highest',
  yearBuilt: 'highest',
  parkingSpaces: 'highest',
  hoaFee: 'lowest',
  taxAnnual: 'lowest',
  deposit: 'lowest',
};

function measureOfFact(name: FactName): { measure?: Measure } {
  const best = BEST_BY_FACT[name];
  if (best === undefined) return {};
  const numberOf = (home: Property) => {
    const value = home[name];
    return typeof value === 'number' ? value : null;
  };
  return { measure: { best, numberOf } };
}

const lowestIsBest = (numberOf: Measure['numberOf']): Measure => ({ best: 'lowest', numberOf });
const highestIsBest = (numberOf: Measure['numberOf']): Measure => ({ best: 'highest', numberOf });

function factRow(name: Exclude<FactName, UncomparedFact>): Row {
  const field: PropertyField = PROPERTY_FIELDS[name];
  const format = FACT_FORMATTERS[name] ?? amountFormatter(field);
  return {
    label: name === 'hoaFee' ? 'HOA/mo' : field.label,
    valueOf: (home) => {
      const value = home[name];
      if (value === null || (field.only !== undefined && field.only !== home.status))
        return UNKNOWN;
      // TypeScript cannot see that the formatter and the value belong to the same fact.
      return format(value as never);
    },
    ...measureOfFact(name),
  };
}

// Facts with their own formatter come first.
const FACT_ROWS = [
  ...new Set([...(Object.keys(FACT_FORMATTERS) as FactName[]), ...FACT_NAMES]),
].flatMap((name) => (isCompared(name) ? [factRow(name)] : []));

const ROWS: readonly Row[] = [
  {
    label: 'Price',
    valueOf: (home) => `${formatPrice(home.price)}${home.status === 'For Rent' ? '/mo' : ''}`,
    measure: lowestIsBest(({ price }) => price),
  },
  {
    label: 'Monthly cost',
    valueOf: (home, rates) => costText(monthlyCost(home, {}, rates).total),
    measure: lowestIsBest((home, rates) => monthlyCost(home, {}, rates).total),
  },
  { label: 'Status', valueOf: (home) => unavailableLabel(home) ?? home.status },
  { label: 'Type', valueOf: (home) => home.propertyType },
  { label: 'Address', valueOf: fullAddress },
  {
    label: 'Bedrooms',
    valueOf: ({ bedrooms }) => (bedrooms === 0 ? 'Studio' : formatNumber(bedrooms)),
    measure: highestIsBest(({ bedrooms }) => bedrooms),
  },
  {
    label: 'Bathrooms',
    valueOf: ({ bathrooms }) => formatNumber(bathrooms),
    measure: highestIsBest(({ bathrooms }) => bathrooms),
  },
  {
    label: 'Area',
    valueOf: ({ sqft }) => formatArea(sqft),
    measure: highestIsBest(({ sqft }) => sqft),
  },
  {
    label: 'Price per sqft',
    valueOf: (home) => {
      const price = pricePerSqft(home);
      if (price === null) return UNKNOWN;
      return home.status === 'For Rent' ? `$${price.toFixed(2)}` : formatPrice(price);
    },
    measure: lowestIsBest(pricePerSqft),
  },
  ...FACT_ROWS,
  { label: 'Listed', valueOf: ({ createdAt }) => formatDate(createdAt) },
  { label: 'Agent', valueOf: ({ agent }) => agent.name },
];

/** Returns the rows of a comparison that have at least one known value. */
export function compareRows(homes: readonly Property[], rates: CostRates): CompareRow[] {
  const isOneStatus = new Set(homes.map(({ status }) => status)).size === 1;
  return ROWS.map(({ label, valueOf, measure }) => {
    const values = homes.map((home) => valueOf(home, rates));
    // A price and a rent cannot be compared, and a hidden value cannot be the best.
    const isComparable = isOneStatus || !label.startsWith('Price');
    const numbers = homes.map((home, index) =>
      values[index] === UNKNOWN ? null : (measure?.numberOf(home, rates) ?? null),
    );
    const best = isComparable ? markBest(numbers, measure?.best) : homes.map(() => false);
    return { label, values, differs: new Set(values).size > 1, best };
  }).filter(({ values }) => values.some((value) => value !== UNKNOWN));
}

/** Marks the best of the known numbers, if they differ. */
function markBest(numbers: readonly (number | null)[], direction: Measure['best'] | undefined) {
  const knownNumbers = numbers.filter((number) => number !== null);
  const best = direction === 'lowest' ? Math.min(...knownNumbers) : Math.max(...knownNumbers);
  const hasBest = direction !== undefined && new Set(knownNumbers).size > 1;
  return numbers.map((number) => hasBest && number === best);
}
