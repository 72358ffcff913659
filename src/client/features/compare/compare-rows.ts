/** What stands in the rows of a comparison. Pure. */

import { formatDate } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import { type CostRates, monthlyCost } from '#shared/monthly-cost.ts';
import { formatArea, formatNumber } from '#shared/format/numbers.ts';
import { FEATURES } from '#shared/property-choices.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { fullAddress, takenWord } from '../../property-cards/property-facts.ts';
import { costText } from '../../property-cards/property-labels.ts';

/** A row: one text for each home, in their order. */
export interface CompareRow {
  label: string;
  values: readonly string[];
  /** Not all homes say the same. */
  differs: boolean;
}

/** Stands where a listing says nothing. */
const UNKNOWN = 'Not given';

const PETS_WORDS = {
  none: 'No pets',
  cats: 'Cats',
  dogs: 'Dogs',
  cats_and_dogs: 'Cats and dogs',
} as const;
const FURNISHED_WORDS = { no: 'No', partly: 'Partly', yes: 'Yes' } as const;

const known = <T>(value: T | null, words: (value: T) => string) =>
  value === null ? UNKNOWN : words(value);

const ROWS: readonly { label: string; valueOf: (home: Property, rates: CostRates) => string }[] = [
  {
    label: 'Price',
    valueOf: (home) => `${formatPrice(home.price)}${home.status === 'For Rent' ? ' a month' : ''}`,
  },
  {
    label: 'Monthly cost',
    valueOf: (home, rates) => costText(monthlyCost(home, {}, rates).total),
  },
  { label: 'Status', valueOf: (home) => takenWord(home) ?? home.status },
  { label: 'Type', valueOf: (home) => home.propertyType },
  { label: 'Address', valueOf: fullAddress },
  {
    label: 'Bedrooms',
    valueOf: ({ bedrooms }) => (bedrooms === 0 ? 'Studio' : formatNumber(bedrooms)),
  },
  { label: 'Bathrooms', valueOf: ({ bathrooms }) => formatNumber(bathrooms) },
  { label: 'Area', valueOf: ({ sqft }) => formatArea(sqft) },
  {
    label: 'Price per sqft',
    valueOf: ({ price, sqft }) => (sqft > 0 ? formatPrice(price / sqft) : UNKNOWN),
  },
  { label: 'Lot size', valueOf: ({ lotSqft }) => known(lotSqft, formatArea) },
  { label: 'Year built', valueOf: ({ yearBuilt }) => known(yearBuilt, String) },
  { label: 'Stories', valueOf: ({ stories }) => known(stories, formatNumber) },
  { label: 'Parking spaces', valueOf: (home) => known(home.parkingSpaces, formatNumber) },
  { label: 'HOA fee a month', valueOf: ({ hoaFee }) => known(hoaFee, formatPrice) },
  { label: 'Annual tax', valueOf: ({ taxAnnual }) => known(taxAnnual, formatPrice) },
  { label: 'Deposit', valueOf: ({ deposit }) => known(deposit, formatPrice) },
  { label: 'Pets', valueOf: ({ pets }) => known(pets, (code) => PETS_WORDS[code]) },
  { label: 'Furnished', valueOf: (home) => known(home.furnished, (code) => FURNISHED_WORDS[code]) },
  { label: 'Available from', valueOf: (home) => known(home.availableFrom, formatDate) },
  { label: 'Lease months', valueOf: ({ leaseMonths }) => known(leaseMonths, formatNumber) },
  {
    label: 'Features',
    valueOf: ({ features }) =>
      features.length === 0 ? UNKNOWN : features.map((code) => FEATURES[code]).join(', '),
  },
  { label: 'Listed', valueOf: ({ createdAt }) => formatDate(createdAt) },
  { label: 'Agent', valueOf: ({ agent }) => agent.name },
];

/** The rows in which at least one home says something. */
export function compareRows(homes: readonly Property[], rates: CostRates): CompareRow[] {
  return ROWS.map(({ label, valueOf }) => {
    const values = homes.map((home) => valueOf(home, rates));
    return { label, values, differs: new Set(values).size > 1 };
  }).filter(({ values }) => values.some((value) => value !== UNKNOWN));
}
