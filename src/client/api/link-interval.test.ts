import { expect, it } from 'vitest';
import { ApiError, networkError } from './api-error.ts';
import { createLinkInterval } from './link-interval.ts';

const MINUTE_MS = 60_000;

it('polls often after changes, and rarely otherwise', () => {
  let now = 5_000;
  const interval = createLinkInterval(() => now);
  const first = { state: { data: { messages: 1 }, error: null } };
  expect(interval({ state: { data: undefined, error: null } })).toBe(1_500);
  expect(interval(first)).toBe(1_500);
  now += 10 * MINUTE_MS - 1;
  expect(interval(first)).toBe(1_500);
  now += 1;
  expect(interval(first)).toBe(10_000);
  expect(interval({ state: { data: { messages: 2 }, error: null } })).toBe(1_500);
});

it('shows an error for a while, and an invalid link permanently', () => {
  const interval = createLinkInterval(() => 5_000);
  const failed = (status: number) =>
    new ApiError({ status, code: 'UNREADABLE', message: 'It failed.', fieldErrors: {} });
  const known = { messages: 1 };
  expect(interval({ state: { data: undefined, error: networkError() } })).toBe(10_000);
  expect(interval({ state: { data: undefined, error: failed(503) } })).toBe(10_000);
  expect(interval({ state: { data: undefined, error: failed(404) } })).toBe(false);
  expect(interval({ state: { data: undefined, error: failed(401) } })).toBe(false);
  // Data that is already shown is still refreshed.
  expect(interval({ state: { data: known, error: failed(503) } })).toBe(1_500);
});
