/** Which bits say what a search asks for. No SQL and no database. */

import { PROPERTY_TYPES } from '#shared/property-choices.ts';
import {
  FILTER_NAMES,
  type FilterName,
  isRange,
  PROPERTY_FILTERS,
  type RangeName,
} from '#shared/properties/property-filters.ts';
import type { SearchConditions } from '../search-conditions.ts';
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

export type BitmapPlan = {
  /** All that match are among these. */
  maybe: Bits;
  /** All of these match; null where bits alone never say so. */
  sure: Bits | null;
};

/** Filters that others bring with them, and which say nothing alone. */
const SILENT: ReadonlySet<FilterName> = new Set(['downPayment', 'rate', 'termYears', 'within']);

/** Filters that stored totals or an index of their own know. */
const COMMON: ReadonlySet<FilterName> = new Set([
  'status',
  'propertyType',
  'minPrice',
  'maxPrice',
  'bedrooms',
  'agentId',
]);

/** @returns undefined where bits say nothing that totals or indexes would not say sooner */
export function planBitmaps(conditions: SearchConditions): BitmapPlan | undefined {
  const asked = FILTER_NAMES.filter(
    (name) => name !== 'searchTerm' && conditions[name] !== undefined && !SILENT.has(name),
  );
  const maybe: Bits = { withAll: [], withNone: [] };
  const sure: Bits = { withAll: [], withNone: [] };
  let isSure = conditions.words === undefined;
  let isWorthIt = false;
  for (const name of asked) {
    const one = isRange(name)
      ? bitsOfRange(name, conditions[name] ?? 0)
      : bitsOfFact(name, conditions);
    maybe.withAll.push(...one.maybe.withAll);
    maybe.withNone.push(...one.maybe.withNone);
    sure.withAll.push(...(one.sure?.withAll ?? []));
    sure.withNone.push(...(one.sure?.withNone ?? []));
    isSure &&= one.sure !== null;
    isWorthIt ||= !COMMON.has(name) && one.maybe.withAll.length + one.maybe.withNone.length > 0;
  }
  return isWorthIt ? { maybe, sure: isSure ? sure : null } : undefined;
}

const NOTHING: Bits = { withAll: [], withNone: [] };
const having = (...withAll: string[]): Bits => ({ withAll, withNone: [] });
const lacking = (...withNone: string[]): Bits => ({ withAll: [], withNone });
const exactly = (bits: Bits): BitmapPlan => ({ maybe: bits, sure: bits });
const atBest = (maybe: Bits): BitmapPlan => ({ maybe, sure: null });

function bitsOfRange(name: RangeName, value: number): BitmapPlan {
  const { field, bound } = PROPERTY_FILTERS[name];
  const steps = STEPS[field];
  const below = steps.findLast((step) => step <= value);
  const above = steps.find((step) => step >= value);
  if (bound === 'least') {
    // No number is below zero; of a number that may be unknown there is a step that says so.
    if (value <= 0 && below === undefined) return exactly(NOTHING);
    return {
      maybe: below === undefined ? NOTHING : having(stepName(field, below)),
      sure: above === undefined ? null : having(stepName(field, above)),
    };
  }
  if (isComparedByMore(field)) {
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
function bitsOfDay(day: string): BitmapPlan {
  const below = FREE_DAYS.findLast((one) => one <= day);
  const above = FREE_DAYS.find((one) => one >= day);
  return {
    maybe: having(above === undefined ? 'For Rent' : freeName(above)),
    sure: below === undefined ? null : having(freeName(below)),
  };
}

function bitsOfFact(
  name: Exclude<FilterName, RangeName>,
  { propertyType = [], features = [], pets, ...search }: SearchConditions,
): BitmapPlan {
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
    case 'maxMonthly':
      // Rents are their cost, and the price has its own bits.
      return search.status === 'For Rent' ? exactly(NOTHING) : atBest(NOTHING);
    default:
      return atBest(NOTHING);
  }
}
