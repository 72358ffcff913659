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

/** Tells whether a place has a name, in any spelling. */
export type PlaceNames = { hasName: (name: string) => boolean };

/** Words of the longest name of a place, such as `Rancho Santa Fe Springs`. */
const MAX_NAME_WORDS = 5;

/** Removes suggestions for words that name a place: `saint louis` is not misspelled, even without homes. */
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
 * A page that finds nothing asks with the same words again and again, each time with other filters.
 *
 * @param options.cacheVersion of the listings; null while changes could be missed, and then nothing is remembered
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
  const remembered = new LRUCache<string, { version: number; words: Promise<WordMatch[]> }>({
    max: MAX_REMEMBERED,
  });
  return async (db, text, { bypassCache } = { bypassCache: false }) => {
    const version = cacheVersion();
    // Who changes listings may have brought a word that this process has not heard of.
    if (version === null || bypassCache) return suggest(db, text);
    const known = remembered.get(text);
    if (known?.version === version) return known.words;
    const words = suggest(db, text);
    remembered.set(text, { version, words });
    try {
      return await words;
    } catch (error) {
      remembered.delete(text);
      throw error;
    }
  };
}
