import { LRUCache } from 'lru-cache';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { GivenSearch } from '#shared/saved-searches/saved-search.ts';
import { type SearchConditions, withCostRates } from '../../properties/search/search-conditions.ts';
import { wordsOf } from '../../properties/search/word-search.ts';
import { checkSearch, type SearchFilters } from '../search-filters.ts';

/** By their texts, of so many characters at most: a hundred times as many as most have, where areas are drawn. */
const filtersOf = new LRUCache<string, { filters: SearchFilters | null }>({
  max: 20_000,
  maxSize: 4_000_000,
  sizeCalculation: (_filters, text) => text.length + 1,
});

/** The checked filters of a stored search; null when this release knows one of them no more. */
export function readFilters(search: string): SearchFilters | null {
  const known = filtersOf.get(search);
  if (known !== undefined) return known.filters;
  let filters: SearchFilters | null = null;
  try {
    // Stored after the same check.
    ({ filters } = checkSearch(JSON.parse(search) as GivenSearch));
  } catch {
    // Matches nothing until its owner changes it.
  }
  filtersOf.set(search, { filters });
  return filters;
}

/** A stored search as the database compares it; null as `readFilters`. */
export function readConditions(
  search: GivenSearch,
  { now, costRates }: { now: Date; costRates: CostRates },
): SearchConditions | null {
  const filters = readFilters(JSON.stringify(search));
  if (filters === null) return null;
  const { searchTerm, ...facts } = filters;
  const words = searchTerm === undefined ? {} : { words: wordsOf(searchTerm) };
  return withCostRates({ ...facts, ...words, now }, costRates);
}
