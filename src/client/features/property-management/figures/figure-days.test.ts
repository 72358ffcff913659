import { expect, test } from 'vitest';
import { toFigureDays } from './figure-days.ts';

test('joins views, medians, and price changes by day', () => {
  const day = (date: string, views: number) => ({ date, views, saves: 0, inquiries: 0, tours: 0 });
  const figures = {
    days: [day('2026-11-25', 4), day('2026-11-26', 9)],
    totals: { views: 13, saves: 0, inquiries: 0, tours: 0 },
  };
  const similarFigures = { homeCount: 3, days: [{ date: '2026-11-26', views: 2 }] };
  const history = [
    { date: '2026-11-26T20:00:00.000Z', event: 'price_changed' as const, price: 470_000 },
    { date: '2026-11-26T10:00:00.000Z', event: 'price_changed' as const, price: 480_000 },
    { date: '2026-11-25T10:00:00.000Z', event: 'listed' as const, price: 500_000 },
  ];
  expect(toFigureDays(figures, similarFigures, history)).toEqual([
    { label: 'Nov 25', views: 4, similar: null, price: null },
    { label: 'Nov 26', views: 9, similar: 2, price: 'Price: $470,000' },
  ]);
});
