import { describe, expect, it } from 'vitest';
import { toCachedResponse } from './cached-responses.ts';

describe('a cached response', () => {
  it('stores the target of a redirect, and drops headers of a single request', () => {
    const headers = { location: '/for-sale?searchTerm=austin', date: 'now', 'x-total-count': 3 };
    const copied = toCachedResponse(302, headers, Buffer.from(''));
    expect(copied.headers).toEqual({
      location: '/for-sale?searchTerm=austin',
      'x-total-count': '3',
    });
  });
});
