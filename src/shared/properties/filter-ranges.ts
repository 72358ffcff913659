/**
 * The ranges of the fields that numbers of a search are compared with. They stand apart from the list of fields, which
 * is large, because every listing page checks its address with them; a test compares the two.
 */

import {
  HOA_FEE_MAX,
  LOT_SQFT_MAX,
  PARKING_MAX,
  PRICE_MAX,
  ROOMS_MAX,
  SQFT_MAX,
  YEAR_BUILT_MIN,
} from '../limits.ts';
import { PROPERTY_FILTERS, type RangeName } from './property-filters.ts';

/** The field that a filter compares with. */
type ComparedField = (typeof PROPERTY_FILTERS)[RangeName]['field'];

const RANGES: Readonly<Record<ComparedField, readonly [minimum: number, maximum: number]>> = {
  price: [0, PRICE_MAX],
  bedrooms: [0, ROOMS_MAX],
  bathrooms: [0, ROOMS_MAX],
  sqft: [0, SQFT_MAX],
  lotSqft: [1, LOT_SQFT_MAX],
  // Years ahead of now.
  yearBuilt: [YEAR_BUILT_MIN, 5],
  parkingSpaces: [0, PARKING_MAX],
  hoaFee: [0, HOA_FEE_MAX],
};

/** The least and the most that a filter takes; years as seen at a point in time. */
export function rangeOfFilter(name: RangeName, now: Date): { minimum: number; maximum: number } {
  const { field } = PROPERTY_FILTERS[name];
  const [minimum, maximum] = RANGES[field];
  return { minimum, maximum: field === 'yearBuilt' ? now.getUTCFullYear() + maximum : maximum };
}
