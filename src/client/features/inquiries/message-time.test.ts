import { expect, it } from 'vitest';
import { shortTime } from './message-time.ts';

it('formats a message’s time compactly', () => {
  const now = new Date(2026, 10, 22, 15, 0);
  const toIsoTime = (...parts: [number, number, number, number]) =>
    new Date(...parts).toISOString();
  expect(shortTime(toIsoTime(2026, 10, 22, 9), now).replaceAll(/\s/g, ' ')).toBe('9:00 AM');
  expect(shortTime(toIsoTime(2026, 2, 1, 9), now)).toBe('Mar 1');
  expect(shortTime(toIsoTime(2025, 2, 1, 9), now)).toBe('Mar 1, 2025');
});
