/** The filters that are set, in words, and what could be left away when nothing was found. */

import { formatShortDate } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import { formatArea, formatNumber } from '#shared/format/numbers.ts';
import { type FeatureCode, FEATURES, type PropertyStatus } from '#shared/property-choices.ts';
import { costText } from '../../../../property-cards/property-labels.ts';
import type { SearchScope } from './listing-address.ts';
import {
  type FormFilter,
  LOAN_FILTERS,
  NO_FILTERS,
  type PropertyFilters,
  valuesOf,
} from './property-filters.ts';

/** One filter that is set. */
export interface ActiveFilter {
  /** Another one for each. */
  id: string;
  /** What it is made of. */
  keys: readonly (keyof PropertyFilters)[];
  /** What asks for it alone, where `keys` ask for more. */
  own?: Partial<PropertyFilters>;
  /** As users say it: 'House', 'From $300,000', '3+ beds', '“pool”'. */
  label: string;
  /** What leaving it away would bring: 'Below $300,000 too'. */
  relaxed: string;
  /** Asking for this alone: 'Only from $300,000'. */
  alone: string;
  /** The filters without this one. */
  without: PropertyFilters;
}

type Words = Pick<ActiveFilter, 'label' | 'relaxed' | 'alone'>;

const atLeast = (unit: string) => (number: string) => ({
  label: `${formatNumber(Number(number))}+ ${unit}`,
  relaxed: `Fewer than ${formatNumber(Number(number))} ${unit} too`,
  alone: `Only ${formatNumber(Number(number))}+ ${unit}`,
});
const inPlace = (name: string) => ({
  label: `In ${name}`,
  relaxed: `Not only in ${name}`,
  alone: `Only in ${name}`,
});
/** A part of the loan, which is never asked for alone. */
const loan = (label: string, relaxed: string) => ({ label, relaxed, alone: label });
const squareFeet = (number: string) => formatArea(Number(number));

/** A word within a sentence: 'garage', but 'EV charging'. */
const within = (word: string) =>
  /^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1);

/** The words for each filter that can be taken off, in the order of the form; a filter without is an error here. */
const WORDS = {
  searchTerm: (text) => ({
    label: `“${text}”`,
    relaxed: `Without “${text}”`,
    alone: `Only “${text}”`,
  }),
  status: (status) => ({ label: status, relaxed: `Not only ${status}`, alone: `Only ${status}` }),
  propertyType: (types) => {
    const listed = types.replaceAll(',', ' or ');
    return { label: listed, relaxed: `Other types than ${listed} too`, alone: `Only ${listed}` };
  },
  minPrice: (price) => ({
    label: `From ${formatPrice(Number(price))}`,
    relaxed: `Below ${formatPrice(Number(price))} too`,
    alone: `Only from ${formatPrice(Number(price))}`,
  }),
  maxPrice: (price) => ({
    label: `Up to ${formatPrice(Number(price))}`,
    relaxed: `Above ${formatPrice(Number(price))} too`,
    alone: `Only up to ${formatPrice(Number(price))}`,
  }),
  bedrooms: atLeast('beds'),
  bathrooms: atLeast('baths'),
  minSqft: (area) => ({
    label: `From ${squareFeet(area)}`,
    relaxed: `Below ${squareFeet(area)} too`,
    alone: `Only from ${squareFeet(area)}`,
  }),
  maxSqft: (area) => ({
    label: `Up to ${squareFeet(area)}`,
    relaxed: `Above ${squareFeet(area)} too`,
    alone: `Only up to ${squareFeet(area)}`,
  }),
  minLotSqft: (area) => ({
    label: `Lot from ${squareFeet(area)}`,
    relaxed: `Lots below ${squareFeet(area)} too`,
    alone: `Only lots from ${squareFeet(area)}`,
  }),
  minYearBuilt: (year) => ({
    label: `Built since ${year}`,
    relaxed: `Built before ${year} too`,
    alone: `Only built since ${year}`,
  }),
  parking: atLeast('parking spaces'),
  maxHoa: (fee) => ({
    label: `HOA up to ${formatPrice(Number(fee))} a month`,
    relaxed: `HOA above ${formatPrice(Number(fee))} too`,
    alone: `Only HOA up to ${formatPrice(Number(fee))}`,
  }),
  features: (code) => {
    const word = FEATURES[code as FeatureCode];
    return { label: word, relaxed: `Without ${within(word)} too`, alone: `Only ${within(word)}` };
  },
  pets: (pet) => ({
    label: `${pet === 'cats' ? 'Cats' : 'Dogs'} welcome`,
    relaxed: `Homes without ${pet} too`,
    alone: `Only ${pet} welcome`,
  }),
  furnished: () => ({
    label: 'Furnished',
    relaxed: 'Not only furnished',
    alone: 'Only furnished',
  }),
  availableBy: (day) => ({
    label: `Available by ${formatShortDate(day)}`,
    relaxed: `Available after ${formatShortDate(day)} too`,
    alone: `Only available by ${formatShortDate(day)}`,
  }),
  listedWithin: (days) => {
    const time = days === '1' ? 'the last day' : `the last ${days} days`;
    return {
      label: `Listed in ${time}`,
      relaxed: `Listed before ${time} too`,
      alone: `Only listed in ${time}`,
    };
  },
  openHouseWithin: (days) => {
    const time = days === '1' ? 'the next day' : `the next ${days} days`;
    return {
      label: `Open house in ${time}`,
      relaxed: `Without an open house in ${time} too`,
      alone: `Only with an open house in ${time}`,
    };
  },
  reduced: () => ({
    label: 'Price cut',
    relaxed: 'Without a price cut too',
    alone: 'Only with a price cut',
  }),
  maxMonthly: (dollars) => {
    const cost = costText(Number(dollars));
    return { label: `Up to ${cost}`, relaxed: `Above ${cost} too`, alone: `Only up to ${cost}` };
  },
  downPayment: (percent) => loan(`${percent}% down`, 'With the usual down payment'),
  rate: (percent) => loan(`Rate of ${percent}%`, 'At the usual rate'),
  termYears: (years) =>
    loan(`Loan over ${years} ${years === '1' ? 'year' : 'years'}`, 'Over the usual term'),
  city: inPlace,
  state: inPlace,
  zipCode: inPlace,
} satisfies Record<FormFilter, (value: string) => Words>;

