/**
 * What a search does next, from its filters and what is known so far; `run-search.ts` does it and asks again. No SQL
 * and no database.
 *
 * The planner of PostgreSQL knows neither which words stand together nor which listings are old, and then walks through
 * a whole index for a handful. The counts know better (decision 011).
 */

import { isSpatial } from '#shared/geo/matches-place.ts';
import { MAX_REACHABLE_ENTRIES } from '#shared/limits.ts';
import type { PropertySort } from '#shared/property-choices.ts';
import type { Slice } from '../../../../http/endpoints/paging.ts';
import type { BitmapCounts } from '../bitmaps/bitmap-statements.ts';
import type { BitmapTerms } from '../bitmaps/bitmap-terms.ts';
import { type BitmapPlan, planBitmaps, withoutSource } from '../bitmaps/plan-bitmaps.ts';
import {
  findKeptForm,
  type KeptPlan,
  planByKept,
  type Question,
  type SearchCounts,
  SORTED_MOST,
  toWalked,
} from './kept-plan.ts';

export type { Question, SearchCounts } from './kept-plan.ts';
import type { FactName } from './plan-match.ts';
import type { SearchConditions } from '../search-conditions.ts';

/** An entry of a search whose place in the order is known. */
export type Place = {
  /** Of entries before it. */
  offset: number;
  /** What it is sorted by, as PostgreSQL writes it. */
  value: string;
  id: string;
};

/** What was found out so far. */
export type Known = {
  /** Those that have bits. */
  terms?: BitmapTerms;
  /** How many listings the bits of the search leave; null where there are no bits. */
  bits?: BitmapCounts | null;
  /** Whether the listings that bounds leave are few enough to look at the words in each. */
  areFew?: boolean;
  counts?: SearchCounts;
  /** Whether a walk by a kept plan was not far enough. */
  isKeptPlanShort?: boolean;
  /** One before the page or at its beginning; null where none is known, or needed. */
  place?: Place | null;
};

/** Whether few listings are within the bounds of a search. */
export type FewPlan = {
  /** Filters that an index of listings has. */
  bounds: FactName[];
  /** More that the same index has. */
  kinds: FactName[];
  /** Listings within the bounds, at most, of which so many may be of the kinds. */
  passedMost: number;
  fittingMost: number;
};

/** How the identifiers of a page are found. */
export type PagePlan =
  /** There is none. */
  | { way: 'nothing' }
  /** All matches, by their bits or by whatever index finds them, then sorted. */
  | { way: 'collect'; bitmaps?: BitmapPlan }
  /** Along the index of the order. */
  | { way: 'in order' }
  /** The same with a plan that is kept, as good as one made for the values. */
  | { way: 'by kept plan'; kept: KeptPlan }
  /** Through a bounded part of the index of the order, then a larger one, as long as that is less than to collect. */
  | {
      way: 'walk';
      /** Only what has these bits is looked at. */
      bitmaps?: BitmapPlan;
      /** Filters that the walk takes from the index. */
      along: FactName[];
      start: Place | null;
      /** Matches from there to the page, and listings of the page at least; fewer were not far enough. */
      skipped: number;
      wanted: number;
      /** How many listings are walked through, one after the other; all matches are collected after the last. */
      steps: number[];
    };

/** How a search is counted: by bits, or with its conditions by whatever index finds them. */
export type CountPlan = { conditions: SearchConditions; bitmaps?: BitmapPlan };

export type SearchPlan =
  | { next: 'count bits'; bitmaps: BitmapPlan; conditions: SearchConditions }
  | { next: 'see whether few'; few: FewPlan }
  | ({ next: 'count'; withAvailable: boolean } & CountPlan)
  | { next: 'find place'; conditions: SearchConditions; offset: number }
  | { next: 'find page'; conditions: SearchConditions; page: PagePlan; counts?: SearchCounts };

export function planSearch({ conditions: asked, sort, slice }: Question, known: Known): SearchPlan {
  const planned = known.bits === null ? undefined : planBitmaps(asked, known.terms);
  const { bits, place } = known;
  if (planned !== undefined && bits === undefined)
    return { next: 'count bits', bitmaps: planned, conditions: asked };
  const byBits = chooseBits(asked, planned, bits);
  const few = byBits?.isCounted === true ? undefined : planFew(asked);
  if (few !== undefined && known.areFew === undefined) return { next: 'see whether few', few };
  const conditions = known.areFew === true ? lookedAtInEach(asked) : asked;
  const counts = known.counts ?? byBits?.counts;
  const question = { conditions, sort, slice };
  const mayBeKept = known.isKeptPlanShort !== true && findKeptForm(question) !== undefined;
  // How dense matches lie.
  const withAvailable = conditions.words !== undefined || planned !== undefined || mayBeKept;
  if (counts === undefined)
    return {
      next: 'count',
      conditions,
      withAvailable,
      ...(byBits?.isCounted === true ? { bitmaps: byBits.bitmaps } : {}),
    };
  if (place === undefined && needsPlace(conditions, slice, counts, byBits !== undefined))
    return { next: 'find place', conditions, offset: slice.offset };
  const kept = mayBeKept ? planByKept(question, counts) : undefined;
  const start = place ?? null;
  const page =
    (kept && ({ way: 'by kept plan', kept } as const)) ??
    (byBits && planPageByBits(question, counts, { ...byBits, start })) ??
    planPage(question, counts, start);
  return {
    next: 'find page',
    conditions,
    page,
    ...(counts === known.counts ? {} : { counts }),
  };
}

