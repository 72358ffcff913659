import { expect, test } from 'vitest';
import { isNew, listedText, priceCutText } from './property-labels.ts';

test('a home is new for its first three days', () => {
  expect([0, 1, 2, 3, 400].map((daysListed) => isNew({ daysListed }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('describes price cuts but not increases', () => {
  const change = { previousPrice: 620_000, date: '2026-03-01T00:00:00.000Z' };
  expect(priceCutText({ ...change, amount: -20_000, percent: -3.2 })).toBe(
    'Price cut $20,000 (3.2%)',
  );
  expect(priceCutText({ ...change, amount: -62_000, percent: -10 })).toBe(
    'Price cut $62,000 (10%)',
  );
  expect(priceCutText({ ...change, amount: 5000, percent: 0.8 })).toBeNull();
  expect(priceCutText(null)).toBeNull();
});

test('shows the days since a home was listed, or the month after a year', () => {
  const createdAt = '2008-05-20T12:00:00.000Z';
  expect([0, 1, 2, 365, 366].map((daysListed) => listedText({ daysListed, createdAt }))).toEqual([
    'Listed today',
    'Listed 1 day ago',
    'Listed 2 days ago',
    'Listed 365 days ago',
    'Listed May 2008',
  ]);
});
