import { MAX_COMPARE_IDS, MAX_COMPARED } from '#shared/limits.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { apiQuery } from '../../api/api-queries.ts';

/**
 * Returns up to 20 unique IDs from a comparison's URL, in order. The page shows only four homes, but
 * some of the homes may no longer exist.
 */
export function comparedIds(search: URLSearchParams): string[] {
  const ids = (search.get('ids') ?? '').split(',').map((id) => id.trim());
  return [...new Set(ids.filter((id) => /^[1-9]\d{0,17}$/.test(id)))].slice(0, MAX_COMPARE_IDS);
}

/** Fetches the compared homes that are published. */
export function comparedQuery(ids: readonly string[]) {
  return apiQuery('GET /properties/by-ids', { query: { ids: ids.join(',') } });
}

/** Returns the homes to show side by side: the first four. */
export const comparedHomes = (known: readonly Property[]) => known.slice(0, MAX_COMPARED);