const NO_LOAN = { downPayment: '', rate: '', termYears: '' };
const isOfLoan = (key: string) => LOAN_FILTERS.some((name) => name === key);

/** Every filter that is set; each feature is one of its own. */
export function activeFilters(filters: PropertyFilters): ActiveFilter[] {
  // The keys of an object whose type names all of them.
  const ofFacts = (Object.keys(WORDS) as FormFilter[]).flatMap((key) => {
    const values = key === 'features' ? valuesOf(filters.features) : [filters[key]];
    return values.flatMap((value) => {
      if (value === '') return [];
      const others = values.filter((each) => each !== value).join(',');
      const without = {
        ...filters,
        // Without a monthly cost no loan says anything.
        ...(key === 'maxMonthly' ? NO_LOAN : {}),
        [key]: others,
      };
      const id = key === 'features' ? `${key} ${value}` : key;
      return [{ id, keys: [key], own: { [key]: value }, ...WORDS[key](value), without }];
    });
  });
  return [...ofFacts, ...activePlaces(filters)];
}

/** The box, the areas and the circle that homes are looked for in. */
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
            keys: ['bounds'] as const,
            label: 'Map area',
            relaxed: 'Outside the map area too',
            alone: 'Only the map area',
            without: { ...filters, bounds: '' },
          },
        ]),
    ...areas.map((one, index) => {
      const name = areas.length === 1 ? 'Drawn area' : `Drawn area ${index + 1}`;
      const others = areas.filter((_each, other) => other !== index);
      return {
        id: `area ${one}`,
        keys: ['area'] as const,
        label: name,
        relaxed: `Without ${name.toLowerCase()}`,
        alone: `Only ${name.toLowerCase()}`,
        without: { ...filters, area: others.join(',') },
      };
    }),
    ...(near === ''
      ? []
      : [
          {
            id: 'near',
            keys: ['near', 'within', 'nearName'] as const,
            label: circle,
            relaxed: 'Farther away too',
            alone: `Only ${circle.toLowerCase().slice(0, 6)}${circle.slice(6)}`,
            without: { ...filters, near: '', within: '', nearName: '' },
          },
        ]),
  ];
}

/** Another search that may find something where this one found nothing. */
export interface Relaxation {
  label: string;
  place: SearchScope;
  filters: PropertyFilters;
}

/** Filters that are tried without, one by one, and alone: each is a search of its own. */
const TRIED_MOST = 6;

/** How many of the relaxations, the first ones, leave one filter away. */
export const countSingles = (filters: PropertyFilters) =>
  Math.min(activeFilters(filters).length, TRIED_MOST);

/**
 * The words of a search without its other filters. Where they find nothing, nothing that keeps them does, and need not
 * be asked for; undefined where there are no words, or nothing but words.
 */
export function wordsAlone(place: SearchScope, filters: PropertyFilters): Relaxation | undefined {
  return activeFilters(filters).length > 1
    ? onlyOne(place, filters).find((each) => each.filters.searchTerm !== '')
    : undefined;
}

/**
 * What to try when nothing was found: each filter left away, all of them left away, and the same homes for rent
 * instead of for sale. At most eight, one cheap count each.
 */
export function relaxations(place: SearchScope, filters: PropertyFilters): Relaxation[] {
  const active = activeFilters(filters);
  if (active.length === 0) return [];
  const single = active.slice(0, TRIED_MOST).map(({ relaxed, without }) => ({
    label: relaxed,
    place,
    filters: without,
  }));
  const none = {
    label: 'Clear all filters',
    place,
    filters: { ...NO_FILTERS, sort: filters.sort, view: filters.view },
  };
  return [
    ...single,
    ...(active.length > 1 ? [none] : []),
    ...(place.kind === 'status' ? [elsewhere(place, filters)] : []),
  ];
}

/**
 * What to try when leaving any one filter away finds nothing either: each of them alone, if that is something new. At
 * most six.
 */
export function lastResorts(place: SearchScope, filters: PropertyFilters): Relaxation[] {
  return activeFilters(filters).length < 3 ? [] : onlyOne(place, filters);
}

function onlyOne(place: SearchScope, filters: PropertyFilters): Relaxation[] {
  return activeFilters(filters)
    .filter(({ keys }) => !keys.some(isOfLoan))
    .slice(0, TRIED_MOST)
    .map(({ keys, own, alone }) => ({
      label: alone,
      place,
      filters: {
        ...NO_FILTERS,
        sort: filters.sort,
        view: filters.view,
        ...(own ?? Object.fromEntries(keys.map((key) => [key, filters[key]]))),
      },
    }));
}

function elsewhere(
  place: Extract<SearchScope, { kind: 'status' }>,
  filters: PropertyFilters,
): Relaxation {
  const other: PropertyStatus = place.status === 'For Sale' ? 'For Rent' : 'For Sale';
  return {
    label: `The same ${other.toLowerCase()}`,
    place: { ...place, status: other },
    filters,
  };
}
