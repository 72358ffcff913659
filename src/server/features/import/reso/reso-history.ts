/** Reads a listing's history from a record (docs/product/import.md, Price history). */

import { MAX_PRICE } from '#shared/limits.ts';
import { AVAILABLE } from './reso-lookups.ts';
import { readMoney, readTime } from './reso-values.ts';
import type { ResoRecord } from './reso-record.ts';

/** The fields that this module reads. */
export const HISTORY_FIELDS = [
  'OriginalListPrice',
  'PriceChangeTimestamp',
  'PreviousListPrice',
] as const;

/** A listing's history. Prices are in US dollars, and null if absent or implausible. */
export type ListingHistory = {
  originalPrice: number | null;
  /** The last price change; never in the future. */
  priceChange: { previousPrice: number; at: Date } | null;
  /** Neither on the market nor closed. */
  isOffMarket: boolean;
};

/**
 * @param status as normalized by `readLookup`; null if the record has none
 * @param now the current time, to ignore changes in the future
 */
export function readListingHistory(
  record: ResoRecord,
  status: string | null,
  now: Date,
): ListingHistory {
  const previousPrice = readPrice(record, 'PreviousListPrice');
  const at = readTime(record['PriceChangeTimestamp']);
  return {
    originalPrice: readPrice(record, 'OriginalListPrice'),
    priceChange: previousPrice !== null && at !== null && at <= now ? { previousPrice, at } : null,
    isOffMarket: status !== null && status !== 'closed' && !AVAILABLE.has(status),
  };
}

function readPrice(record: ResoRecord, field: (typeof HISTORY_FIELDS)[number]): number | null {
  const price = readMoney(record[field]);
  if (price === null || price <= 0 || price > MAX_PRICE) return null;
  return Math.round(price * 100) / 100;
}
