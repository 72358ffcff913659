/** Runs a search with the given words and, if nothing matches, with spelling suggestions. */

import { equivalentsOf } from '#shared/properties/address-words.ts';
import type { Database } from '../../../database/database.ts';
import { anyOfEach, type WordMatch, wordsOf } from './word-search.ts';
import type { SearchConditions } from './search-conditions.ts';

/** The result, and the words with spelling suggestions if those were used. */
export type FoundByWords<R> = { result: R; replaced: WordMatch[] | null };

/**
 * Requires every word to match; if no listing does, replaces words that no listing has with
 * spelling suggestions.
 *
 * @param suggest see `matchWords`
 * @param run runs one search
 */
export async function searchByWords<R extends { total: number }>(
  db: Database,
  suggest: (db: Database, text: string) => Promise<WordMatch[]>,
  { searchTerm, facts }: { searchTerm: string | undefined; facts: Omit<SearchConditions, 'words'> },
  run: (conditions: SearchConditions) => Promise<R>,
): Promise<FoundByWords<R>> {
  if (searchTerm === undefined) return { result: await run(facts), replaced: null };

  const exact = await run({ ...facts, words: wordsOf(searchTerm) });
  if (exact.total > 0) return { result: exact, replaced: null };

  const words = await suggest(db, searchTerm);
  const canReplace =
    words.some(({ isFound }) => !isFound) &&
    words.every(({ isFound, close }) => isFound || close.length > 0);
  if (!canReplace) return { result: exact, replaced: null };

  const groups = words.map((each) => (each.isFound ? equivalentsOf(each.word) : each.close));
  const close = await run({ ...facts, words: anyOfEach(groups) });
  return { result: close, replaced: close.total === 0 ? null : words };
}
