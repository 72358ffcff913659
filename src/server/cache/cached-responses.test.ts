import { describe, expect, it } from 'vitest';
import { isFresh, toCachedResponse } from './cached-responses.ts';

describe('a cached response', () => {
  it('preserves a redirect’s target and drops per-request headers', () => {
    const headers = { location: '/for-sale?searchTerm=austin', date: 'now', 'x-total-count': 3 };
    const cachedResponse = toCachedResponse(302, headers, Buffer.from(''));
    expect(cachedResponse.headers).toEqual({
      location: '/for-sale?searchTerm=austin',
      'x-total-count': '3',
    });
  });
});

describe('isFresh', () => {
  const isFreshWith = (tags: string) => isFresh({ 'if-none-match': tags }, { etag: 'W/"abc"' });

  it('accepts `*` and any of several tags, weak or strong', () => {
    expect(isFreshWith('*')).toBe(true);
    expect(isFreshWith('"x", W/"abc"')).toBe(true);
    expect(isFreshWith('"abc"')).toBe(true);
    expect(isFreshWith('"x"')).toBe(false);
  });

  it('ignores a header that is too long', () => {
    expect(isFreshWith(`${','.repeat(95_000)}"abc"`)).toBe(false);
  });
});
