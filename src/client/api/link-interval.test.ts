import { expect, it } from 'vitest';
import { createLinkInterval } from './link-interval.ts';

const MINUTE_MS = 60_000;

it('asks often while something happens, and now and then once nothing does', () => {
  let now = 5_000;
  const interval = createLinkInterval(() => now);
  const first = { state: { data: { messages: 1 } } };
  expect(interval({ state: { data: undefined } })).toBe(1_500);
  expect(interval(first)).toBe(1_500);
  now += 10 * MINUTE_MS - 1;
  expect(interval(first)).toBe(1_500);
  now += 1;
  expect(interval(first)).toBe(10_000);
  expect(interval({ state: { data: { messages: 2 } } })).toBe(1_500);
});
