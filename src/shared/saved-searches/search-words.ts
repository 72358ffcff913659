/** Describes a search for its default name: `For sale in Austin, TX, 2+ beds, up to $500,000`. */

import { formatPrice } from '../format/money.ts';
import { SHORT_TEXT_MAX_LENGTH } from '../limits.ts';
import { FILTER_NAMES, isRange, rangeInWords } from '../properties/property-filters.ts';

/** Filters as strings, by name. */
type Filters = Readonly<Record<string, string>>;

const number = (text: string) => Number(text).toLocaleString('en-US');
const listed = (text: string) => text.split(',').join(', ');

/** Describes filters after the place, in this order; others use their labels and values. */
const WORDS: Readonly<Record<string, (value: string, all: Filters) => string>> = {
  searchTerm: (term) => `“${term}”`,
  propertyType: listed,
  bedrooms: (count) => `${count}+ beds`,
  bathrooms: (count) => `${count}+ baths`,
  minPrice: (price, { maxPrice }) =>
    maxPrice === undefined
      ? `from ${formatPrice(Number(price))}`
      : `${formatPrice(Number(price))} to ${formatPrice(Number(maxPrice))}`,
  maxPrice: (price, { minPrice }) =>
    minPrice === undefined ? `up to ${formatPrice(Number(price))}` : '',
  minSqft: (size) => `from ${number(size)} sqft`,
  maxSqft: (size) => `up to ${number(size)} sqft`,
  minLotSqft: (size) => `lot from ${number(size)} sqft`,
  minYearBuilt: (year) => `built ${year} or later`,
  parking: (count) => `${count}+ parking`,
  maxHoa: (fee) => `HOA up to ${formatPrice(Number(fee))}/mo`,
  maxMonthly: (cost) => `up to ${formatPrice(Number(cost))}/mo`,
  features: (codes) => codes.split(',').join(', ').replaceAll('_', ' '),
  pets: (pets) => `${pets} allowed`,
  furnished: () => 'furnished',
  availableBy: (day) => `available by ${day}`,
  listedWithin: (days) => `listed within ${days} days`,
  reduced: () => 'price cut',
  underContract: (wanted) => (wanted === 'only' ? 'under contract' : 'not under contract'),
  openHouseWithin: (days) => `open house within ${days} days`,
  agentId: () => 'of one agent',
};

/** Describes other filters: `2+ garage doors`, `garage doors up to 2`; just the value if it is not a range. */
function otherWords(name: string, value: string): string {
  const filter = FILTER_NAMES.find((each) => each === name);
  return filter !== undefined && isRange(filter)
    ? rangeInWords(filter, value).toLowerCase()
    : listed(value);
}

/** Filters that set a place, or only refine another filter. */
const IMPLIED_FILTERS = new Set([
  'status',
  'city',
  'state',
  'zipCode',
  'bounds',
  'area',
  'near',
  'within',
  'downPayment',
  'rate',
  'termYears',
]);

/** Describes the search in at most 200 characters. */
export function describeSearch(filters: Filters): string {
  const { status, city, state, zipCode, bounds, area, near } = filters;
  const place = [
    city,
    [state?.length === 2 ? state.toUpperCase() : state, zipCode].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ');
  const isOnMap = (bounds ?? area ?? near) !== undefined;
  const head = [
    // `For sale` in sentence case.
    status === undefined ? 'Homes' : status.replace(/(?<=\s)\w/, (letter) => letter.toLowerCase()),
    place === '' ? '' : `in ${place}`,
    place === '' && isOnMap ? 'in an area on the map' : '',
  ];
  // The same description for any order of filters.
  const rest = [...new Set([...Object.keys(WORDS), ...Object.keys(filters)])].flatMap((name) => {
    const value = filters[name];
    return value === undefined || IMPLIED_FILTERS.has(name)
      ? []
      : [WORDS[name]?.(value, filters) ?? otherWords(name, value)];
  });
  const words = [head.filter(Boolean).join(' '), ...rest].filter(Boolean).join(', ');
  return words.length <= SHORT_TEXT_MAX_LENGTH
    ? words
    : `${words.slice(0, SHORT_TEXT_MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
