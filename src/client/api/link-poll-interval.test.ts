import { expect, it } from 'vitest';
import { ApiError, networkError } from './api-error.ts';
import { createLinkPollInterval } from './link-poll-interval.ts';

const MINUTE_MS = 60_000;

it('polls frequently for ten minutes after a change, and slowly after that', () => {
  let now = 5_000;
  const interval = createLinkPollInterval(() => now);
  const first = { state: { data: { messages: 1 }, error: null } };
  expect(interval({ state: { data: undefined, error: null } })).toBe(1_500);
  expect(interval(first)).toBe(1_500);
  now += 10 * MINUTE_MS - 1;
  expect(interval(first)).toBe(1_500);
  now += 1;
  expect(interval(first)).toBe(10_000);
  expect(interval({ state: { data: { messages: 2 }, error: null } })).toBe(1_500);
});

it('polls slowly if the page failed to load, and not at all for an invalid link', () => {
  const interval = createLinkPollInterval(() => 5_000);
  const createApiError = (status: number) =>
    new ApiError({ status, code: 'UNREADABLE', message: 'It failed.', fieldErrors: {} });
  const data = { messages: 1 };
  expect(interval({ state: { data: undefined, error: networkError() } })).toBe(10_000);
  expect(interval({ state: { data: undefined, error: createApiError(503) } })).toBe(10_000);
  expect(interval({ state: { data: undefined, error: createApiError(404) } })).toBe(false);
  expect(interval({ state: { data: undefined, error: createApiError(401) } })).toBe(false);
  // Data that is already on the page is still refreshed frequently.
  expect(interval({ state: { data, error: createApiError(503) } })).toBe(1_500);
});
