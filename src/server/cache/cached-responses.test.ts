import { describe, expect, it } from 'vitest';
import { toCachedResponse } from './cached-responses.ts';

describe('a response that is cached', () => {
  it('says where a redirect leads, and drops what belongs to one request only', () => {
    const headers = { location: '/for-sale?searchTerm=austin', date: 'now', 'x-total-count': 3 };
    const copied = toCachedResponse(302, headers, Buffer.from(''));
    expect(copied.headers).toEqual({
      location: '/for-sale?searchTerm=austin',
      'x-total-count': '3',
    });
  });
});
