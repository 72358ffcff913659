/** Parses the filters of a saved search. */

import { MAX_QUERY_LENGTH } from '#shared/limits.ts';
import { propertyFilterSchema } from '#shared/schemas/properties/property-filter.ts';
import type { SearchInput } from '#shared/saved-searches/saved-search.ts';
import { AppError } from '../../errors/app-error.ts';

/** Parsed filters. */
export type SearchFilters = Omit<
  ReturnType<typeof propertyFilterSchema.parse>,
  'page' | 'limit' | 'sort'
>;

/** Options that affect how a list is displayed, but not which homes it contains. */
const DISPLAY_OPTIONS = new Set(['page', 'limit', 'sort', 'view']);

/** Alerts require at least one of these filters. */
const NARROW_FILTERS = [
  'city',
  'state',
  'zipCode',
  'searchTerm',
  'agentId',
  'bounds',
  'area',
  'near',
];

/** The maximum total length of all filters. Longer searches do not fit into a URL. */
const MAX_TEXTS_LENGTH = MAX_QUERY_LENGTH;

/** Converts filters to query parameters. Omits display options, blank values, and `all`. */
function toTexts(search: SearchInput): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => {
      if (DISPLAY_OPTIONS.has(name) || value === null) return [];
      const text = Array.isArray(value) ? value.join(',') : String(value);
      return text.trim() === '' || text === 'all' ? [] : [[name, text]];
    }),
  );
}

/**
 * Validates and parses the filters of a search.
 *
 * @returns the search without display options, blank values, and `all`; its query parameters as
 * `texts`; and the parsed `filters`
 * @throws AppError VALIDATION_FAILED for an unknown filter, an invalid value, or too many
 * characters
 */
export function parseSearch(search: SearchInput): {
  search: SearchInput;
  texts: Record<string, string>;
  filters: SearchFilters;
} {
  const texts = toTexts(search);
  const unknownNames = Object.keys(search).filter(
    (name) => !DISPLAY_OPTIONS.has(name) && !Object.hasOwn(propertyFilterSchema.shape, name),
  );
  const length = Object.values(texts).reduce((sum, text) => sum + text.length, 0);
  const isTooLong = length > MAX_TEXTS_LENGTH;
  const result = propertyFilterSchema.safeParse(isTooLong ? {} : texts);
  const errors = [
    ...(isTooLong ? [{ path: 'search', message: 'The search is too long.' }] : []),
    ...unknownNames.map((name) => ({
      path: `search.${name}`,
      message: 'This filter does not exist.',
    })),
    ...(result.error?.issues ?? []).map(({ path, message }) => ({
      path: ['search', ...path].join('.'),
      message,
    })),
  ];
  if (errors.length > 0 || result.data === undefined) {
    const [first] = errors;
    throw new AppError('VALIDATION_FAILED', first?.message ?? 'The search is not valid.', {
      fieldErrors: errors,
    });
  }
  const { page: _page, limit: _limit, sort: _sort, ...filters } = result.data;
  const appliedFilters = Object.fromEntries(
    Object.entries(search).filter(([name]) => name in texts),
  );
  return { search: appliedFilters, texts, filters };
}

/** Returns whether a search is narrow enough for alerts. */
export function supportsAlerts(texts: Readonly<Record<string, string>>): boolean {
  return NARROW_FILTERS.some((name) => texts[name] !== undefined);
}
