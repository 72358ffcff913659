import { expect, it } from 'vitest';
import { scalePrices } from './price-chart-scale.ts';

const points = (...prices: number[]) => prices.map((price, time) => ({ time, price }));

it('returns grid lines at round prices, spanning all prices', () => {
  const { lines, spots, end } = scalePrices(points(620_000, 598_000, 598_000));
  expect(lines.map(({ price }) => price)).toEqual([590_000, 600_000, 610_000, 620_000]);
  expect(spots).toEqual([
    { x: 0, y: 0 },
    { x: 0.5, y: 22 / 30 },
  ]);
  expect(end).toEqual({ x: 1, y: 22 / 30 });
});

it.each([
  [points(1, 2, 2)],
  [points(2400, 2375, 2375)],
  [points(0, 999_999_999, 999_999_999)],
  [points(100, 100, 100)],
  [points(...Array.from({ length: 41 }, (_, index) => 500_000 + (index % 7) * 13_331))],
])('keeps all points inside the chart, with two to six grid lines', (pricePoints) => {
  const { lines, spots, end } = scalePrices(pricePoints);
  expect(lines.length).toBeGreaterThanOrEqual(2);
  expect(lines.length).toBeLessThanOrEqual(6);
  expect(spots).toHaveLength(pricePoints.length - 1);
  for (const { x, y } of [...spots, end]) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(1);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(1);
  }
});
