import { expect, test } from 'vitest';
import { formatMinutes } from './format-minutes.ts';

test.each([
  [0.4, '0 min'],
  [59.4, '59 min'],
  [95.5, '1 h 36 min'],
  [3120, '2 d 4 h'],
])('formats %d minutes as %s', (minutes, text) => expect(formatMinutes(minutes)).toBe(text));
