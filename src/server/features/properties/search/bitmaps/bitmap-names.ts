/**
 * The conditions of which there are bits (decision 028): each has a name and says of a listing `p` whether it meets it.
 * Numbers are compared with some round values only; a search between two of them looks at the listings in between. Days
 * are compared exactly.
 */

import { PRICE_CHANGE_DAYS } from '#shared/limits.ts';
import { COST_TOLERANCE } from '#shared/monthly-cost.ts';
import { FEATURE_CODES, PROPERTY_STATUSES, PROPERTY_TYPES } from '#shared/property-choices.ts';
import { columnOf } from '#shared/properties/property-columns.ts';
import type { PROPERTY_FILTERS, RangeName } from '#shared/properties/property-filters.ts';

/** A field that numbers of a search are compared with. */
export type ComparedField = (typeof PROPERTY_FILTERS)[RangeName]['field'];

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const each = (step: number, from: number, to: number) =>
  Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);

/** So fine that between two steps there are hardly more of all homes than can be looked at. */
const PRICES = [
  ...each(50, 500, 6_000),
  ...each(250, 6_250, 10_000),
  15_000,
  25_000,
  50_000,
  75_000,
  ...each(5_000, 100_000, 495_000),
  ...each(10_000, 500_000, 990_000),
  ...each(25_000, 1_000_000, 2_000_000),
  2_250_000,
  2_500_000,
  3_000_000,
  4_000_000,
  5_000_000,
  7_500_000,
  10_000_000,
];

const SQFT = [...each(50, 250, 4_500), 4_750, 5_000];

/** Values that a field is compared with, ascending: whether it is at least so much. */
export const STEPS: Readonly<Record<ComparedField, readonly number[]>> = {
  price: PRICES,
  bedrooms: upTo(10),
  bathrooms: upTo(10),
  sqft: [...SQFT, 6_000, 7_500, 10_000],
  // Quarters of an acre and more among them.
  lotSqft: [
    ...each(1_000, 1_000, 10_000),
    10_890,
    ...each(1_000, 11_000, 21_000),
    21_780,
    ...each(1_000, 22_000, 43_000),
    43_560,
    ...each(5_000, 45_000, 60_000),
    87_120,
    217_800,
    435_600,
  ],
  yearBuilt: [1800, 1850, 1875, 1900, 1910, 1920, 1930, 1940, ...each(5, 1950, 2035)],
  parkingSpaces: [0, ...upTo(10)],
  hoaFee: [0, ...each(50, 50, 500), ...each(100, 600, 1_000), 1_500, 2_000],
};

/** Fields of which searches often ask for a round number at most: whether one is more than a step. */
const COMPARED_BY_MORE = ['sqft', 'hoaFee'] as const satisfies readonly ComparedField[];

export const isComparedByMore = (field: ComparedField) =>
  COMPARED_BY_MORE.some((name) => name === field);

export const stepName = (field: ComparedField, step: number) => `${field}>=${step}`;
export const moreName = (field: ComparedField, step: number) => `${field}>${step}`;

/** Available listings: every other condition is said of these alone. */
export const AVAILABLE_NAME = 'available';

/** A price that was lowered lately, as seen when the bits were set: later on some of these are so no longer. */
export const REDUCED_NAME = 'reduced';

/**
 * Whole days from `epoch` on, in digits: each has bits of whether it is at least so much. Two days are compared digit by
 * digit, exactly, with the bits of five. The column is what `set-bits.ts` calculates; days before are 0, and all after
 * the last are that one.
 */
export const DAYS = {
  /** When a home was listed. */
  listed: { column: 'listed_day', radices: [16, 16, 32], epoch: '2016-01-01' },
  /** From when on a home for rent is free; 0 where that is not known. */
  free: { column: 'free_day', radices: [16, 16, 16], epoch: '2026-01-01' },
} as const;

export type DayName = keyof typeof DAYS;

/** The digits of a day, the lowest first: each with how many days one of it stands for. */
export function digitsOf(name: DayName): { digit: number; radix: number; unit: number }[] {
  let unit = 1;
  return DAYS[name].radices.map((radix, digit) => {
    const one = { digit, radix, unit };
    unit *= radix;
    return one;
  });
}

export const lastDay = (name: DayName) =>
  digitsOf(name).reduce((days, { radix }) => days * radix, 1) - 1;

export const digitName = (name: DayName, digit: number, least: number) =>
  `${name} digit ${digit}>=${least}`;

/** Monthly costs, with the usual terms of a loan and the installation's rates: whether one is more. */
export const MONTHLY_COSTS = [
  ...each(100, 500, 6_000),
  ...each(250, 6_250, 10_000),
  12_500,
  15_000,
  20_000,
];

export const costName = (step: number) => `monthly>${step}`;

/** A day more than so many, because the clock of a search may be a little behind. */
const daysAndMore = (days: number) => `interval '${(days + 1) * 24} hours'`;

/** SQL of each condition at a time `made_at`, by its name; made of what stands here and nowhere else. */
export const BITMAP_CONDITIONS: ReadonlyMap<string, string> = new Map([
  [AVAILABLE_NAME, 'true'],
  ...PROPERTY_STATUSES.map((status) => [status, `p.status = '${status}'`] as const),
  ...PROPERTY_TYPES.map((type) => [type, `p.property_type = '${type}'`] as const),
  ...FEATURE_CODES.map((code) => [code, `'${code}' = any(p.features)`] as const),
  ...(['cats', 'dogs'] as const).map(
    (pet) => [pet, `p.status = 'For Rent' and p.pets in ('${pet}', 'cats_and_dogs')`] as const,
  ),
  ['furnished', `p.status = 'For Rent' and p.furnished = 'yes'`] as const,
  [
    REDUCED_NAME,
    `p.previous_price > p.price and p.price_changed_at >= made_at - ${daysAndMore(PRICE_CHANGE_DAYS)}`,
  ] as const,
  // The keys of an object whose type names all of them.
  ...(Object.keys(DAYS) as DayName[]).flatMap((name) =>
    digitsOf(name).flatMap(({ digit, radix, unit }) =>
      upTo(radix - 1).map(
        (least) =>
          [
            digitName(name, digit, least),
            `p.${DAYS[name].column} / ${unit} % ${radix} >= ${least}`,
          ] as const,
      ),
    ),
  ),
  ...MONTHLY_COSTS.map(
    (step) => [costName(step), `p.monthly_cost > ${step} + ${COST_TOLERANCE}::float8`] as const,
  ),
  ...COMPARED_BY_MORE.flatMap((field) =>
    STEPS[field].map((step) => [moreName(field, step), `p.${columnOf(field)} > ${step}`] as const),
  ),
  ...(Object.keys(STEPS) as ComparedField[]).flatMap((field) =>
    STEPS[field].map((step) => [stepName(field, step), `p.${columnOf(field)} >= ${step}`] as const),
  ),
]);
