import { expect, it } from 'vitest';
import { withoutSent } from './without-sent.ts';

it.each([
  ['Thank you.', ''],
  ['Thank you. See you soon.', ' See you soon.'],
  ['Thanks.', 'Thanks.'],
])('does not discard text typed while a message is being sent: %s', (draft, remaining) => {
  expect(withoutSent(draft, 'Thank you.')).toBe(remaining);
});
