import { LRUCache } from 'lru-cache';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { PropertySearch } from '#shared/properties/property-filters.ts';
import type { GivenSearch } from '#shared/saved-searches/saved-search.ts';
import { type SearchConditions, withCostRates } from '../../properties/search/search-conditions.ts';
import { wordsOf } from '../../properties/search/word-search.ts';
import { checkSearch, type SearchFilters } from '../search-filters.ts';

/**
 * Parsed filters by text. The total length is limited, since drawn areas are a hundred times longer
 * than most.
 */
const filtersOf = new LRUCache<string, { filters: SearchFilters | null }>({
  max: 20_000,
  maxSize: 4_000_000,
  sizeCalculation: (_filters, text) => text.length + 1,
});

/**
 * Returns the parsed filters of a stored search; null if this release does not support one of them.
 */
export function readFilters(search: string): SearchFilters | null {
  const known = filtersOf.get(search);
  if (known !== undefined) return known.filters;
  let filters: SearchFilters | null = null;
  try {
    // Was validated before it was stored.
    ({ filters } = checkSearch(JSON.parse(search) as GivenSearch));
  } catch {
    // Matches nothing until its owner changes it.
  }
  filtersOf.set(search, { filters });
  return filters;
}

/** Returns the SQL conditions of a stored search; null like `readFilters`. */
export function readConditions(
  search: { search: GivenSearch; filters: PropertySearch | null },
  { now, costRates }: { now: Date; costRates: CostRates },
): SearchConditions | null {
  // Parsing an area also checks it, which takes as long as searching in it.
  const filters = search.filters ?? readFilters(JSON.stringify(search.search));
  if (filters === null) return null;
  const { searchTerm, ...facts } = filters;
  // Copies, because SQL conditions live as long as their areas, and need a hundred times as much memory.
  facts.area &&= facts.area.map((area) => [...area]);
  const words = searchTerm === undefined ? {} : { words: wordsOf(searchTerm) };
  return withCostRates({ ...facts, ...words, now }, costRates);
}
