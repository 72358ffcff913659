/** Which bits say what a search asks for. No database. */

import { PROPERTY_TYPES } from '#shared/property-choices.ts';
import {
  FILTER_NAMES,
  type FilterName,
  isRange,
  PROPERTY_FILTERS,
  type RangeName,
} from '#shared/properties/property-filters.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { hasUsualTerms, priceBoundOf } from '../monthly-cost-condition.ts';
import type { SearchConditions } from '../search-conditions.ts';
import { chooseSource, isSaidBy, type Source } from './bitmap-sources.ts';
import { type BitmapTerms, termOfCity, termOfState, termOfWord } from './bitmap-terms.ts';
import {
  costName,
  type DayName,
  DAYS,
  isComparedByMore,
  lastDay,
  MONTHLY_COSTS,
  moreName,
  REDUCED_NAME,
  STEPS,
  stepName,
} from './bitmap-names.ts';

/** A day of listings that the digits are compared with. */
export type DayBound = { day: DayName; value: number };

/** Listings that have all bits of the first and none of the second, and days up to or after some. */
export type Bits = {
  withAll: string[];
  withNone: string[];
  upTo?: DayBound[];
  after?: DayBound[];
};

/** What bits say of one filter: the same bits twice where they say it exactly. */
type Said = { maybe: Bits; sure: Bits | null };

export type BitmapPlan = {
  /** All that match are among these. */
  maybe: Bits;
  /** All of these match; null where bits alone never say so. */
  sure: Bits | null;
  /** What bits leave open: only this has to be looked at in listings that may match and did not change. */
  open: readonly FilterName[];
  /** What only an index says: those that have the bits are looked for among what it finds. */
  among?: Source;
};

const NO_TERMS: BitmapTerms = new Set();

/** The same where an index would find too many: what only it knows is looked at in each listing. */
export const withoutSource = ({ maybe, sure, open, among }: BitmapPlan): BitmapPlan => ({
  maybe,
  sure: among === undefined ? sure : null,
  open,
});

/** Filters that others bring with them, and which say nothing alone. */
const SILENT: ReadonlySet<FilterName> = new Set(['downPayment', 'rate', 'termYears', 'within']);

/** Filters that stored totals or an index of their own know. */
const COMMON: ReadonlySet<string> = new Set([
  'status',
  'propertyType',
  'minPrice',
  'maxPrice',
  'bedrooms',
  'agentId',
]);

/**
 * @param terms that have bits
 * @returns undefined where bits say nothing that totals or indexes would not say sooner
 */
export function planBitmaps(
  conditions: SearchConditions,
  terms: BitmapTerms = NO_TERMS,
): BitmapPlan | undefined {
  const among = chooseSource(conditions);
  const impliedPrice = conditions.maxMonthly !== undefined && impliesPrice(conditions);
  const asked = FILTER_NAMES.filter(
    (name) =>
      name !== 'searchTerm' &&
      conditions[name] !== undefined &&
      !SILENT.has(name) &&
      !(impliedPrice && name === 'maxPrice'),
  );
  const each: { name: FilterName; said: Said }[] = [
    ...asked.map((name) => ({
      name,
      said: isRange(name)
        ? bitsOfRange(name, conditions[name] ?? 0)
        : bitsOfFact(name, conditions, terms),
    })),
    ...bitsOfWords(conditions, terms).map((said) => ({ name: 'searchTerm' as const, said })),
  ];
  const isWorthIt =
    among === 'open houses' ||
    each.some(
      ({ name, said }) => !isSaidBy(among, name) && !COMMON.has(name) && countNames(said.maybe) > 0,
    );
  if (!isWorthIt) return undefined;
  const sure = each.map(({ name, said }) => (isSaidBy(among, name) ? said.maybe : said.sure));
  const allSure = together(sure.flatMap((bits) => bits ?? []));
  // Between two prices that are closer than the steps nobody is sure.
  const isContradictory = allSure.withAll.some((name) => allSure.withNone.includes(name));
  return {
    maybe: together(each.map(({ said }) => said.maybe)),
    sure: sure.includes(null) || isContradictory ? null : allSure,
    open: [...new Set(each.flatMap(({ name, said }) => (isExact(said) ? [] : [name])))],
    ...(among === undefined ? {} : { among }),
  };
}

const countNames = ({ withAll, withNone, upTo = [], after = [] }: Bits) =>
  withAll.length + withNone.length + upTo.length + after.length;

function together(each: readonly Bits[]): Bits {
  const upTo = each.flatMap((bits) => bits.upTo ?? []);
  const after = each.flatMap((bits) => bits.after ?? []);
  return {
    withAll: each.flatMap(({ withAll }) => withAll),
    withNone: each.flatMap(({ withNone }) => withNone),
    ...(upTo.length > 0 ? { upTo } : {}),
    ...(after.length > 0 ? { after } : {}),
  };
}

/** Each word that must match; of some of which one must, bits say nothing. */
function bitsOfWords({ words }: SearchConditions, terms: BitmapTerms): Said[] {
  if (words === undefined) return [];
  // Signs alone are no words, and nothing matches them.
  if (words.groups.length === 0) return [atBest(NOTHING)];
  return words.groups.map((group) => {
    const [word = '', ...others] = group;
    return others.length > 0 ? atBest(NOTHING) : bitsOfTerm(termOfWord(word), terms);
  });
}

const bitsOfTerm = (term: string | undefined, terms: BitmapTerms): Said =>
  term !== undefined && terms.has(term) ? exactly(having(term)) : atBest(NOTHING);

