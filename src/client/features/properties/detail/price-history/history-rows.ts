/** The texts of a listing's history and the prices in its chart. Pure. */

import { formatShortDate } from '#shared/format/dates.ts';
import { formatPrice } from '#shared/format/money.ts';
import { countOf, formatNumber } from '#shared/format/numbers.ts';
import { type PropertyStatus, UNDER_CONTRACT_LABELS } from '#shared/property-choices.ts';
import type { HistoryEntry } from '#shared/schemas/properties/property-history.ts';
import type { Property } from '#shared/schemas/properties/property.ts';

/** A row of the table. */
export interface HistoryRow {
  key: string;
  /** ISO 8601. */
  date: string;
  event: string;
  /** US dollars. */
  price: number;
  /** `−$20,000 (3.2%)`; null if the price is unchanged or not comparable. */
  change: string | null;
  isCut: boolean;
}

const EVENT_LABELS = {
  listed: 'Listed',
  sold: 'Sold',
  rented: 'Rented',
  off_market: 'Off market',
  relisted: 'Back on the market',
  back_on_market: 'Back on the market',
} as const;

const otherStatus = (status: PropertyStatus): PropertyStatus =>
  status === 'For Sale' ? 'For Rent' : 'For Sale';

/**
 * Returns the rows of the table, newest first like the entries.
 *
 * @param status the home's current status; earlier statuses are derived from it
 */
export function historyRows(
  entries: readonly HistoryEntry[],
  status: PropertyStatus,
): HistoryRow[] {
  let statusAfter = status;
  return entries.map((entry, index) => {
    const { event, date, price, previousPrice } = entry;
    const difference = previousPrice === undefined ? 0 : price - previousPrice;
    const isCut = difference < 0;
    let text: string;
    if (event === 'price_changed') {
      text = isCut ? 'Price cut' : 'Price increase';
    } else if (event === 'status_changed') {
      text = `Changed to ${statusAfter}`;
      statusAfter = otherStatus(statusAfter);
    } else if (event === 'under_contract') {
      text = UNDER_CONTRACT_LABELS[statusAfter];
    } else {
      text = EVENT_LABELS[event];
    }
    const change =
      event === 'status_changed' || previousPrice === undefined || difference === 0
        ? null
        : changeText(difference, previousPrice);
    return { key: `${date} ${index}`, date, event: text, price, change, isCut };
  });
}

function changeText(difference: number, previousPrice: number): string {
  const amount = `${difference < 0 ? '−' : '+'}${formatPrice(Math.abs(difference))}`;
  if (previousPrice === 0) return amount;
  const percent = Math.round((Math.abs(difference) / previousPrice) * 1000) / 10;
  return `${amount} (${formatNumber(percent)}%)`;
}

/** A price and the time it took effect. */
export interface PricePoint {
  /** Milliseconds since 1970. */
  time: number;
  /** US dollars. */
  price: number;
}

/**
 * Returns the prices since the home last switched between sale and rent, oldest first: the first
 * price, one for each change, and the last price repeated at the end of the chart's period.
 *
 * @returns an empty list if there are fewer than two prices
 */
export function pricePoints(
  entries: readonly HistoryEntry[],
  home: Pick<Property, 'createdAt' | 'daysListed' | 'isAvailable'>,
): PricePoint[] {
  const lastSwitch = entries.findIndex(({ event }) => event === 'status_changed');
  const comparable = lastSwitch === -1 ? entries : entries.slice(0, lastSwitch + 1);
  const points: PricePoint[] = [];
  for (const { date, price } of comparable.toReversed()) {
    if (points.at(-1)?.price !== price) points.push({ time: Date.parse(date), price });
  }
  const last = points.at(-1);
  const newest = entries[0];
  if (last === undefined || newest === undefined || points.length < 2) return [];
  const today = Date.parse(home.createdAt) + home.daysListed * 86_400_000;
  const end = home.isAvailable ? Math.max(today, last.time) : Date.parse(newest.date);
  return [...points, { time: Math.max(end, last.time), price: last.price }];
}

/** Returns the chart's text alternative. The figures are in the table. */
export function chartText(points: readonly PricePoint[]): string {
  const prices = points.map(({ price }) => price);
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  const date = (time: number) => formatShortDate(new Date(time).toISOString());
  // Neither the first point nor the last, which repeats the price before it, is a change.
  const changes = countOf(points.length - 2, 'change');
  return `Price chart: ${formatPrice(first.price)} on ${date(first.time)}, ${formatPrice(last.price)} on ${date(last.time)}, ${changes}, lowest ${formatPrice(Math.min(...prices))}, highest ${formatPrice(Math.max(...prices))}.`;
}
