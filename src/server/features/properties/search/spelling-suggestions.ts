/** Spelling suggestions for the words of a search, worked out once for as long as no listing changes. */

import { LRUCache } from 'lru-cache';
import type { Database } from '../../../database/database.ts';
import { matchWords, type WordMatch } from './word-search.ts';

/** Cached terms; the least recently used one is evicted first. */
const MAX_REMEMBERED = 2_000;

/**
 * Looks at each word of a search that found nothing; see `matchWords`.
 *
 * @param options.bypassCache whether what is remembered is left alone
 */
export type SuggestSpellings = (
  db: Database,
  text: string,
  options?: { bypassCache: boolean },
) => Promise<WordMatch[]>;

/**
 * A page that finds nothing asks with the same words again and again, each time with other filters.
 *
 * @param cacheVersion of the listings; null while changes could be missed, and then nothing is remembered
 */
export function createSpellingSuggestions(cacheVersion: () => number | null): SuggestSpellings {
  const remembered = new LRUCache<string, { version: number; words: Promise<WordMatch[]> }>({
    max: MAX_REMEMBERED,
  });
  return async (db, text, { bypassCache } = { bypassCache: false }) => {
    const version = cacheVersion();
    // Who changes listings may have brought a word that this process has not heard of.
    if (version === null || bypassCache) return matchWords(db, text);
    const known = remembered.get(text);
    if (known?.version === version) return known.words;
    const words = matchWords(db, text);
    remembered.set(text, { version, words });
    try {
      return await words;
    } catch (error) {
      remembered.delete(text);
      throw error;
    }
  };
}
