import { expect, it } from 'vitest';
import { lastListUrl, latestListUrl, rememberList } from './visited-lists.ts';

it('remembers the last URL of each managed list and the most recently visited list', () => {
  expect(latestListUrl()).toBeNull();
  expect(lastListUrl('/mine')).toBe('/mine');
  rememberList('/mine?page=7');
  rememberList('/all?status=For+Rent');
  expect(lastListUrl('/mine')).toBe('/mine?page=7');
  expect(latestListUrl()).toBe('/all?status=For+Rent');
  rememberList('/mine');
  expect(lastListUrl('/mine')).toBe('/mine');
  expect(latestListUrl()).toBe('/mine');
});
