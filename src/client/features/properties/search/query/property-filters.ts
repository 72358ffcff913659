/** The filter set of a listing page (spec sections 2 and 3): read from an address or a form, checked, compared. */

import { formatNumber } from '#shared/format/numbers.ts';
import { readAreas } from '#shared/geo/area.ts';
import { readBounds, readPosition, WORLD, writeBounds } from '#shared/geo/bounds.ts';
import { PRICE_MAX, ROOMS_MAX, WITHIN_MAX, WITHIN_MIN } from '#shared/limits.ts';
import {
  DEFAULT_PROPERTY_SORT,
  PROPERTY_SORTS,
  PROPERTY_STATUSES,
  PROPERTY_TYPES,
  type PropertySort,
  type PropertyStatus,
  type PropertyType,
} from '#shared/property-choices.ts';
import { toSearchTerm } from '#shared/search-term.ts';

/** What somebody asks for, as texts; '' where they ask for nothing. Prices are whole US dollars in digits. */
export interface PropertyFilters {
  searchTerm: string;
  propertyType: PropertyType | '';
  /** Only on pages that have no status of their own. */
  status: PropertyStatus | '';
  minPrice: string;
  maxPrice: string;
  /** The least number of bedrooms, from '1'. */
  bedrooms: string;
  sort: PropertySort;
  /** Where homes are looked for, as the API takes it (docs/product/map.md, Filters). */
  bounds: string;
  area: string;
  near: string;
  within: string;
  /** What `near` is called, for people alone. */
  nearName: string;
  /** Whether the results are shown on a map. */
  view: 'map' | '';
}

/** All of the globe, as `bounds`: the homes that a map can show. */
export const WORLD_BOUNDS = writeBounds(WORLD);

/** What forms pass on without a control for it: where, and how it is shown. */
export const PLACE_FILTERS = ['bounds', 'area', 'near', 'within', 'nearName', 'view'] as const;

/** Nothing asked for. */
export const NO_FILTERS: PropertyFilters = {
  searchTerm: '',
  propertyType: '',
  status: '',
  minPrice: '',
  maxPrice: '',
  bedrooms: '',
  sort: DEFAULT_PROPERTY_SORT,
  bounds: '',
  area: '',
  near: '',
  within: '',
  nearName: '',
  view: '',
};

/** What is wrong with the prices, by field. */
export type FilterErrors = Partial<Record<'minPrice' | 'maxPrice', string>>;

/** Anything that gives a text by its key: an address's parameters or a form's data. */
type Source = { get: (key: string) => unknown };

/**
 * Reads filters from an address or a form. 'all' and what makes no sense count as absent: an address that somebody
 * changed by hand is answered as well as it can be.
 */
export function readFilters(source: Source): PropertyFilters {
  return {
    searchTerm: readSearchTerm(source.get('searchTerm')),
    propertyType: readChoice(source.get('propertyType'), PROPERTY_TYPES) ?? '',
    status: readChoice(source.get('status'), PROPERTY_STATUSES) ?? '',
    minPrice: parsePrice(textOf(source.get('minPrice'))) ?? '',
    maxPrice: parsePrice(textOf(source.get('maxPrice'))) ?? '',
    bedrooms: readBedrooms(textOf(source.get('bedrooms'))),
    sort: readChoice(source.get('sort'), PROPERTY_SORTS) ?? DEFAULT_PROPERTY_SORT,
    ...readPlaces(source),
    view: readChoice(source.get('view'), ['map'] as const) ?? '',
  };
}

/** What the control of a filter holds: the choice of any kind is called 'all', and prices are written with commas. */
export function fieldValue(name: keyof PropertyFilters, filters: PropertyFilters): string {
  const value = filters[name];
  if (name === 'propertyType' && value === '') return 'all';
  const isPrice = name === 'minPrice' || name === 'maxPrice';
  return isPrice && value !== '' ? formatNumber(Number(value)) : value;
}

/** What is wrong with the prices of a form, or of an address; nothing for most. */
export function findFilterErrors(source: Source): FilterErrors {
  const minPrice = parsePrice(textOf(source.get('minPrice')));
  const maxPrice = parsePrice(textOf(source.get('maxPrice')));
  const wrong = 'Enter a number from 0, such as 450000.';
  return {
    ...(minPrice === null ? { minPrice: wrong } : {}),
    ...(maxPrice === null ? { maxPrice: wrong } : {}),
    ...(isAbove(minPrice, maxPrice) ? { maxPrice: 'Max. price is below min. price.' } : {}),
  };
}

function isAbove(minPrice: string | null, maxPrice: string | null): boolean {
  return Boolean(minPrice) && Boolean(maxPrice) && Number(minPrice) > Number(maxPrice);
}

/**
 * A price as people type it: `450000`, `$450,000`, `450k`, `1.2m`.
 *
 * @returns whole dollars in digits, '' for an empty text, null for anything that is no price from 0 to the largest
 */
export function parsePrice(text: string): string | null {
  const plain = text.replace(/[\s,$]/g, '').toLowerCase();
  if (plain === '') return '';
  const [, amount, unit] = /^(\d{1,12}(?:\.\d{0,6})?)([km]?)$/.exec(plain) ?? [];
  if (amount === undefined) return null;
  const dollars = Math.round(Number(amount) * (unit === 'k' ? 1e3 : unit === 'm' ? 1e6 : 1));
  return dollars <= PRICE_MAX ? String(dollars) : null;
}

/** Whether two filter sets find the same homes; the order does not matter. */
export function findSame(a: PropertyFilters, b: PropertyFilters): boolean {
  const keys = Object.keys(NO_FILTERS) as (keyof PropertyFilters)[];
  return keys.every((key) => key === 'sort' || key === 'view' || a[key] === b[key]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function readChoice<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

/** Spaces run together, and letters that no database keeps are dropped. */
function readSearchTerm(value: unknown): string {
  return toSearchTerm(textOf(value).replace(/\s+/g, ' '));
}

/** Characters of the name of a point that are shown; longer ones are cut. */
const NEAR_NAME_MAX_LENGTH = 60;

/** Boxes, areas and circles, each only if it is one. */
function readPlaces(source: Source) {
  const bounds = textOf(source.get('bounds'));
  const area = textOf(source.get('area'));
  const near = textOf(source.get('near'));
  const within = textOf(source.get('within'));
  const miles = /^\d{1,3}(\.\d{1,10})?$/.test(within) ? Number(within) : 0;
  const isCircle = readPosition(near) !== null && miles >= WITHIN_MIN && miles <= WITHIN_MAX;
  const name = textOf(source.get('nearName')).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  return {
    bounds: readBounds(bounds) === null ? '' : bounds,
    area: area === '' || readAreas(area) === null ? '' : area,
    near: isCircle ? near : '',
    within: isCircle ? within : '',
    nearName: isCircle ? name.slice(0, NEAR_NAME_MAX_LENGTH) : '',
  };
}

function readBedrooms(text: string): string {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= ROOMS_MAX ? text : '';
}
