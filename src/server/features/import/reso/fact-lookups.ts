/**
 * RESO lookup values for listing facts, as normalized by `readLookup`
 * (docs/product/import.md, Facts).
 */

import type { FeatureCode, FURNISHED, PETS } from '#shared/property-choices.ts';

/** Square feet per acre. */
export const SQUARE_FEET_PER_ACRE = 43_560;

/** `AssociationFeeFrequency`: the number of months that a fee covers. */
export const FEE_MONTHS: ReadonlyMap<string, number> = new Map([
  ['monthly', 1],
  ['quarterly', 3],
  ['semiannually', 6],
  ['annually', 12],
]);

/** `PetsAllowed` can have several values. Non-RESO feeds use the last two. */
export const PETS_LOOKUP: ReadonlyMap<string, (typeof PETS)[number]> = new Map([
  ['catsok', 'cats'],
  ['dogsok', 'dogs'],
  ['yes', 'cats_and_dogs'],
  ['no', 'none'],
  ['cats', 'cats'],
  ['dogs', 'dogs'],
]);

/** `Furnished`. */
export const FURNISHED_LOOKUP: ReadonlyMap<string, (typeof FURNISHED)[number]> = new Map([
  ['unfurnished', 'no'],
  ['partially', 'partly'],
  ['furnished', 'yes'],
]);

/** `LeaseTerm` for month-to-month leases. Other values are a number of months or years. */
export const LEASE_MONTH_TO_MONTH = 'monthtomonth';

/** The accepted spellings of yes and no. */
export const BOOLEAN_LOOKUP: ReadonlyMap<string, boolean> = new Map([
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

/** Values that mean "none". */
export const NONE_VALUES: ReadonlySet<string> = new Set(['none', 'no', 'false']);

/**
 * How a column sets features: `any` by a value other than `NONE_VALUES`, `yes or no` by yes, and `list`
 * by specific values, of which `all` must be present.
 */
export type FeatureColumn =
  | { kind: 'any' | 'yes or no'; code: FeatureCode }
  | { kind: 'list'; values: readonly { all: readonly string[]; code: FeatureCode }[] };

/** The columns that set features. */
export const FEATURE_COLUMNS: Readonly<Record<string, FeatureColumn>> = {
  Cooling: { kind: 'any', code: 'air_conditioning' },
  CoolingYN: { kind: 'yes or no', code: 'air_conditioning' },
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
  BasementYN: { kind: 'yes or no', code: 'basement' },
  ViewYN: { kind: 'yes or no', code: 'view' },
  WaterfrontYN: { kind: 'yes or no', code: 'waterfront' },
  NewConstructionYN: { kind: 'yes or no', code: 'new_construction' },
  AssociationAmenities: {
    kind: 'list',
    values: [
      { all: ['fitnesscenter'], code: 'gym' },
      { all: ['elevators'], code: 'elevator' },
      { all: ['elevator'], code: 'elevator' },
      { all: ['concierge'], code: 'doorman' },
      { all: ['gated'], code: 'gated' },
      { all: ['storage'], code: 'storage' },
    ],
  },
  LaundryFeatures: {
    kind: 'list',
    values: [
      { all: ['commonarea'], code: 'shared_laundry' },
      { all: ['laundryroom'], code: 'shared_laundry' },
    ],
  },
  ExteriorFeatures: {
    kind: 'list',
    values: [
      { all: ['balcony'], code: 'balcony' },
      { all: ['garden'], code: 'garden' },
    ],
  },
  PatioAndPorchFeatures: {
    kind: 'list',
    values: [
      { all: ['patio'], code: 'patio' },
      { all: ['deck'], code: 'patio' },
    ],
  },
  ParkingFeatures: {
    kind: 'list',
    values: [{ all: ['electricvehiclechargingstations'], code: 'ev_charging' }],
  },
  RoomType: {
    kind: 'list',
    values: [
      { all: ['attic'], code: 'attic' },
      { all: ['office'], code: 'office' },
    ],
  },
  GreenEnergyGeneration: {
    kind: 'list',
    values: [{ all: ['solar'], code: 'solar_panels' }],
  },
  AccessibilityFeatures: {
    kind: 'list',
    values: [
      { all: ['accessibleentrance'], code: 'step_free' },
      { all: ['customizedwheelchairaccessible'], code: 'wheelchair_access' },
    ],
  },
  PropertyCondition: {
    kind: 'list',
    values: [{ all: ['updatedremodeled'], code: 'renovated' }],
  },
  RentIncludes: {
    kind: 'list',
    values: [{ all: ['allutilities'], code: 'utilities_included' }],
  },
  SmokeFreeYN: { kind: 'yes or no', code: 'smoke_free' },
};

/**
 * The field that each feature is exported to, either as yes or as values in a list. The import reads
 * it from the columns above.
 */
export const FEATURE_FIELDS = {
  air_conditioning: { field: 'CoolingYN' },
  heat_pump: { field: 'Heating', values: ['Heat Pump'] },
  fireplace: { field: 'FireplaceYN' },
  hardwood_floors: { field: 'Flooring', values: ['Hardwood'] },
  dishwasher: { field: 'Appliances', values: ['Dishwasher'] },
  washer_dryer: { field: 'Appliances', values: ['Washer', 'Dryer'] },
  shared_laundry: { field: 'LaundryFeatures', values: ['Common Area'] },
  balcony: { field: 'ExteriorFeatures', values: ['Balcony'] },
  patio: { field: 'PatioAndPorchFeatures', values: ['Patio'] },
  garden: { field: 'ExteriorFeatures', values: ['Garden'] },
  // `PoolPrivateYN` would be wrong for a shared pool.
  pool: { field: 'PoolFeatures', values: ['See Remarks'] },
  hot_tub: { field: 'SpaYN' },
  gym: { field: 'AssociationAmenities', values: ['Fitness Center'] },
  elevator: { field: 'AssociationAmenities', values: ['Elevator(s)'] },
  garage: { field: 'GarageYN' },
  ev_charging: { field: 'ParkingFeatures', values: ['Electric Vehicle Charging Station(s)'] },
  storage: { field: 'AssociationAmenities', values: ['Storage'] },
  basement: { field: 'BasementYN' },
  attic: { field: 'RoomType', values: ['Attic'] },
  doorman: { field: 'AssociationAmenities', values: ['Concierge'] },
  gated: { field: 'AssociationAmenities', values: ['Gated'] },
  waterfront: { field: 'WaterfrontYN' },
  view: { field: 'ViewYN' },
  solar_panels: { field: 'GreenEnergyGeneration', values: ['Solar'] },
  step_free: { field: 'AccessibilityFeatures', values: ['Accessible Entrance'] },
  wheelchair_access: {
    field: 'AccessibilityFeatures',
    values: ['Customized Wheelchair Accessible'],
  },
  office: { field: 'RoomType', values: ['Office'] },
  new_construction: { field: 'NewConstructionYN' },
  renovated: { field: 'PropertyCondition', values: ['Updated/Remodeled'] },
  utilities_included: { field: 'RentIncludes', values: ['All Utilities'] },
  smoke_free: { field: 'SmokeFreeYN' },
} as const satisfies Record<FeatureCode, { field: string; values?: readonly string[] }>;
