/** The filter set of a listing page: parsing from a URL or a form, validation, and comparison. */

import { formatNumber } from '#shared/format/numbers.ts';
import { parseAreas } from '#shared/geo/area.ts';
import { parseBounds, parsePosition, WORLD, serializeBounds } from '#shared/geo/bounds.ts';
import { MAX_SHORT_TEXT_LENGTH, MAX_WITHIN_MILES, MIN_WITHIN_MILES } from '#shared/limits.ts';
import { isValidDate } from '#shared/properties/field-ranges.ts';
import {
  FILTER_NAMES,
  type FilterName,
  isRange,
  PROPERTY_FILTERS,
  type PropertyFilterSpec,
  type RangeName,
  rangeOfFilter,
} from '#shared/properties/property-filters.ts';
import {
  DEFAULT_PROPERTY_SORT,
  FEATURE_CODES,
  PROPERTY_SORTS,
  PROPERTY_STATUSES,
  type PropertySort,
  type PropertyStatus,
} from '#shared/property-choices.ts';
import { truncateText, toSearchTerm } from '#shared/search-term.ts';

/** Filters without a control in the form: the agent, and places on a map. */
type NonFormFilter = 'agentId' | 'bounds' | 'area' | 'near' | 'within';
const NON_FORM_FILTERS: readonly FilterName[] = [
  'agentId',
  'bounds',
  'area',
  'near',
  'within',
] satisfies NonFormFilter[];

/** The filters for loan terms, which apply only to a maximum monthly cost. */
export const LOAN_FILTERS = ['downPayment', 'rate', 'termYears'] as const;

/** The filters for a maximum monthly cost and its loan terms. */
export type AmountName = 'maxMonthly' | (typeof LOAN_FILTERS)[number];
/** The filters that take a typed number. */
export type NumberName = RangeName | AmountName;

/** The filters in a listing page's form. */
export type FormFilter = Exclude<FilterName, NonFormFilter>;

/** The filters of the form, in the order of the URL. */
export const FORM_FILTERS: readonly FormFilter[] = FILTER_NAMES.filter(
  (name): name is FormFilter => !NON_FORM_FILTERS.includes(name),
);

/** The filters that the form always shows or the page sets. */
export const ROW_FILTERS = [
  'searchTerm',
  'propertyType',
  'status',
  'minPrice',
  'maxPrice',
  'bedrooms',
] as const satisfies FormFilter[];

/** The filters behind 'More filters'. */
export type MoreFilter = Exclude<FormFilter, (typeof ROW_FILTERS)[number]>;
export const MORE_FILTERS: readonly MoreFilter[] = FORM_FILTERS.filter(
  (name): name is MoreFilter => !ROW_FILTERS.some((first) => first === name),
);

/**
 * The filters of a search as text; '' if unset. Prices are whole US dollars in digits; multiple
 * choices are comma-separated. `status` is set only on pages that do not imply one.
 */
export type PropertyFilters = { [Name in Exclude<FormFilter, 'status'>]: string } & {
  status: PropertyStatus | '';
  sort: PropertySort;
  /** A box, in API format, as are `area`, `near`, and `within` (docs/product/map.md, Filters). */
  bounds: string;
  /** Drawn areas, comma-separated. */
  area: string;
  /** The center of a circle. */
  near: string;
  /** The radius of the circle, in miles. */
  within: string;
  /** The display name of `near`. */
  nearName: string;
  /** 'map' shows the results on a map. */
  view: 'map' | '';
};

/** The whole globe as `bounds`; it matches all homes with coordinates. */
export const WORLD_BOUNDS = serializeBounds(WORLD);

/** Filters that forms submit without a visible control: place and view. */
export const PLACE_FILTERS = ['bounds', 'area', 'near', 'within', 'nearName', 'view'] as const;

type FormFilters = Pick<PropertyFilters, FormFilter>;

/** The filters of an unfiltered search. */
export const NO_FILTERS: PropertyFilters = {
  // Object.fromEntries does not preserve the names' type.
  ...(Object.fromEntries(FORM_FILTERS.map((name) => [name, ''])) as FormFilters),
  sort: DEFAULT_PROPERTY_SORT,
  bounds: '',
  area: '',
  near: '',
  within: '',
  nearName: '',
  view: '',
};

/** Returns an unfiltered search with the same order and view. */
export const withoutFilters = ({ sort, view }: PropertyFilters): PropertyFilters => ({
  ...NO_FILTERS,
  sort,
  view,
});

