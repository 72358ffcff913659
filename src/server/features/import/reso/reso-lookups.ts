/**
 * RESO lookup values that the import supports (docs/product/import.md, Rows), as normalized by
 * `readLookup`.
 */

import type { PropertyStatus, PropertyType } from '#shared/property-choices.ts';

/** Each list starts with RESO's values, followed by other values used in feeds and spreadsheets. */
const HOUSES = [
  'singlefamilyresidence',
  'townhouse',
  'duplex',
  'triplex',
  'quadruplex',
  'cabin',
  'ranch',
  'manufacturedhome',
  'manufacturedonland',
  'singlefamily',
  'singlefamilyresidential',
  'singlefamilyhome',
  'singlefamilydetached',
  'detached',
  'sfr',
  'house',
  'townhome',
  'rowhouse',
  'rowhome',
  'fourplex',
  'quadplex',
  'manufactured',
  'mobilehome',
];
const APARTMENTS = ['apartment', 'multifamily', 'apartments', 'apartmentunit', 'flat'];
const CONDOS = [
  'condominium',
  'stockcooperative',
  'ownyourown',
  'coownership',
  'condo',
  'condos',
  'condounit',
  'coop',
  'cooperative',
];

/** The RESO values that rejections list; other spellings are also accepted. */
export const ACCEPTED_TYPES =
  'Single Family Residence, Townhouse, Duplex, Triplex, Quadruplex, Cabin, Ranch, Manufactured Home, Apartment, Multi Family, Condominium, Stock Cooperative, Own Your Own, Co-Ownership';
export const ACCEPTED_OFFERS =
  'Residential, Residential Income, Manufactured In Park, Residential Lease';

/** `PropertySubType`: other values are rejected. */
export const TYPES: ReadonlyMap<string, PropertyType> = new Map([
  ...HOUSES.map((value) => [value, 'House'] as const),
  ...APARTMENTS.map((value) => [value, 'Apartment'] as const),
  ...CONDOS.map((value) => [value, 'Condo'] as const),
]);

/** `PropertyType`: sales and leases of homes. Land and businesses are rejected. */
export const OFFERS: ReadonlyMap<string, PropertyStatus> = new Map([
  ['residential', 'For Sale'],
  ['residentialincome', 'For Sale'],
  ['manufacturedinpark', 'For Sale'],
  ['residentiallease', 'For Rent'],
  ['residentialsale', 'For Sale'],
  ['sale', 'For Sale'],
  ['forsale', 'For Sale'],
  ['residentialrental', 'For Rent'],
  ['rental', 'For Rent'],
  ['lease', 'For Rent'],
  ['forrent', 'For Rent'],
  ['forlease', 'For Rent'],
]);

/** `StandardStatus` of available listings under contract. */
export const UNDER_CONTRACT = 'activeundercontract';
/** `StandardStatus` of listings on the market. */
export const AVAILABLE: ReadonlySet<string> = new Set(['active', UNDER_CONTRACT]);

/** `StandardStatus` of listings to delete. */
export const DELETED = 'delete';

/** Every `StandardStatus` of the RESO Data Dictionary, and both spellings of canceled. */
export const STATUSES: ReadonlySet<string> = new Set([
  ...AVAILABLE,
  'canceled',
  'cancelled',
  'closed',
  'comingsoon',
  DELETED,
  'expired',
  'hold',
  'incomplete',
  'pending',
  'withdrawn',
]);
export const ACCEPTED_STATUSES =
  'Active, Active Under Contract, Canceled, Closed, Coming Soon, Delete, Expired, Hold, Incomplete, Pending, Withdrawn';

/** `LeaseAmountFrequency` for monthly rents. */
export const MONTHLY_RENTS: ReadonlySet<string> = new Set(['monthly', 'month', 'permonth']);

/** `PriceCurrency` for US dollars. `$` is normalized to an empty string. */
export const DOLLARS: ReadonlySet<string> = new Set([
  '',
  'us',
  'usd',
  'usdollar',
  'usdollars',
  'unitedstatesdollar',
]);

/** `LivingAreaUnits` with their size in square feet. */
export const AREA_UNITS: ReadonlyMap<string, number> = new Map([
  ['squarefeet', 1],
  ['squaremeters', 10.763_910_4],
  ['squaremetres', 10.763_910_4],
]);
