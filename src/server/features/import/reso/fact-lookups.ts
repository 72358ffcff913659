/** RESO's lookups for the facts of a listing, as `readLookup` gives them (docs/product/import.md, Facts). */

import type { FeatureCode, FURNISHED, PETS } from '#shared/property-choices.ts';

/** Square feet of an acre. */
export const SQUARE_FEET_OF_ACRE = 43_560;

/** `AssociationFeeFrequency`: the months that a fee is for. */
export const FEE_MONTHS: ReadonlyMap<string, number> = new Map([
  ['monthly', 1],
  ['quarterly', 3],
  ['semiannually', 6],
  ['annually', 12],
]);

/** `PetsAllowed`, which may name several; the last two are what other feeds write. */
export const PETS_WORDS: ReadonlyMap<string, (typeof PETS)[number]> = new Map([
  ['catsok', 'cats'],
  ['dogsok', 'dogs'],
  ['yes', 'cats_and_dogs'],
  ['no', 'none'],
  ['cats', 'cats'],
  ['dogs', 'dogs'],
]);

/** `Furnished`. */
export const FURNISHED_WORDS: ReadonlyMap<string, (typeof FURNISHED)[number]> = new Map([
  ['unfurnished', 'no'],
  ['partially', 'partly'],
  ['furnished', 'yes'],
]);

/** `LeaseTerm` of one month at a time; the others are a number of months or years. */
export const LEASE_MONTH_TO_MONTH = 'monthtomonth';

/** Fields that say yes or no, in any spelling. */
export const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['y', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['n', false],
  ['0', false],
  ['none', false],
]);

/** Values that mean none. */
export const GIVES_NOTHING: ReadonlySet<string> = new Set(['none', 'no', 'false']);

/** How a column sets features: by any value, by certain values (`all` of them together), or by yes. */
export type FeatureColumn =
  | { kind: 'any' | 'yes or no'; code: FeatureCode }
  | { kind: 'list'; values: readonly { all: readonly string[]; code: FeatureCode }[] };

/** The columns that features are read from. */
export const FEATURE_COLUMNS: Readonly<Record<string, FeatureColumn>> = {
  Cooling: { kind: 'any', code: 'air_conditioning' },
  Heating: { kind: 'list', values: [{ all: ['heatpump'], code: 'heat_pump' }] },
  FireplaceYN: { kind: 'yes or no', code: 'fireplace' },
  Flooring: {
    kind: 'list',
    values: [
      { all: ['hardwood'], code: 'hardwood_floors' },
      { all: ['wood'], code: 'hardwood_floors' },
    ],
  },
  Appliances: {
    kind: 'list',
    values: [
      { all: ['dishwasher'], code: 'dishwasher' },
      { all: ['washer', 'dryer'], code: 'washer_dryer' },
    ],
  },
  PoolFeatures: { kind: 'any', code: 'pool' },
  PoolPrivateYN: { kind: 'yes or no', code: 'pool' },
  SpaYN: { kind: 'yes or no', code: 'hot_tub' },
  GarageYN: { kind: 'yes or no', code: 'garage' },
  Basement: { kind: 'any', code: 'basement' },
  ViewYN: { kind: 'yes or no', code: 'view' },
  WaterfrontYN: { kind: 'yes or no', code: 'waterfront' },
  NewConstructionYN: { kind: 'yes or no', code: 'new_construction' },
  AssociationAmenities: {
    kind: 'list',
    values: [
      { all: ['fitnesscenter'], code: 'gym' },
      { all: ['elevators'], code: 'elevator' },
      { all: ['elevator'], code: 'elevator' },
    ],
  },
};