/** Errors in number fields, by field. */
export type FilterErrors = Partial<Record<NumberName, string>>;

/** A source of values by key: URL parameters or form data. */
type Source = { get: (key: string) => unknown; getAll?: (key: string) => unknown[] };

/**
 * Reads filters from a URL or a form. Ignores 'all' and invalid values, so a manually edited URL
 * works as well as possible.
 */
export function readFilters(source: Source): PropertyFilters {
  const values = FORM_FILTERS.map((name) => [name, readFilter(name, source)]);
  // Object.fromEntries does not preserve the names' type.
  const formFilters = Object.fromEntries(values) as FormFilters;
  if (formFilters.maxMonthly === '') for (const name of LOAN_FILTERS) formFilters[name] = '';
  return {
    ...formFilters,
    status: readChoice(source.get('status'), PROPERTY_STATUSES) ?? '',
    sort: readChoice(source.get('sort'), PROPERTY_SORTS) ?? DEFAULT_PROPERTY_SORT,
    ...readPlaces(source),
    view: readChoice(source.get('view'), ['map'] as const) ?? '',
  };
}

function readFilter(name: FormFilter, source: Source): string {
  const spec: PropertyFilterSpec = PROPERTY_FILTERS[name];
  const text = textOf(source.get(name));
  switch (spec.kind) {
    case 'term':
      // Collapse spaces, and drop characters that the database cannot store.
      return toSearchTerm(text.replace(/\s+/g, ' '));
    case 'range':
      return isRange(name) ? (parseRange(name, text) ?? '') : '';
    case 'amount':
      return isAmount(name) ? (parseAmount(name, text) ?? '') : '';
    case 'choice':
      return readChoice(text, spec.choices) ?? '';
    case 'choices':
      return readChoices(name, source, spec.choices);
    case 'codes':
      return readChoices(name, source, FEATURE_CODES);
    case 'day':
      return isValidDate(text) ? text : '';
    case 'days':
      return /^[1-9]\d?$/.test(text) && Number(text) <= spec.maximum ? text : '';
    case 'place':
      return text === 'all'
        ? ''
        : toSearchTerm(text.replace(/\s+/g, ' ')).slice(0, MAX_SHORT_TEXT_LENGTH);
    default:
      return '';
  }
}

const isAmount = (name: FilterName): name is AmountName => PROPERTY_FILTERS[name].kind === 'amount';

/**
 * Parses a number as users type it, such as `$2,500` or `6.125 %`.
 *
 * @returns digits, with any decimals; '' for empty text; null if it is not valid for the filter
 */
function parseAmount(name: AmountName, text: string): string | null {
  const spec: Extract<PropertyFilterSpec, { kind: 'amount' }> = PROPERTY_FILTERS[name];
  const cleaned = text.replace(/[\s,$%]/g, '');
  if (cleaned === '') return '';
  const number = /^\d{1,12}(\.\d{0,6})?$/.test(cleaned) ? Number(cleaned) : Number.NaN;
  const isValid = number >= spec.minimum && number <= spec.maximum;
  return isValid && !(spec.isWhole && !Number.isInteger(number)) ? String(number) : null;
}

function isFormFilter(name: string): name is FormFilter {
  return FORM_FILTERS.some((filter) => filter === name);
}

/**
 * Returns the value of a filter's control: 'all' if no home type is chosen, and the numbers of ranges,
 * except years, with thousands separators.
 */
export function fieldValue(name: keyof PropertyFilters, filters: PropertyFilters): string {
  const value = filters[name];
  if (name === 'propertyType' && value === '') return 'all';
  const hasSeparators =
    isFormFilter(name) && isRange(name) && PROPERTY_FILTERS[name].field !== 'yearBuilt';
  return hasSeparators && value !== '' ? formatNumber(Number(value)) : value;
}

/** Returns the values of a filter with multiple choices. */
export const valuesOf = (value: string): string[] => (value === '' ? [] : value.split(','));

const RANGE_PAIRS = [
  ['minPrice', 'maxPrice', 'Max. price is below min. price.'],
  ['minSqft', 'maxSqft', 'Max. square footage is below min.'],
] as const;

