/**
 * The conditions of which there are bits (decision 028): each has a name and says of a listing `p` whether it meets it.
 * Numbers are compared with some round values only; a search between two of them looks at the listings in between.
 */

import { FEATURE_CODES, PROPERTY_STATUSES, PROPERTY_TYPES } from '#shared/property-choices.ts';
import { LISTED_WITHIN_MAX_DAYS, PRICE_CHANGE_DAYS } from '#shared/limits.ts';
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
  ...each(10_000, 100_000, 490_000),
  ...each(25_000, 500_000, 1_000_000),
  ...each(50_000, 1_050_000, 2_000_000),
  2_250_000,
  2_500_000,
  3_000_000,
  4_000_000,
  5_000_000,
  7_500_000,
  10_000_000,
];

const SQFT = [...new Set([...each(100, 300, 4_000), ...each(250, 250, 5_000)])].toSorted(
  (a, b) => a - b,
);

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
    ...each(2_500, 22_500, 42_500),
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

/** Days since a home was listed, as seen when the bits were set. */
export const LISTED_DAYS = [1, 7, 14, 30, LISTED_WITHIN_MAX_DAYS];

export const listedName = (days: number) => `listed within ${days}`;

/** Days from which a home for rent may be free, one each week and later each month; for others, listings are looked at. */
export const FREE_DAYS = each(1, 2026, 2035).flatMap((year) =>
  upTo(12).flatMap((month) =>
    (year < 2029 ? ['01', '08', '15', '22'] : ['01']).map(
      (day) => `${year}-${String(month).padStart(2, '0')}-${day}`,
    ),
  ),
);

export const freeName = (day: string) => `free by ${day}`;

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
  ...LISTED_DAYS.map(
    (days) => [listedName(days), `p.created_at >= made_at - ${daysAndMore(days)}`] as const,
  ),
  ...FREE_DAYS.map(
    (day) =>
      [
        freeName(day),
        `p.status = 'For Rent' and (p.available_from is null or p.available_from <= '${day}')`,
      ] as const,
  ),
  ...COMPARED_BY_MORE.flatMap((field) =>
    STEPS[field].map((step) => [moreName(field, step), `p.${columnOf(field)} > ${step}`] as const),
  ),
  // The keys of an object whose type names all of them.
  ...(Object.keys(STEPS) as ComparedField[]).flatMap((field) =>
    STEPS[field].map((step) => [stepName(field, step), `p.${columnOf(field)} >= ${step}`] as const),
  ),
]);
