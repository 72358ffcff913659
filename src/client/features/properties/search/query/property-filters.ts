/** The filter set of a listing page (spec sections 2 and 3): read from an address or a form, checked, compared. */

import { formatNumber } from '#shared/format/numbers.ts';
import { PRICE_MAX, ROOMS_MAX } from '#shared/limits.ts';
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
}

/** Nothing asked for. */
export const NO_FILTERS: PropertyFilters = {
  searchTerm: '',
  propertyType: '',
  status: '',
  minPrice: '',
  maxPrice: '',
  bedrooms: '',
  sort: DEFAULT_PROPERTY_SORT,
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
  return keys.every((key) => key === 'sort' || a[key] === b[key]);
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

function readBedrooms(text: string): string {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= ROOMS_MAX ? text : '';
}
