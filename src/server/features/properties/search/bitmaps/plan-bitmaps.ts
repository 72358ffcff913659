/** Which bits say what a search asks for. No database. */

import { PROPERTY_TYPES } from '#shared/property-choices.ts';
import {
  FILTER_NAMES,
  type FilterName,
  isRange,
  PROPERTY_FILTERS,
  type RangeName,
} from '#shared/properties/property-filters.ts';
import type { SearchConditions } from '../search-conditions.ts';
import { chooseSource, isSaidBy, type Source } from './bitmap-sources.ts';
import { type BitmapTerms, termOfCity, termOfState, termOfWord } from './bitmap-terms.ts';
import {
  FREE_DAYS,
  freeName,
  isComparedByMore,
  LISTED_DAYS,
  listedName,
  moreName,
  REDUCED_NAME,
  STEPS,
  stepName,
} from './bitmap-names.ts';

/** Listings that have all bits of the first and none of the second. */
export type Bits = { withAll: string[]; withNone: string[] };

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
  const asked = FILTER_NAMES.filter(
    (name) => name !== 'searchTerm' && conditions[name] !== undefined && !SILENT.has(name),
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

const countNames = ({ withAll, withNone }: Bits) => withAll.length + withNone.length;

const together = (each: readonly Bits[]): Bits => ({
  withAll: each.flatMap(({ withAll }) => withAll),
  withNone: each.flatMap(({ withNone }) => withNone),
});

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

/** Homes that are free by a day: days of this form are ordered as texts. */
function bitsOfDay(day: string): Said {
  const below = FREE_DAYS.findLast((one) => one <= day);
  const above = FREE_DAYS.find((one) => one >= day);
  if (below !== undefined && below === above) return exactly(having(freeName(below)));
  return {
    maybe: having(above === undefined ? 'For Rent' : freeName(above)),
    sure: below === undefined ? null : having(freeName(below)),
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
      return bitsOfDay(search.availableBy ?? '');
    case 'reduced':
      return atBest(having(REDUCED_NAME));
    case 'listedWithin': {
      const days = LISTED_DAYS.find((one) => one >= (search.listedWithin ?? 0));
      return atBest(days === undefined ? NOTHING : having(listedName(days)));
    }
    case 'state':
      return bitsOfTerm(termOfState(search.state ?? ''), terms);
    case 'city':
      return bitsOfTerm(termOfCity(search.city ?? ''), terms);
    case 'maxMonthly':
      // Rents are their cost, and the price has its own bits.
      return search.status === 'For Rent' ? exactly(NOTHING) : atBest(NOTHING);
    default:
      return atBest(NOTHING);
  }
}