const isExact = ({ maybe, sure }: Said) => maybe === sure;

const NOTHING: Bits = { withAll: [], withNone: [] };
const having = (...withAll: string[]): Bits => ({ withAll, withNone: [] });
const lacking = (...withNone: string[]): Bits => ({ withAll: [], withNone });
const exactly = (bits: Bits): Said => ({ maybe: bits, sure: bits });
const atBest = (maybe: Bits): Said => ({ maybe, sure: null });

function bitsOfRange(name: RangeName, value: number): Said {
  const { field, bound } = PROPERTY_FILTERS[name];
  const steps = STEPS[field];
  const below = steps.findLast((step) => step <= value);
  const above = steps.find((step) => step >= value);
  if (bound === 'least') {
    // No number is below zero; of a number that may be unknown there is a step that says so.
    if (value <= 0 && below === undefined) return exactly(NOTHING);
    if (below !== undefined && below === above) return exactly(having(stepName(field, below)));
    return {
      maybe: below === undefined ? NOTHING : having(stepName(field, below)),
      sure: above === undefined ? null : having(stepName(field, above)),
    };
  }
  if (isComparedByMore(field)) {
    if (below !== undefined && below === above) return exactly(lacking(moreName(field, below)));
    return {
      maybe: above === undefined ? NOTHING : lacking(moreName(field, above)),
      sure: below === undefined ? null : lacking(moreName(field, below)),
    };
  }
  // At most a value: not at least the next one.
  const next = steps.find((step) => step > value);
  return {
    maybe: next === undefined ? NOTHING : lacking(stepName(field, next)),
    sure: below === undefined ? null : lacking(stepName(field, below)),
  };
}

const DAY_MS = 86_400_000;

/** Days from the first one of `name` on. */
const daysOf = (name: DayName, ms: number) => (ms - Date.parse(DAYS[name].epoch)) / DAY_MS;

/** Homes for rent that are free by a day. */
function bitsOfFreeDay(day: string): Said {
  const value = daysOf('free', Date.parse(day));
  const by = (most: number): Bits => ({
    ...having('For Rent'),
    upTo: [{ day: 'free', value: most }],
  });
  if (value < 0) return { maybe: by(0), sure: null };
  // The last one stands for all that come later.
  return value < lastDay('free') ? exactly(by(value)) : atBest(having('For Rent'));
}

/** Homes that were listed at a time or later. */
function bitsOfListedAt(ms: number): Said {
  const days = daysOf('listed', ms);
  const after = (value: number): Bits => ({
    ...NOTHING,
    after: [{ day: 'listed', value }],
  });
  const first = Math.floor(days);
  if (first < 1 || first >= lastDay('listed')) return atBest(NOTHING);
  return first === days
    ? exactly(after(first - 1))
    : { maybe: after(first - 1), sure: after(first) };
}

type Costs = Pick<
  SearchConditions,
  'maxMonthly' | 'maxPrice' | 'status' | 'costRates' | 'downPayment' | 'rate' | 'termYears'
>;

/** Whether homes are compared by the bits of their monthly cost. */
const isByCost = ({ maxMonthly = 0, status, costRates = DEFAULT_COST_RATES, ...terms }: Costs) =>
  // Rents have closer steps.
  status === 'For Rent' ? MONTHLY_COSTS.includes(maxMonthly) : hasUsualTerms(terms, costRates);

/** The price that `withCostRates` has added says nothing that the bits of the cost do not say. */
const impliesPrice = (conditions: Costs) =>
  isByCost(conditions) && (conditions.maxPrice ?? 0) >= priceBoundOf(conditions);

function bitsOfCost(conditions: Costs): Said {
  const { maxMonthly = 0, status } = conditions;
  // Rents are their cost, and the price has its own bits.
  if (!isByCost(conditions)) return status === 'For Rent' ? exactly(NOTHING) : atBest(NOTHING);
  const below = MONTHLY_COSTS.findLast((step) => step <= maxMonthly);
  const above = MONTHLY_COSTS.find((step) => step >= maxMonthly);
  if (below !== undefined && below === above) return exactly(lacking(costName(below)));
  return {
    maybe: above === undefined ? NOTHING : lacking(costName(above)),
    sure: below === undefined ? null : lacking(costName(below)),
  };
}

function bitsOfFact(
  name: Exclude<FilterName, RangeName>,
  { propertyType = [], features = [], pets, ...search }: SearchConditions,
  terms: BitmapTerms,
): Said {
  switch (name) {
    case 'status':
      return exactly(having(search.status ?? ''));
    case 'propertyType':
      return exactly(
        propertyType.length === 1
          ? having(...propertyType)
          : lacking(...PROPERTY_TYPES.filter((type) => !propertyType.includes(type))),
      );
    case 'features':
      return exactly(having(...features));
    case 'pets':
      return exactly(pets === undefined ? NOTHING : having(pets));
    case 'furnished':
      return exactly(having('furnished'));
    case 'availableBy':
      return bitsOfFreeDay(search.availableBy ?? '');
    case 'reduced':
      return atBest(having(REDUCED_NAME));
    case 'listedWithin':
      return search.now === undefined
        ? atBest(NOTHING)
        : bitsOfListedAt(search.now.getTime() - (search.listedWithin ?? 0) * DAY_MS);
    case 'state':
      return bitsOfTerm(termOfState(search.state ?? ''), terms);
    case 'city':
      return bitsOfTerm(termOfCity(search.city ?? ''), terms);
    case 'maxMonthly':
      return bitsOfCost(search);
    default:
      return atBest(NOTHING);
  }
}