/** Listings that are looked at one by one, at most, because bits leave open whether they match. */
const LOOKED_AT_MOST = 8_000;

/** The same beside words that hardly any listing has, whose index finds them at once. */
const LOOKED_AT_FOR_RARE_WORDS_MOST = 500;

/** Homes on a map that the index goes through at most. */
const AMONG_MOST = 60_000;

/** What bits are good for in a search. */
type ByBits = {
  bitmaps: BitmapPlan;
  bits: BitmapCounts;
  /** Whether they leave no more open than can be looked at. */
  isCounted: boolean;
  /** Known where nothing has to be looked at. */
  counts?: SearchCounts;
};

function chooseBits(
  { words }: SearchConditions,
  planned: BitmapPlan | undefined,
  bits: BitmapCounts | null | undefined,
): ByBits | undefined {
  if (planned === undefined || bits === null || bits === undefined) return undefined;
  const isAmong = planned.among !== undefined && (bits.among ?? 0) <= AMONG_MOST;
  const bitmaps = isAmong ? planned : withoutSource(planned);
  const sure = bitmaps.sure === null ? 0 : bits.sure;
  // As if homes of a place were like all others.
  const share =
    bitmaps.among === undefined || bits.among === null
      ? 1
      : Math.min(1, bits.among / Math.max(bits.available, 1));
  const open = (bits.maybe - sure) * share;
  const isRare = bitmaps.sure === null && words?.listings === 0;
  const isCounted = open <= (isRare ? LOOKED_AT_FOR_RARE_WORDS_MOST : LOOKED_AT_MOST);
  const { maybe, available } = bits;
  const isKnown = !isAmong && bitmaps.sure !== null && maybe === sure;
  return {
    bitmaps,
    bits: { ...bits, sure },
    isCounted,
    ...(isKnown ? { counts: { total: maybe, available } } : {}),
  };
}

/** A walk by bits looks at no more listings than this that do not match. */
const MISSED_MOST = 40;

/** Listings with the bits of a search that are collected and sorted rather than looked for in order. */
const COLLECTED_BY_BITS_MOST = 600;

/** Entries of an order's index that are walked through in the time that reading one listing takes. */
const WALKED_PER_LISTING = 15;

/** Homes on a map that are collected: the index says what they are sorted by. */
const COLLECTED_ON_MAP_MOST = 10_000;

function planPageByBits(
  { conditions, sort, slice: { offset, limit } }: Question,
  counts: SearchCounts,
  { bitmaps, bits, isCounted, start }: ByBits & { start: Place | null },
): PagePlan | undefined {
  const { total, available } = counts;
  if (offset >= total) return { way: 'nothing' };
  const { among } = bitmaps;
  if (isCounted && among === 'homes on a map' && total <= COLLECTED_ON_MAP_MOST)
    return { way: 'collect', bitmaps };
  const mayBe = among === undefined ? bits.maybe : total;
  if (isCounted && mayBe <= COLLECTED_BY_BITS_MOST) return { way: 'collect', bitmaps };
  const skipped = offset - (start?.offset ?? 0);
  const canCollect = isCounted && total <= LOOKED_AT_MOST;
  if (bits.maybe > total * MISSED_MOST) return canCollect ? { way: 'collect', bitmaps } : undefined;
  // What a walk has to look at, and no further than collecting would take as long.
  const unsure = among === undefined ? bits.maybe - bits.sure : bits.maybe;
  const looked = ((skipped + limit) * unsure) / total;
  const farthest = canCollect
    ? Math.min(available, (mayBe - looked) * WALKED_PER_LISTING)
    : available;
  const steps: number[] = [];
  let walked = toWalkedByBits(skipped + limit, counts);
  for (; walked < farthest; walked *= walked < WALKED_SHORTLY ? 8 : 2) steps.push(walked);
  if (canCollect && steps.length === 0) return { way: 'collect', bitmaps };
  if (!canCollect) steps.push(available);
  const along = alongOrder(conditions, sort);
  const wanted = Math.min(limit, total - offset);
  return { way: 'walk', bitmaps, along, start, skipped, wanted, steps };
}

