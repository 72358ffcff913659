/**
 * Which pages are found by a statement whose plan is kept (decision 011): few forms for many searches, since every
 * connection keeps each. No SQL and no database.
 */

import { FILTER_NAMES, type FilterName } from '#shared/properties/property-filters.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Slice } from '../../../../http/endpoints/paging.ts';
import type { SearchConditions } from '../search-conditions.ts';
import type { SearchWords } from '../word-search.ts';
import { planMatch } from './plan-match.ts';

/** How many listings match a search, and for one with words, how many there are to choose from. */
export type SearchCounts = { total: number; available: number };

/** One page of a search. */
export type Question = { conditions: SearchConditions; sort: PropertySort; slice: Slice };

const WALKED = ['status', 'propertyType', 'bedrooms', 'minPrice', 'maxPrice'] as const;

/** Filters that the index of each order has, so that no listing is read for them. */
export type WalkedName = (typeof WALKED)[number];

/** How a page is found. */
export type KeptPlan =
  /** Along the index of the order, of all listings or of an agent's. */
  | { by: 'order' | 'agent' }
  /** Among the first `WORDS_WALKED_MOST` listings in order, whose words are looked at; fewer than wanted is too few. */
  | { by: 'words in order'; words: string; wanted: number }
  /** All that the index of words has, of a kind (see `planMatch`), are sorted. */
  | { by: 'words'; words: string; kind: string | null };

/** Pages of our own; for others there would be too many plans to keep. */
const SIZES: ReadonlySet<number> = new Set([12, 24]);

/** Listings that are walked through for a page; where it takes more, the planner may know something better. */
const WALKED_MOST = 1_000;

/** The same where the words of each are looked at. */
export const WORDS_WALKED_MOST = 1_000;

/** Matching listings that are sorted at most where an index could give them in order. */
export const SORTED_MOST = 1_000;

const isWalked = (name: FilterName) => WALKED.some((walked) => walked === name);

/** What a plan that is kept could go by; undefined for a search with anything else. */
export function findKeptForm({
  conditions,
  slice: { offset, limit },
}: Question): 'order' | 'agent' | 'words' | undefined {
  const { words, propertyType } = conditions;
  const names = FILTER_NAMES.filter(
    (name) => name !== 'searchTerm' && conditions[name] !== undefined,
  );
  if (!SIZES.has(limit) || (propertyType?.length ?? 1) !== 1) return undefined;
  if (words === undefined && names.join() === 'agentId') return 'agent';
  // How many entries are passed over to a later page depends on the filters.
  if (!names.every(isWalked) || (offset > 0 && names.length > 0)) return undefined;
  if (words === undefined) return 'order';
  return offset === 0 && words.groups.every(({ length }) => length === 1) ? 'words' : undefined;
}

/** Undefined unless it is as good as a plan for these values: matches lie close enough, if they lie evenly. */
export function planByKept(question: Question, counts: SearchCounts): KeptPlan | undefined {
  const { conditions, slice } = question;
  const { total, available } = counts;
  const { offset, limit } = slice;
  const form = findKeptForm(question);
  const { words } = conditions;
  if (form === undefined || offset >= total) return undefined;
  if (form === 'agent') return { by: form };
  if (words === undefined)
    return offset > 0 || (limit * available) / total <= WALKED_MOST ? { by: 'order' } : undefined;
  const text = words.groups.flat().join(' ');
  if (toWalked(limit, counts) <= WORDS_WALKED_MOST)
    return { by: 'words in order', words: text, wanted: Math.min(limit, total) };
  const match = planMatch(conditions);
  return match.by === 'words' &&
    match.plainly.length + match.inEach.length === 0 &&
    isRare(words) &&
    total <= SORTED_MOST
    ? { by: 'words', words: text, kind: match.kind }
    : undefined;
}

/** Whether hardly any listing has one of them, and the index is asked for all. */
const isRare = ({ listings, checked }: SearchWords) => listings === 0 && checked === undefined;

/** Listings that are walked through to find so many matches: half as many again as when they lie evenly. */
export const toWalked = (entries: number, { total, available }: SearchCounts) =>
  100 + Math.ceil((1.5 * entries * available) / total);
