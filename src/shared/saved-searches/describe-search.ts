/** Describes a search for its default name: `For sale in Austin, TX, 2+ beds, up to $500,000`. */

import { formatPrice } from '../format/money.ts';
import { MAX_SHORT_TEXT_LENGTH } from '../limits.ts';
import { FILTER_NAMES, isRange, describeRange } from '../properties/property-filters.ts';

/** Filters as strings, by name. */
type Filters = Readonly<Record<string, string>>;

const formatCount = (text: string) => Number(text).toLocaleString('en-US');
const joinList = (text: string) => text.split(',').join(', ');

/** Describes filters, in this order, after the place. `describeOther` handles other filters. */
const DESCRIPTIONS: Readonly<Record<string, (value: string, filters: Filters) => string>> = {
  searchTerm: (term) => `“${term}”`,
  propertyType: joinList,
  bedrooms: (count) => `${count}+ beds`,
  bathrooms: (count) => `${count}+ baths`,
  minPrice: (price, { maxPrice }) =>
    maxPrice === undefined
      ? `from ${formatPrice(Number(price))}`
      : `${formatPrice(Number(price))} to ${formatPrice(Number(maxPrice))}`,
  maxPrice: (price, { minPrice }) =>
    minPrice === undefined ? `up to ${formatPrice(Number(price))}` : '',
  minSqft: (size) => `from ${formatCount(size)} sqft`,
  maxSqft: (size) => `up to ${formatCount(size)} sqft`,
  minLotSqft: (size) => `lot from ${formatCount(size)} sqft`,
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
  underContract: (mode) => (mode === 'only' ? 'under contract' : 'not under contract'),
  openHouseWithin: (days) => `open house within ${days} days`,
  agentId: () => 'by one agent',
};

/** Describes a filter by its label and value if it is a range: `2+ garage doors`; otherwise, only by its value. */
function describeOther(name: string, value: string): string {
  const filter = FILTER_NAMES.find((candidate) => candidate === name);
  return filter !== undefined && isRange(filter)
    ? describeRange(filter, value).toLowerCase()
    : joinList(value);
}

/** Filters without details: they set the status or place at the start, or only refine another filter. */
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

/** Describes a search in at most 200 characters. */
export function describeSearch(filters: Filters): string {
  const { status, city, state, zipCode, bounds, area, near } = filters;
  const place = [
    city,
    [state?.length === 2 ? state.toUpperCase() : state, zipCode].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ');
  const isOnMap = (bounds ?? area ?? near) !== undefined;
  const start = [
    // `For sale` in sentence case.
    status === undefined ? 'Homes' : status.replace(/(?<=\s)\w/, (letter) => letter.toLowerCase()),
    place === '' ? '' : `in ${place}`,
    place === '' && isOnMap ? 'in an area on the map' : '',
  ];
  // The order of filters does not affect the description.
  const details = [...new Set([...Object.keys(DESCRIPTIONS), ...Object.keys(filters)])].flatMap(
    (name) => {
      const value = filters[name];
      return value === undefined || IMPLIED_FILTERS.has(name)
        ? []
        : [DESCRIPTIONS[name]?.(value, filters) ?? describeOther(name, value)];
    },
  );
  const description = [start.filter(Boolean).join(' '), ...details].filter(Boolean).join(', ');
  return description.length <= MAX_SHORT_TEXT_LENGTH
    ? description
    : `${description.slice(0, MAX_SHORT_TEXT_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
