import { expect, test } from 'vitest';
import { timeZonesWith } from './time-zones.ts';

test('lists US time zones first, and every time zone once', () => {
  const zones = timeZonesWith('Antarctica/Troll');
  expect(zones.slice(0, 3)).toEqual(['America/New_York', 'America/Chicago', 'America/Denver']);
  expect(zones).toContain('Antarctica/Troll');
  expect(new Set(zones).size).toBe(zones.length);
});
