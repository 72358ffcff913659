import { expect, it } from 'vitest';
import { withoutSent } from './without-sent.ts';

it.each([
  ['Thank you.', ''],
  ['Thank you. See you soon.', ' See you soon.'],
  ['Thanks.', 'Thanks.'],
])('keeps what was typed while a message was sent: %s', (draft, remaining) => {
  expect(withoutSent(draft, 'Thank you.')).toBe(remaining);
});
