/** Searches by words and falls back to spelling suggestions. */

import { equivalentsOf } from '#shared/properties/address-words.ts';
import type { Database } from '../../../database/database.ts';
import { matchAnyOfEach, type WordMatch, toSearchWords } from './word-search.ts';
import type { SearchConditions } from './search-conditions.ts';

/**
 * The result. If it was found with spelling suggestions, `replaced` contains the search's words and
 * the suggestions for them; otherwise, it is null.
 */
export type WordSearchResult<R> = { result: R; replaced: WordMatch[] | null };

/**
 * Requires every word to match. If no listing matches, replaces words that no listing contains with
 * spelling suggestions, provided that each of these words has one.
 *
 * @param suggest see `matchWords`
 * @param run runs a search
 */
export async function searchByWords<R extends { total: number }>(
  db: Database,
  suggest: (db: Database, text: string) => Promise<WordMatch[]>,
  { searchTerm, facts }: { searchTerm: string | undefined; facts: Omit<SearchConditions, 'words'> },
  run: (conditions: SearchConditions) => Promise<R>,
): Promise<WordSearchResult<R>> {
  if (searchTerm === undefined) return { result: await run(facts), replaced: null };

  const exact = await run({ ...facts, words: toSearchWords(searchTerm) });
  if (exact.total > 0) return { result: exact, replaced: null };

  const words = await suggest(db, searchTerm);
  const canReplace =
    words.some(({ isFound }) => !isFound) &&
    words.every(({ isFound, suggestions }) => isFound || suggestions.length > 0);
  if (!canReplace) return { result: exact, replaced: null };

  const groups = words.map(({ word, isFound, suggestions }) =>
    isFound ? equivalentsOf(word) : suggestions,
  );
  const correctedResult = await run({ ...facts, words: matchAnyOfEach(groups) });
  return { result: correctedResult, replaced: correctedResult.total === 0 ? null : words };
}
