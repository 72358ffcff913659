/** The filters of a saved search: as given, as strings, and parsed. */

import { QUERY_MAX_LENGTH } from '#shared/limits.ts';
import { propertyFilterSchema } from '#shared/schemas/properties/property-filter.ts';
import type { GivenSearch } from '#shared/saved-searches/saved-search.ts';
import { AppError } from '../../errors/app-error.ts';

/** Parsed filters. */
export type SearchFilters = Omit<
  ReturnType<typeof propertyFilterSchema.parse>,
  'page' | 'limit' | 'sort'
>;

/** Options that affect how a list is shown, but not which homes it has. */
const DROPPED = new Set(['page', 'limit', 'sort', 'view']);

/** Alerts require at least one of these filters. */
const NARROWING = ['city', 'state', 'zipCode', 'searchTerm', 'agentId', 'bounds', 'area', 'near'];

/** Maximum characters of all filters, since longer searches do not fit into a URL. */
const MAX_TEXTS_LENGTH = QUERY_MAX_LENGTH;

/** Converts filters to query parameters; blank values and `all` count as absent. */
function toTexts(given: GivenSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (DROPPED.has(name) || value === null) return [];
      const text = Array.isArray(value) ? value.join(',') : String(value);
      return text.trim() === '' || text === 'all' ? [] : [[name, text]];
    }),
  );
}

/**
 * Checks the filters of a search.
 *
 * @returns `given` without display options, its `texts`, and the parsed `filters`
 * @throws AppError VALIDATION_FAILED for an unknown filter, an invalid value, or too many
 * characters
 */
export function checkSearch(given: GivenSearch): {
  given: GivenSearch;
  texts: Record<string, string>;
  filters: SearchFilters;
} {
  const texts = toTexts(given);
  const unknown = Object.keys(given).filter(
    (name) => !DROPPED.has(name) && !Object.hasOwn(propertyFilterSchema.shape, name),
  );
  const length = Object.values(texts).reduce((sum, text) => sum + text.length, 0);
  const isTooLong = length > MAX_TEXTS_LENGTH;
  const parsed = propertyFilterSchema.safeParse(isTooLong ? {} : texts);
  const errors = [
    ...(isTooLong ? [{ path: 'search', message: 'The search is too long.' }] : []),
    ...unknown.map((name) => ({ path: `search.${name}`, message: 'There is no such filter.' })),
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({
      path: ['search', ...path].join('.'),
      message,
    })),
  ];
  if (errors.length > 0 || parsed.data === undefined) {
    const [first] = errors;
    throw new AppError('VALIDATION_FAILED', first?.message ?? 'The search is not valid.', {
      fieldErrors: errors,
    });
  }
  const { page: _page, limit: _limit, sort: _sort, ...filters } = parsed.data;
  const remaining = Object.fromEntries(Object.entries(given).filter(([name]) => name in texts));
  return { given: remaining, texts, filters };
}

/** Returns whether a search has a filter that alerts require. */
export function isNarrow(texts: Readonly<Record<string, string>>): boolean {
  return NARROWING.some((name) => texts[name] !== undefined);
}
