/** How all matches of a search are collected or counted: which index is asked for what. No SQL and no database. */

import { FILTER_NAMES, type FilterName } from '#shared/properties/property-filters.ts';
import type { SearchConditions } from '../search-conditions.ts';

/** Filters besides the words. */
export type FactName = Exclude<FilterName, 'searchTerm'>;

export type MatchPlan =
  /** Whatever index the planner takes; words are looked at in each listing found so. */
  | { by: 'any index'; plainly: FactName[] }
  | {
      by: 'words';
      /** What is asked of the index beside words, such as `For Sale/Condo/2`; null for nothing. */
      kind: string | null;
      /** Whether another index may join in. */
      isJoined: boolean;
      /** Said as other indexes have it. */
      plainly: FactName[];
      /** Looked at in each listing found so. */
      inEach: FactName[];
    };

/** The most bedrooms that the entries of the index of words tell apart (migration 0007). */
const KIND_BEDROOMS_MOST = 10;

/** Filters with an index of their own that can join the one of words. */
const BOUNDS: ReadonlySet<FactName> = new Set([
  'minPrice',
  'maxPrice',
  'agentId',
  'bounds',
  'area',
  'near',
  'within',
]);

/** What an entry beside the words says. */
const OF_KIND: ReadonlySet<FactName> = new Set(['status', 'propertyType', 'bedrooms']);

export function planMatch(conditions: SearchConditions): MatchPlan {
  const isSet = (name: FilterName): name is FactName =>
    name !== 'searchTerm' && conditions[name] !== undefined;
  const names = FILTER_NAMES.filter(isSet);
  const { words } = conditions;
  if (words?.indexed === undefined) return { by: 'any index', plainly: names };

  const { propertyType, status = '', bedrooms = 0 } = conditions;
  // Beside a price, an agent or a place another index joins in, if its own condition is said as well (alone it would
  // add nothing), but for words that hardly any listing has. Kinds that half of all listings are would only cost then.
  const bounds = names.filter((name) => BOUNDS.has(name));
  const isBounded = bounds.some((name) => name !== 'within');
  const isJoined = isBounded && words.listings > 0;
  // The index of words knows one type or any.
  const [type = ''] = propertyType?.length === 1 ? propertyType : [];
  const hasKind = !isBounded || type !== '';
  const kind = `${status}/${type}/${Math.min(bedrooms, KIND_BEDROOMS_MOST)}`;
  const isSaidByKind = (name: FactName) =>
    hasKind &&
    ((name === 'status' && !isJoined) ||
      (name === 'propertyType' && type !== '') ||
      (name === 'bedrooms' && bedrooms <= KIND_BEDROOMS_MOST));
  // Prices of one status stand together in their index.
  const compared = [...bounds, ...names.filter((name) => OF_KIND.has(name))];
  const others = names.filter((name) => !compared.includes(name));
  const left = compared.filter((name) => !isSaidByKind(name));
  return {
    by: 'words',
    kind: hasKind && kind !== '//0' ? kind : null,
    isJoined,
    plainly: isJoined ? left : [],
    inEach: isJoined ? others : [...left, ...others],
  };
}
