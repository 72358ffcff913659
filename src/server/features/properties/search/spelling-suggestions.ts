/** Spelling suggestions for the words of a search, cached until a listing changes. */

import { LRUCache } from 'lru-cache';
import type { Database } from '../../../database/database.ts';
import { matchWords, type WordMatch } from './word-search.ts';

/** Maximum cached terms. */
const MAX_CACHED_TERMS = 2_000;

/**
 * Finds spelling suggestions for a search without results; see `matchWords`.
 *
 * @param options.bypassCache whether to ignore cached suggestions
 */
export type SuggestSpellings = (
  db: Database,
  text: string,
  options?: { bypassCache: boolean },
) => Promise<WordMatch[]>;

/** Returns whether a place has a name, in any spelling. */
export type PlaceNames = { hasName: (name: string) => boolean };

/** Words in the longest place names, such as `Rancho Santa Fe Springs`. */
const MAX_NAME_WORDS = 5;

/**
 * Removes suggestions for words that name a place: `saint louis` is not misspelled, even without
 * homes.
 */
function withoutPlaces(words: WordMatch[], { hasName }: PlaceNames): WordMatch[] {
  const named = new Set<number>();
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_NAME_WORDS); to += 1) {
      const name = words.slice(from, to).map(({ word }) => word);
      if (hasName(name.join(' '))) for (let at = from; at < to; at += 1) named.add(at);
    }
  }
  return words.map((word, at) => (named.has(at) ? { ...word, close: [] } : word));
}

/**
 * Caches suggestions by text: a page without results searches the same words with several filters.
 *
 * @param options.cacheVersion of the listings; null while changes could be missed, then nothing is
 * cached
 * @param options.loadPlaceNames the names of known places: words that name one are never replaced
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
    const hasSuggestion = words.some(({ close }) => close.length > 0);
    return hasSuggestion ? withoutPlaces(words, await loadPlaceNames()) : words;
  };
  const cached = new LRUCache<string, { version: number; words: Promise<WordMatch[]> }>({
    max: MAX_CACHED_TERMS,
  });
  return async (db, text, { bypassCache } = { bypassCache: false }) => {
    const version = cacheVersion();
    // A signed-in caller could have added words that were not yet announced to this process.
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
