import { formatShortDate } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import { formatArea, formatNumber } from '#shared/format/numbers.ts';
import { isRange, describeRange, type RangeName } from '#shared/properties/property-filters.ts';
import { type FeatureCode, FEATURES } from '#shared/property-choices.ts';
import { costText } from '../../../../property-cards/property-labels.ts';
import {
  FORM_FILTERS,
  type FormFilter,
  type PropertyFilters,
  valuesOf,
} from './property-filters.ts';

/** A filter of the form, or a place on the map. */
export type FilterKind = FormFilter | 'bounds' | 'area' | 'near';

/** One active filter. */
export interface ActiveFilter {
  /** Unique among the active filters. */
  id: string;
  kind: FilterKind;
  /** The filter's value. */
  value: string;
  /** The parameters of this filter alone. */
  own: Partial<PropertyFilters>;
  /** The text: 'House', 'From $300,000', '3+ beds', '“pool”'. */
  label: string;
  /** The filters without this one. */
  without: PropertyFilters;
}

const atLeast = (unit: string) => (number: string) => `${formatNumber(Number(number))}+ ${unit}`;
const price = (dollars: string) => formatPrice(Number(dollars));
const area = (squareFeet: string) => formatArea(Number(squareFeet));
const identity = (text: string) => text;
const daysText = (days: string) => (days === '1' ? '24 hours' : `${days} days`);
const inPlace = (name: string) => `In ${name}`;

type LabelFormatter = (value: string) => string;

/**
 * The formatters of removable filters, in form order. Numeric ranges share a default formatter; any
 * other filter missing here is a compile error.
 */
const LABELS: Record<Exclude<FormFilter, RangeName>, LabelFormatter> &
  Partial<Record<RangeName, LabelFormatter>> = {
  searchTerm: (text) => `“${text}”`,
  status: identity,
  propertyType: (types) => types.replaceAll(',', ' or '),
  minPrice: (from) => `From ${price(from)}`,
  maxPrice: (to) => `Up to ${price(to)}`,
  bedrooms: atLeast('beds'),
  bathrooms: atLeast('baths'),
  minSqft: (from) => `From ${area(from)}`,
  maxSqft: (to) => `Up to ${area(to)}`,
  minLotSqft: (from) => `Lot from ${area(from)}`,
  minYearBuilt: (year) => `Built in ${year} or later`,
  parking: atLeast('parking spaces'),
  maxHoa: (fee) => `HOA up to ${price(fee)}/mo`,
  features: (code) => FEATURES[code as FeatureCode],
  pets: (pet) => `${pet === 'cats' ? 'Cats' : 'Dogs'} welcome`,
  furnished: () => 'Furnished',
  availableBy: (day) => `Available by ${formatShortDate(day)}`,
  listedWithin: (days) => `Listed in the last ${daysText(days)}`,
  openHouseWithin: (days) => `Open house in the next ${daysText(days)}`,
  reduced: () => 'Price cut',
  underContract: (choice) => (choice === 'only' ? 'Under contract' : 'Not under contract'),
  maxMonthly: (dollars) => `Up to ${costText(Number(dollars))}`,
  downPayment: (percent) => `${percent}% down`,
  rate: (percent) => `${percent}% interest`,
  termYears: (years) => `${years}-year loan`,
  city: inPlace,
  state: inPlace,
  zipCode: inPlace,
};

function labelOf(key: FormFilter, value: string): string {
  const label = LABELS[key]?.(value);
  return label ?? (isRange(key) ? describeRange(key, value) : value);
}

// Filters with their own formatter come first.
const ORDERED_FILTERS = [...new Set([...(Object.keys(LABELS) as FormFilter[]), ...FORM_FILTERS])];

const NO_LOAN = { downPayment: '', rate: '', termYears: '' };

/** Returns every active filter; each feature and each drawn area counts as one. */
export function activeFilters(filters: PropertyFilters): ActiveFilter[] {
  const formFilters = ORDERED_FILTERS.flatMap((key) => {
    const values = key === 'features' ? valuesOf(filters.features) : [filters[key]];
    return values.flatMap((value) => {
      if (value === '') return [];
      const others = values.filter((other) => other !== value).join(',');
      const without = {
        ...filters,
        // Loan terms apply only to a monthly cost.
        ...(key === 'maxMonthly' ? NO_LOAN : {}),
        [key]: others,
      };
      const id = key === 'features' ? `${key} ${value}` : key;
      const own = { [key]: value };
      return [{ id, kind: key, value, own, label: labelOf(key, value), without }];
    });
  });
  return [...formFilters, ...activePlaces(filters)];
}

/** Returns the filters for bounds, areas, and circles. */
function activePlaces(filters: PropertyFilters): ActiveFilter[] {
  const { bounds, area, near, within, nearName } = filters;
  const areas = area === '' ? [] : area.split(',');
  const circle = `Within ${within} ${within === '1' ? 'mile' : 'miles'} of ${nearName || 'a point'}`;
  return [
    ...(bounds === ''
      ? []
      : [
          {
            id: 'bounds',
            kind: 'bounds' as const,
            value: bounds,
            own: { bounds },
            label: 'Map area',
            without: { ...filters, bounds: '' },
          },
        ]),
    ...areas.map((encodedArea, index) => {
      const name = areas.length === 1 ? 'Drawn area' : `Drawn area ${index + 1}`;
      const others = areas.filter((_area, other) => other !== index);
      return {
        id: `area ${encodedArea}`,
        kind: 'area' as const,
        value: encodedArea,
        own: { area: encodedArea },
        label: name,
        without: { ...filters, area: others.join(',') },
      };
    }),
    ...(near === ''
      ? []
      : [
          {
            id: 'near',
            kind: 'near' as const,
            value: near,
            own: { near, within, nearName },
            label: circle,
            without: { ...filters, near: '', within: '', nearName: '' },
          },
        ]),
  ];
}
