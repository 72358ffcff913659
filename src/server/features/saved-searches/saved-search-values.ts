/** Computes the stored, validated columns of a saved search. */

import { describeSearch } from '#shared/saved-searches/search-words.ts';
import type {
  Frequency,
  GivenSearch,
  SavedSearchChanges,
} from '#shared/saved-searches/saved-search.ts';
import { AppError } from '../../errors/app-error.ts';
import { checkSearch, isNarrow } from './search-filters.ts';
import { searchKeys } from './search-keys.ts';
import type { SavedSearchRow, SavedSearchValues } from './saved-search-repository.ts';

/**
 * Checks a complete search.
 *
 * @throws AppError VALIDATION_FAILED for an invalid filter, and for alerts without a place or
 * keyword
 */
export function toSearchValues(given: {
  name?: string | undefined;
  search: GivenSearch;
  frequency: Frequency;
  timeZone: string;
}): SavedSearchValues {
  const { frequency, timeZone } = given;
  const { given: search, texts, filters } = checkSearch(given.search);
  if (frequency !== 'never' && !isNarrow(texts)) {
    const message = 'Choose a place, a keyword or an agent first: alerts need one.';
    throw new AppError('VALIDATION_FAILED', message, {
      fieldErrors: [{ path: 'search', message }],
    });
  }
  return {
    name: given.name ?? describeSearch(texts),
    search,
    frequency,
    timeZone,
    keys: frequency === 'never' ? [] : searchKeys(filters),
    filters,
  };
}

/** Applies changes to a stored search; a name generated from the filters is generated again. */
export function toChangedValues(
  row: SavedSearchRow,
  changes: SavedSearchChanges,
): SavedSearchValues {
  const { search = row.search, frequency = row.frequency, timeZone = row.time_zone } = changes;
  const hadOwnName = row.name !== describeSearch(checkSearch(row.search).texts);
  const name = changes.name ?? (hadOwnName ? row.name : undefined);
  return toSearchValues({ name, search, frequency, timeZone });
}
