/** Which searches are found by a plan that is kept. No SQL and no database. */

import { FILTER_NAMES, type FilterName } from '#shared/properties/property-filters.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Slice } from '../../../../http/endpoints/paging.ts';
import type { SearchConditions } from '../search-conditions.ts';

const WALKED = ['status', 'propertyType', 'bedrooms', 'minPrice', 'maxPrice'] as const;

/** Filters that the indexes of all orders have, so that no listing is read on the way. */
export type WalkedName = (typeof WALKED)[number];

/** A page that is found along the index of its order. */
export type KeptWalk = { names: readonly WalkedName[]; sort: PropertySort; limit: number };

/** Pages of our own; for others there would be too many plans to keep. */
const SIZES: ReadonlySet<number> = new Set([12, 24]);

/** Listings that are walked through for a page; where it takes more, the planner may know something better. */
const WALKED_MOST = 1_000;

const isWalked = (name: FilterName): name is WalkedName => WALKED.some((walked) => walked === name);

/** What would be walked; undefined for a search with anything else, and for pages behind the first. */
export function toKeptWalk(
  conditions: SearchConditions,
  sort: PropertySort,
  { offset, limit }: Slice,
): KeptWalk | undefined {
  if (conditions.words !== undefined || offset > 0 || !SIZES.has(limit)) return undefined;
  if ((conditions.propertyType?.length ?? 1) !== 1) return undefined;
  const set = FILTER_NAMES.filter(
    (name) => name !== 'searchTerm' && conditions[name] !== undefined,
  );
  return set.every(isWalked) ? { names: set.filter(isWalked), sort, limit } : undefined;
}

/** Whether matches lie close enough for it, if they lie evenly. */
export const isDense = (
  { limit }: KeptWalk,
  { total, available }: { total: number; available: number },
) => available > 0 && (limit * available) / total <= WALKED_MOST;
