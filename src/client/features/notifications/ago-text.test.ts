import { expect, it } from 'vitest';
import { agoText } from './ago-text.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const msAgo = (ms: number) => new Date(NOW.getTime() - ms).toISOString();

it.each([
  [0, 'Just now'],
  [59_000, 'Just now'],
  [60_000, '1 min ago'],
  [59 * 60_000, '59 min ago'],
  [60 * 60_000, '1h ago'],
  [26 * 60 * 60_000, '1d ago'],
  [8 * 24 * 60 * 60_000, 'Nov 14, 2026'],
])('formats %i ms as %s', (ms, text) => {
  expect(agoText(msAgo(ms), NOW)).toBe(text);
});
