import { expect, test } from 'vitest';
import { findUncached } from './agent-finder.ts';

test('each identifier is looked up once; those too long for an email address are ignored', () => {
  const cache = new Map([['known@example.org', undefined]]);
  const long = `${'a'.repeat(250)}@x.org`;
  const identifiers = ['known@example.org', 'new@example.org', null, long, 'new@example.org'];
  expect(findUncached(identifiers, cache)).toEqual(['new@example.org']);
});

test('a cache with more than 10,000 identifiers is cleared', () => {
  const cache = new Map(Array.from({ length: 10_001 }, (_, index) => [String(index), undefined]));
  expect(findUncached(['1'], cache)).toEqual(['1']);
  expect(cache.size).toBe(0);
});
