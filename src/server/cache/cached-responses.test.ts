import { describe, expect, it } from 'vitest';
import { toCachedResponse } from './cached-responses.ts';

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