/** A longer walk that was not far enough goes on in shorter steps. */
const WALKED_SHORTLY = 10_000;

/** As if matches lay by chance: the more there are, the less they vary. */
const toWalkedByBits = (entries: number, { total, available }: SearchCounts) =>
  100 + Math.ceil(((entries + 1.7 * Math.sqrt(entries)) * available) / total);

/** Entries of a word in its index that take PostgreSQL as long as looking at one listing. */
const ENTRIES_PER_LISTING = 30;

/** Entries of another index that it goes through meanwhile. */
const PASSED_PER_LISTING = 4;

/** Fewer listings are not worth the question how many there are. */
const LOOKED_AT_LEAST = 100;

/**
 * Frequent words are looked at in all listings of an agent or between prices where these are few: the index of words
 * would collect every listing that has them first.
 */
function planFew({ words, ...facts }: SearchConditions): FewPlan | undefined {
  const { minPrice, maxPrice, agentId } = facts;
  if (words === undefined || (minPrice ?? maxPrice ?? agentId) === undefined) return undefined;
  const fittingMost = Math.floor(words.listings / ENTRIES_PER_LISTING);
  if (fittingMost < LOOKED_AT_LEAST) return undefined;
  const isSet = (name: FactName) => facts[name] !== undefined;
  const prices: FactName[] = ['minPrice', 'maxPrice'];
  // What the indexes have, so that no listing is read for it.
  const [bounds, kinds]: [FactName[], FactName[]] =
    agentId === undefined
      ? [
          ['status', ...prices],
          ['propertyType', 'bedrooms'],
        ]
      : [['agentId', ...prices], []];
  return {
    bounds: bounds.filter(isSet),
    kinds: kinds.filter(isSet),
    passedMost: fittingMost * PASSED_PER_LISTING,
    fittingMost,
  };
}

function lookedAtInEach({ words, ...facts }: SearchConditions): SearchConditions {
  if (words === undefined) return facts;
  const { indexed: _indexed, ...others } = words;
  return { ...facts, words: { ...others, checked: words.query } };
}

/** A search with words that walks further than this for a page begins at a known place. */
const WALKED_MOST = 5_000;
/** The same by bits, which are compared with the index alone. */
const WALKED_BY_BITS_MOST = 30_000;

/** A page deep in the many matches of words begins at a place near it. */
function needsPlace(
  { words }: SearchConditions,
  { offset, limit }: Slice,
  counts: SearchCounts,
  isByBits: boolean,
): boolean {
  const hasMany = words !== undefined && counts.total > MAX_REACHABLE_ENTRIES;
  const most = isByBits ? WALKED_BY_BITS_MOST : WALKED_MOST;
  return hasMany && toWalked(offset + limit, counts) > most;
}

/** The same for homes in one place: those of a town are rarely near each other in the order of age or price. */
const SORTED_IN_PLACE_MOST = 10_000;

function planPage(
  { conditions, sort, slice: { offset, limit } }: Question,
  counts: SearchCounts,
  start: Place | null,
): PagePlan {
  const { total } = counts;
  if (offset >= total) return { way: 'nothing' };
  const sortedMost = isSpatial(conditions) ? SORTED_IN_PLACE_MOST : SORTED_MOST;
  if (total <= sortedMost) return { way: 'collect' };
  if (conditions.words === undefined) return { way: 'in order' };

  // Words that many have are soon found among the first in order, unless only old or expensive listings have them.
  const skipped = offset - (start?.offset ?? 0);
  const along = alongOrder(conditions, sort);
  // Between two prices words lie closer than among all listings.
  const first = along.some((name) => name === 'minPrice' || name === 'maxPrice')
    ? 100 + 4 * (skipped + limit)
    : toWalked(skipped + limit, counts);
  const steps: number[] = [];
  // Collecting all of them reads each, and every listing of each of the words before that.
  for (let walked = first; walked < total * 4; walked *= 8) steps.push(walked);
  return { way: 'walk', along, start, skipped, wanted: Math.min(limit, total - offset), steps };
}

/**
 * Filters that a walk in order takes from the index: status and type, and by price the range, which is walked from its
 * one end to the other. Bounds that few keep would not end the walk.
 */
function alongOrder(conditions: SearchConditions, sort: PropertySort): FactName[] {
  const prices: FactName[] = sort === 'createdAt_desc' ? [] : ['minPrice', 'maxPrice'];
  const names: FactName[] = ['status', 'propertyType', ...prices];
  return names.filter((name) => conditions[name] !== undefined);
}
