import { expect, it } from 'vitest';
import { deskAsLeft, latestDesk, rememberDesk } from './visited-lists.ts';

it('remembers each desk as it was left, and which was the last', () => {
  expect(latestDesk()).toBeNull();
  expect(deskAsLeft('/mine')).toBe('/mine');
  rememberDesk('/mine?page=7');
  rememberDesk('/all?status=For+Rent');
  expect(deskAsLeft('/mine')).toBe('/mine?page=7');
  expect(latestDesk()).toBe('/all?status=For+Rent');
  rememberDesk('/mine');
  expect(deskAsLeft('/mine')).toBe('/mine');
  expect(latestDesk()).toBe('/mine');
});
