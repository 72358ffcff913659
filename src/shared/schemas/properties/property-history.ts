/** A listing's history (docs/product/listings.md, Price history). */

import { z } from 'zod';
import { timeSchema } from '../common.ts';

export const HISTORY_EVENTS = [
  'listed',
  'price_changed',
  'status_changed',
  'sold',
  'rented',
  'off_market',
  'relisted',
  'under_contract',
  'back_on_market',
] as const;
export type HistoryEvent = (typeof HISTORY_EVENTS)[number];

/** An event in a listing's history. `price` is the price after the event, in US dollars. */
export const historyEntrySchema = z.object({
  date: timeSchema,
  event: z.enum(HISTORY_EVENTS),
  price: z.number(),
  previousPrice: z.number().optional(),
});
export type HistoryEntry = z.output<typeof historyEntrySchema>;
