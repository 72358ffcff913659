import { LRUCache } from 'lru-cache';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import type { SearchInput } from '#shared/saved-searches/saved-search.ts';
import { type SearchConditions, withCostRates } from '../../properties/search/search-conditions.ts';
import { toSearchWords } from '../../properties/search/word-search.ts';
import { parseSearch, type SearchFilters } from '../search-filters.ts';

/**
 * Parsed filters by search text. The total length is limited because drawn areas are a hundred
 * times longer than most searches.
 */
const parsedFilters = new LRUCache<string, { filters: SearchFilters | null }>({
  max: 20_000,
  maxSize: 4_000_000,
  sizeCalculation: (_filters, text) => text.length + 1,
});

/**
 * Returns the parsed filters of a stored search; null if this release does not support one of them.
 */
export function readFilters(search: string): SearchFilters | null {
  const cached = parsedFilters.get(search);
  if (cached !== undefined) return cached.filters;
  let filters: SearchFilters | null = null;
  try {
    // The search was validated before it was stored.
    ({ filters } = parseSearch(JSON.parse(search) as SearchInput));
  } catch {
    // An unsupported search matches nothing until its owner changes it.
  }
  parsedFilters.set(search, { filters });
  return filters;
}

/** Returns the SQL conditions of a stored search; null if `readFilters` returns null. */
export function readConditions(
  search: { search: SearchInput; filters: PropertySearch | null },
  { now, costRates }: { now: Date; costRates: CostRates },
): SearchConditions | null {
  // Stored filters are preferred because parsing an area is slow.
  const filters = search.filters ?? readFilters(JSON.stringify(search.search));
  if (filters === null) return null;
  const { searchTerm, ...facts } = filters;
  // SQL conditions stay cached for as long as the array of areas that they were built from, and use
  // a hundred times its memory. The copy is discarded soon, but the cached filters are not.
  facts.area &&= facts.area.map((area) => [...area]);
  const words = searchTerm === undefined ? {} : { words: toSearchWords(searchTerm) };
  return withCostRates({ ...facts, ...words, now }, costRates);
}
