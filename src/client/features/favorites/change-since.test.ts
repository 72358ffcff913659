import { expect, it } from 'vitest';
import { changeSince } from './change-since.ts';

const home = { price: 500_000, status: 'For Sale', isAvailable: true } as const;

it.each([
  ['nothing', home, 500_000, null],
  ['a cut', home, 520_000, 'Price down $20,000 since you saved it'],
  ['a rise', home, 480_000, 'Price up $20,000 since you saved it'],
  ['a sale', { ...home, isAvailable: false }, 520_000, 'Sold'],
  ['a lease', { ...home, status: 'For Rent', isAvailable: false } as const, 500_000, 'Rented'],
  ['an end', undefined, 500_000, 'No longer available'],
])('describes the change: %s', (_name, now, savedPrice, text) => {
  expect(changeSince(now, savedPrice)?.text ?? null).toBe(text);
});
