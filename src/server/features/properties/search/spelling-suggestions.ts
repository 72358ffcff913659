/** Finds spelling suggestions for search words and caches them until a listing changes. */

import { LRUCache } from 'lru-cache';
import type { Database } from '../../../database/database.ts';
import { matchWords, type WordMatch } from './word-search.ts';

/** The maximum number of cached search texts. */
const MAX_CACHED_TEXTS = 2_000;

/**
 * Finds spelling suggestions for a search without matches; see `matchWords`.
 *
 * @param options.bypassCache whether to ignore cached suggestions
 */
export type SuggestSpellings = (
  db: Database,
  text: string,
  options?: { bypassCache: boolean },
) => Promise<WordMatch[]>;

/** The names of known places. `hasName` ignores differences such as case, accents, and `St.` for `Saint`. */
export type PlaceNames = { hasName: (name: string) => boolean };

/** The maximum number of words in a recognized place name. Few names have more. */
const MAX_NAME_WORDS = 5;

/**
 * Removes suggestions for place names. `saint louis` is not misspelled, even if there are no homes
 * there.
 */
function withoutPlaceNames(words: WordMatch[], { hasName }: PlaceNames): WordMatch[] {
  const placeNameIndexes = new Set<number>();
  for (let start = 0; start < words.length; start += 1) {
    for (let end = start + 1; end <= Math.min(words.length, start + MAX_NAME_WORDS); end += 1) {
      const name = words.slice(start, end).map(({ word }) => word);
      if (!hasName(name.join(' '))) continue;
      for (let index = start; index < end; index += 1) placeNameIndexes.add(index);
    }
  }
  return words.map((word, index) =>
    placeNameIndexes.has(index) ? { ...word, suggestions: [] } : word,
  );
}

/**
 * Creates a finder that caches suggestions by text because a page without results searches the same
 * words with several filters.
 *
 * @param options.cacheVersion the version of the listings; null (to cache nothing) while changes could
 *   be missed
 * @param options.loadPlaceNames loads the names of known places, which are never replaced
 */
export function createSpellingSuggestions({
  cacheVersion,
  loadPlaceNames,
}: {
  cacheVersion: () => number | null;
  loadPlaceNames: () => Promise<PlaceNames>;
}): SuggestSpellings {
  const suggest = async (db: Database, text: string): Promise<WordMatch[]> => {
    const words = await matchWords(db, text);
    const hasSuggestion = words.some(({ suggestions }) => suggestions.length > 0);
    return hasSuggestion ? withoutPlaceNames(words, await loadPlaceNames()) : words;
  };
  const cached = new LRUCache<string, { version: number; words: Promise<WordMatch[]> }>({
    max: MAX_CACHED_TEXTS,
  });
  return async (db, text, { bypassCache } = { bypassCache: false }) => {
    const version = cacheVersion();
    // A signed-in caller may have added words that have not been announced to this process yet.
    if (version === null || bypassCache) return suggest(db, text);
    const entry = cached.get(text);
    if (entry?.version === version) return entry.words;
    const words = suggest(db, text);
    cached.set(text, { version, words });
    try {
      return await words;
    } catch (error) {
      cached.delete(text);
      throw error;
    }
  };
}
