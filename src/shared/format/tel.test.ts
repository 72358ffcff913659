import { expect, test } from 'vitest';
import { telHref } from './tel.ts';

test.each([
  ['(512) 555-0142', 'tel:5125550142'],
  ['+1 512.555.0142', 'tel:+15125550142'],
  ['512-555-0142 ext. 7', 'tel:5125550142'],
  ['512 555 0142 x7', 'tel:5125550142'],
])('links %s to %s', (phone, href) => {
  expect(telHref(phone)).toBe(href);
});
