import { describe, expect, it } from 'vitest';
import { buildProperty } from '#tests/factories/build-property.ts';
import { pickSimilar, similarQuery } from './similar-query.ts';

describe('similar homes', () => {
  const home = buildProperty({ price: 500_000, city: 'Austin', state: 'TX' });

  it('are of the same kind, status and place, near in price', () => {
    expect(similarQuery(home).queryKey[2]).toEqual({
      query: {
        searchTerm: 'Austin TX',
        propertyType: 'House',
        status: 'For Sale',
        minPrice: 350_000,
        maxPrice: 700_000,
        limit: 12,
      },
    });
  });

  it('are not the home itself, and not of another city whose text names this one', () => {
    const near = buildProperty({ price: 510_000, city: 'austin', state: 'TX' });
    const far = buildProperty({ price: 690_000, city: 'Austin', state: 'TX' });
    const elsewhere = buildProperty({ price: 500_000, city: 'Dallas', state: 'TX' });
    expect(pickSimilar(home, [far, home, elsewhere, near], 3)).toEqual([near, far]);
    expect(pickSimilar(home, [far, near], 1)).toEqual([near]);
  });
});
