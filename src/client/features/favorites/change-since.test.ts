import { expect, it } from 'vitest';
import { changeSince } from './change-since.ts';

const home = { price: 500_000, status: 'For Sale', isAvailable: true, isOffMarket: false } as const;

it.each([
  ['no change', home, 500_000, null],
  ['a price cut', home, 520_000, 'Price down $20,000 since you saved it'],
  ['a price increase', home, 480_000, 'Price up $20,000 since you saved it'],
  ['a sold home', { ...home, isAvailable: false }, 520_000, 'Sold'],
  [
    'a rented home',
    { ...home, status: 'For Rent', isAvailable: false } as const,
    500_000,
    'Rented',
  ],
  [
    'a home that is off the market',
    { ...home, isAvailable: false, isOffMarket: true },
    500_000,
    'Off market',
  ],
  ['a deleted home', undefined, 500_000, 'No longer available'],
])('describes %s', (_name, current, savedPrice, text) => {
  expect(changeSince(current, savedPrice)?.text ?? null).toBe(text);
});
