import { describe, expect, it } from 'vitest';
import { toChosenPlace } from '../../../../forms/place-field/place-choice.ts';
import { chosenPlaceHref } from './chosen-place.ts';
import { NO_FILTERS } from './property-filters.ts';

const forSale = { kind: 'status', status: 'For Sale' } as const;
const agent = { kind: 'agent', agentId: '7', agentName: 'Ada King' } as const;

describe('choosing a suggested place', () => {
  const filters = { ...NO_FILTERS, searchTerm: 'san', bedrooms: '2', bounds: '-98,30,-97,31' };
  const city = {
    kind: 'city',
    label: 'San Antonio, TX',
    city: 'San Antonio',
    state: 'TX',
    count: 3,
    latitude: 29.4,
    longitude: -98.5,
    bounds: null,
  } as const;
  const zip = { ...city, kind: 'zip', zipCode: '78205' } as const;
  const address = { ...zip, kind: 'address', propertyId: '17' } as const;

  it.each([
    [forSale, city, '/for-sale/tx/san-antonio?bedrooms=2'],
    [
      { kind: 'status', status: 'For Rent' } as const,
      zip,
      '/for-rent/tx/san-antonio/78205?bedrooms=2',
    ],
    [forSale, address, '/property/17'],
  ])('for %j, links %j to %s', (scope, suggestion, href) => {
    expect(chosenPlaceHref(scope, toChosenPlace(suggestion), filters)).toBe(href);
  });

  it('preserves the agent', () => {
    const { searchParams, pathname } = new URL(
      chosenPlaceHref(agent, toChosenPlace(zip), filters),
      'http://localhost',
    );
    expect([
      pathname,
      ...['agentId', 'city', 'state', 'zipCode', 'bedrooms', 'searchTerm'].map((name) =>
        searchParams.get(name),
      ),
    ]).toEqual(['/agent-listings', '7', 'San Antonio', 'TX', '78205', '2', null]);
  });

  it('includes coordinates if a home in the place has them', () => {
    expect(toChosenPlace(city).position).toEqual({ latitude: 29.4, longitude: -98.5 });
    expect(toChosenPlace({ ...city, latitude: null }).position).toBeUndefined();
  });
});
