import { expect, it } from 'vitest';
import { lastListUrl, latestList, rememberList } from './visited-lists.ts';

it('remembers the last URL of each managed list and the most recently visited list', () => {
  expect(latestList()).toBeNull();
  expect(lastListUrl('/mine')).toBe('/mine');
  rememberList('/mine?page=7');
  rememberList('/all?status=For+Rent');
  expect(lastListUrl('/mine')).toBe('/mine?page=7');
  expect(latestList()).toBe('/all?status=For+Rent');
  rememberList('/mine');
  expect(lastListUrl('/mine')).toBe('/mine');
  expect(latestList()).toBe('/mine');
});
