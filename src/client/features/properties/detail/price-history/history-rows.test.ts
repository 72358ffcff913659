import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#shared/schemas/properties/property-history.ts';
import { chartText, historyRows, pricePoints } from './history-rows.ts';

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T12:00:00.000Z`;
const buildEntry = (
  number: number,
  event: HistoryEntry['event'],
  price: number,
  previousPrice?: number,
): HistoryEntry => ({
  date: day(number),
  event,
  price,
  ...(previousPrice === undefined ? {} : { previousPrice }),
});
const home = { createdAt: day(1), daysListed: 30, isAvailable: true };

describe('the rows of a price history', () => {
  it('describe the event and the price change', () => {
    const rows = historyRows(
      [
        buildEntry(9, 'sold', 600_000),
        buildEntry(8, 'relisted', 600_000),
        buildEntry(7, 'off_market', 600_000),
        buildEntry(6, 'price_changed', 600_000, 580_000),
        buildEntry(5, 'price_changed', 580_000, 620_000),
        buildEntry(1, 'listed', 620_000),
      ],
      'For Sale',
    );
    expect(rows.map(({ event, change }) => [event, change])).toEqual([
      ['Sold', null],
      ['Back on the market', null],
      ['Off market', null],
      ['Price increase', '+$20,000 (3.4%)'],
      ['Price cut', '−$40,000 (6.5%)'],
      ['Listed', null],
    ]);
  });

  it('name the new status', () => {
    const rows = historyRows(
      [
        buildEntry(7, 'status_changed', 610_000, 2400),
        buildEntry(5, 'status_changed', 2400, 620_000),
        buildEntry(1, 'listed', 620_000),
      ],
      'For Sale',
    );
    expect(rows.map(({ event, change }) => [event, change])).toEqual([
      ['Changed to For Sale', null],
      ['Changed to For Rent', null],
      ['Listed', null],
    ]);
  });

  it('omit the percentage if the previous price was 0', () => {
    const rows = historyRows([buildEntry(2, 'price_changed', 100, 0)], 'For Rent');
    expect(rows[0]?.change).toBe('+$100');
  });
});

describe('the points of the price chart', () => {
  it('are empty for a single price, and otherwise repeat the last price at the end', () => {
    expect(pricePoints([buildEntry(1, 'listed', 100)], home)).toEqual([]);
    expect(pricePoints([buildEntry(9, 'sold', 100), buildEntry(1, 'listed', 100)], home)).toEqual(
      [],
    );
    const points = pricePoints(
      [buildEntry(5, 'price_changed', 90, 100), buildEntry(1, 'listed', 100)],
      home,
    );
    expect(points).toEqual([
      { time: Date.parse(day(1)), price: 100 },
      { time: Date.parse(day(5)), price: 90 },
      { time: Date.parse(day(31)), price: 90 },
    ]);
    expect(chartText(points)).toBe(
      'Price chart: $100 on Jan 1, 2026, $90 on Jan 31, 2026, 1 change, lowest $90, highest $100.',
    );
  });

  it('omit the rents of a home that is now for sale', () => {
    const entries = [
      buildEntry(8, 'price_changed', 590_000, 600_000),
      buildEntry(7, 'status_changed', 600_000, 2400),
      buildEntry(1, 'listed', 2400),
    ];
    expect(pricePoints(entries, home).map(({ price }) => price)).toEqual([
      600_000, 590_000, 590_000,
    ]);
  });

  it('end at the sale', () => {
    const entries = [
      buildEntry(9, 'sold', 90),
      buildEntry(5, 'price_changed', 90, 100),
      buildEntry(1, 'listed', 100),
    ];
    expect(pricePoints(entries, { ...home, isAvailable: false }).at(-1)?.time).toBe(
      Date.parse(day(9)),
    );
  });
});