/** Returns the errors in the number fields of a form or a URL. */
export function findFilterErrors(source: Source): FilterErrors {
  const parse = (name: NumberName) => {
    const text = textOf(source.get(name));
    return isRange(name) ? parseRange(name, text) : parseAmount(name, text);
  };
  const invalid = FORM_FILTERS.flatMap((name) =>
    (isRange(name) || isAmount(name)) && parse(name) === null && textOf(source.get(name)) !== 'all'
      ? [[name, invalidText(name)]]
      : [],
  );
  const reversed = RANGE_PAIRS.flatMap(([min, max, text]) =>
    isAbove(parse(min), parse(max)) ? [[max, text]] : [],
  );
  return Object.fromEntries([...invalid, ...reversed]) as FilterErrors;
}

function invalidText(name: NumberName): string {
  if (!isRange(name)) {
    const { minimum, maximum } = PROPERTY_FILTERS[name];
    const kind = name === 'termYears' ? 'a whole number' : 'a number';
    return `Enter ${kind} from ${formatNumber(minimum)} to ${formatNumber(maximum)}.`;
  }
  const { minimum, maximum } = rangeOfFilter(name, new Date());
  if (name === 'minPrice' || name === 'maxPrice') return 'Enter a number from 0, such as 450000.';
  const digits = name === 'minYearBuilt' ? String : formatNumber;
  const kind = name === 'maxHoa' ? 'a number' : 'a whole number';
  return `Enter ${kind} from ${digits(minimum)} to ${digits(maximum)}.`;
}

function isAbove(min: string | null, max: string | null): boolean {
  return Boolean(min) && Boolean(max) && Number(min) > Number(max);
}

/**
 * Parses a number as users type it: `450000`, `$450,000`, `450k`, `1.2m`.
 *
 * @returns digits, with decimals only for fees; '' for empty text; null if it is not valid for
 * the filter
 */
export function parseRange(name: RangeName, text: string): string | null {
  const cleaned = text.replace(/[\s,$]/g, '').toLowerCase();
  if (cleaned === '') return '';
  const [, amount, unit] = /^(\d{1,12}(?:\.\d{0,6})?)([km]?)$/.exec(cleaned) ?? [];
  if (amount === undefined) return null;
  const { bound, field } = PROPERTY_FILTERS[name];
  const exact = Number(amount) * (unit === 'k' ? 1e3 : unit === 'm' ? 1e6 : 1);
  // Fees include cents.
  const number = field === 'hoaFee' ? exact : Math.round(exact);
  // A minimum of 0 filters nothing; a price of 0 stays in the URL as typed.
  if (bound === 'min' && number === 0 && field !== 'price') return '';
  const { minimum, maximum } = rangeOfFilter(name, new Date());
  return number >= minimum && number <= maximum ? String(number) : null;
}

/** Returns whether two filter sets match the same homes, ignoring the sort order and the view. */
export function matchSameHomes(a: PropertyFilters, b: PropertyFilters): boolean {
  const keys = Object.keys(NO_FILTERS) as (keyof PropertyFilters)[];
  return keys.every((key) => key === 'sort' || key === 'view' || a[key] === b[key]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function readChoice<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

/**
 * Reads multiple choices, repeated or comma-separated. Returns each once, in the order of `choices`.
 */
function readChoices(name: FormFilter, source: Source, choices: readonly string[]): string {
  const texts = (source.getAll?.(name) ?? [source.get(name)]).map(textOf);
  const requested = new Set(texts.flatMap((text) => text.split(',').map((value) => value.trim())));
  return choices.filter((choice) => requested.has(choice)).join(',');
}

/** Maximum displayed length of a point's name; longer names are truncated. */
const MAX_NEAR_NAME_LENGTH = 60;

/** Reads valid bounds, areas, and circles. */
function readPlaces(source: Source) {
  const bounds = textOf(source.get('bounds'));
  const area = textOf(source.get('area'));
  const near = textOf(source.get('near'));
  const within = textOf(source.get('within'));
  const miles = /^\d{1,3}(\.\d{1,20})?$/.test(within) ? Number(within) : 0;
  const isCircle =
    parsePosition(near) !== null && miles >= MIN_WITHIN_MILES && miles <= MAX_WITHIN_MILES;
  const name = textOf(source.get('nearName')).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  return {
    bounds: parseBounds(bounds) === null ? '' : bounds,
    area: area === '' || parseAreas(area) === null ? '' : area,
    near: isCircle ? near : '',
    within: isCircle ? within : '',
    nearName: isCircle ? truncateText(name, MAX_NEAR_NAME_LENGTH) : '',
  };
}
