import { describe, expect, test } from 'vitest';
import { percentRead, readSummary, runOutcome } from './source-text.ts';

describe('readSummary', () => {
  test.each([
    [{ read: 1_200, total: 3_000 }, '1,200 of about 3,000 rows read (40%)'],
    [{ read: 0, total: 3_000 }, '0 of about 3,000 rows read (0%)'],
    // Rows that change during the sync are read again.
    [{ read: 3_010, total: 3_000 }, '3,010 of about 3,000 rows read (99%)'],
    [{ read: 1_200, total: null }, '1,200 rows read'],
    [{ read: 0, total: 0 }, '0 rows read'],
  ])('describes %j', (run, text) => {
    expect(readSummary(run)).toBe(text);
  });
});

test('percentRead returns null without a total', () => {
  expect(percentRead({ read: 5, total: null })).toBeNull();
});

describe('runOutcome', () => {
  const counts = { added: 0, updated: 0, removed: 0, unchanged: 0, refused: 0 };
  test.each([
    [{}, 'No changes'],
    [{ added: 1_200, refused: 2 }, '1,200 new, 2 skipped'],
    [{ error: 'The server has no Property resource.' }, 'The server has no Property resource.'],
  ])('describes %j', (overrides, text) => {
    const run = {
      _id: '1',
      startedAt: '',
      finishedAt: null,
      state: 'done' as const,
      read: 0,
      total: null,
      mediaWaiting: 0,
      error: null,
      ...counts,
      ...overrides,
    };
    expect(runOutcome(run)).toBe(text);
  });
});
