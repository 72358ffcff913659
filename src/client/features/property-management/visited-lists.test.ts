import { expect, it } from 'vitest';
import { listAsLeft, latestList, rememberList } from './visited-lists.ts';

it('remembers the last URL of each managed list, and the latest list', () => {
  expect(latestList()).toBeNull();
  expect(listAsLeft('/mine')).toBe('/mine');
  rememberList('/mine?page=7');
  rememberList('/all?status=For+Rent');
  expect(listAsLeft('/mine')).toBe('/mine?page=7');
  expect(latestList()).toBe('/all?status=For+Rent');
  rememberList('/mine');
  expect(listAsLeft('/mine')).toBe('/mine');
  expect(latestList()).toBe('/mine');
});
