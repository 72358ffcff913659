/** Validates saved searches and computes their stored columns. */

import { describeSearch } from '#shared/saved-searches/describe-search.ts';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import type {
  Frequency,
  SearchInput,
  SavedSearchChanges,
} from '#shared/saved-searches/saved-search.ts';
import { AppError } from '../../errors/app-error.ts';
import { getSimpleCells } from '../properties/search/spatial-conditions.ts';
import { parseSearch, supportsAlerts } from './search-filters.ts';
import { buildSearchKeys } from './search-keys.ts';
import type { SavedSearchRow, SavedSearchValues } from './saved-search-repository.ts';

/** Counts the corners of drawn areas. */
export const countCorners = (filters: PropertySearch | null): number =>
  filters?.area?.flat().length ?? 0;

/**
 * Validates a complete search.
 *
 * @throws AppError VALIDATION_FAILED for an invalid filter, and for alerts without a place, keyword,
 * or agent
 */
export function toSearchValues(input: {
  name?: string | undefined;
  search: SearchInput;
  frequency: Frequency;
  timeZone: string;
}): SavedSearchValues {
  const { frequency, timeZone } = input;
  const { search, texts, filters } = parseSearch(input.search);
  if (filters.area !== undefined) getSimpleCells(filters.area, 'search.area');
  if (frequency !== 'never' && !supportsAlerts(texts)) {
    const message = 'Alerts need a place, a keyword, or an agent. Choose one first.';
    throw new AppError('VALIDATION_FAILED', message, {
      fieldErrors: [{ path: 'search', message }],
    });
  }
  return {
    name: input.name ?? describeSearch(texts),
    search,
    frequency,
    timeZone,
    keys: frequency === 'never' ? [] : buildSearchKeys(filters),
    filters,
  };
}

/**
 * Applies changes to a stored search. A generated name is generated again from the new filters.
 *
 * @throws AppError VALIDATION_FAILED
 */
export function toChangedValues(
  row: SavedSearchRow,
  changes: SavedSearchChanges,
): SavedSearchValues {
  const { search = row.search, frequency = row.frequency, timeZone = row.time_zone } = changes;
  const hasCustomName = row.name !== describeSearch(parseSearch(row.search).texts);
  const name = changes.name ?? (hasCustomName ? row.name : undefined);
  return toSearchValues({ name, search, frequency, timeZone });
}
