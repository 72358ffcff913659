import { describe, expect, it } from 'vitest';
import type { Place } from '#shared/schemas/place.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import type { LoadedQuery } from '../../../api/page-data/loaded-state.ts';
import { redirectToPlace } from '../../../features/properties/search/place-redirect.ts';
import { propertiesQuery } from '../../../features/properties/search/query/listing-queries.ts';
import {
  placeQuery,
  readPlaceSearch,
  type PlaceParams,
} from '../../../features/properties/search/query/place-scope.ts';
import { loaded, failed, buildMetaArgs, renderPage, textOf } from '../render-page.fixture.tsx';
import ForRentPlacePage from './for-rent-place.tsx';
import ForSalePlacePage, { meta } from './for-sale-place.tsx';
import { summarizeAll } from '../../../property-cards/property-summary.ts';

const SAN_ANTONIO: Place = {
  kind: 'city',
  label: 'San Antonio, TX',
  city: 'San Antonio',
  state: 'TX',
  count: 4,
  latitude: 29.4,
  longitude: -98.5,
  bounds: [-98.6, 29.3, -98.4, 29.5],
  medianPrice: 450_000,
  medianPricePerSqft: 300,
  medianDaysListed: 3,
  reducedShare: 0.25,
};
const CITY = { state: 'tx', city: 'san-antonio' };

const searchOf = (search = '', params: PlaceParams = CITY) =>
  readPlaceSearch('For Sale', params, new URLSearchParams(search));
const searchResults = (search = '') =>
  loaded(propertiesQuery(searchOf(search)), {
    items: summarizeAll([buildProperty({ title: 'Porch house' })]),
    totalCount: 30,
    searchedFor: null,
  });
const market = loaded(placeQuery(searchOf().scope), SAN_ANTONIO);

const renderForSale = (search: string, ...queries: LoadedQuery[]) =>
  renderPage(<ForSalePlacePage />, {
    path: 'for-sale/:state/:city/:zip?',
    url: `/for-sale/tx/san-antonio${search}`,
    queries,
  });

describe('/for-sale/{state}/{city}', () => {
  it('lists the place’s homes with its market data', () => {
    const html = renderForSale('', searchResults(), market);
    for (const expected of [
      'Properties For Sale in San Antonio, TX',
      '4 homes for sale · median price $450,000 · median 3 days on market',
      '30 properties found',
      'Porch house',
    ]) {
      expect(textOf(html)).toContain(expected);
    }
    expect(html).toContain('aria-label="Breadcrumb"');
    expect(html).toContain('action="/for-sale/tx/san-antonio"');
    expect(html).toContain('href="/for-sale/tx/san-antonio?page=2"');
    expect(html).not.toContain('name="city"');
  });

  it('shows the place’s name before the market data has loaded, and says if there are no homes', () => {
    expect(textOf(renderForSale('', searchResults()))).toContain(
      'Properties For Sale in San Antonio, TX',
    );
    const emptyMarket = { ...SAN_ANTONIO, count: 0, medianPrice: null, medianDaysListed: null };
    const html = renderForSale(
      '',
      searchResults(),
      loaded(placeQuery(searchOf().scope), emptyMarket),
    );
    expect(textOf(html)).toContain('No homes for sale here right now.');
  });

  it('omits a median of more than a year on the market', () => {
    const oldMarket = loaded(placeQuery(searchOf().scope), {
      ...SAN_ANTONIO,
      medianDaysListed: 5840,
    });
    const text = textOf(renderForSale('', searchResults(), oldMarket));
    expect(text).toContain('4 homes for sale · median price $450,000');
    expect(text).not.toContain('on market');
  });

  it('reports an unknown place', () => {
    const notFound = failed(placeQuery(searchOf().scope), { status: 404, code: 'NOT_FOUND' });
    expect(textOf(renderForSale('', searchResults(), notFound))).toContain(
      'We can’t find that page',
    );
  });

  it('has meta tags', () => {
    const tags = JSON.stringify(
      meta(buildMetaArgs({ queries: [searchResults(), market], params: CITY })),
    );
    expect(tags).toContain('"title":"Properties For Sale in San Antonio, TX | ');
    expect(tags).toContain('"href":"https://homes.example/for-sale/tx/san-antonio"');
    expect(tags).toContain('30 homes for sale in San Antonio, TX');
    expect(tags).toContain('BreadcrumbList');
    expect(tags).not.toContain('noindex');
  });

  it('derives the place’s name from the URL', () => {
    expect(searchOf('', { ...CITY, zip: '78205' }).scope).toEqual({
      kind: 'status',
      status: 'For Sale',
      in: { state: 'tx', city: 'san-antonio', zip: '78205', label: 'San Antonio, TX 78205' },
    });
  });
});

describe('/for-rent/{state}/{city}', () => {
  it('has the place’s name in the heading', () => {
    const html = renderPage(<ForRentPlacePage />, {
      path: 'for-rent/:state/:city/:zip?',
      url: '/for-rent/tx/san-antonio/78205',
      queries: [],
    });
    expect(textOf(html)).toContain('Properties For Rent in San Antonio, TX 78205');
  });
});

describe('redirectToPlace', () => {
  const redirectOf = (search: string, params?: PlaceParams) => {
    try {
      redirectToPlace('For Sale', new Request(`http://localhost/for-sale${search}`), params);
      return null;
    } catch (thrown) {
      return (thrown as Response).headers.get('location');
    }
  };

  it.each([
    [{ state: 'Texas', city: 'San Antonio' }, '/for-sale/tx/san-antonio?bedrooms=2'],
    [
      { state: 'TX', city: 'San Antonio', zip: '78205' },
      '/for-sale/tx/san-antonio/78205?bedrooms=2',
    ],
    [{ ...CITY, zip: '78205' }, null],
  ])('redirects the place %j to %s (null: no redirect)', (params, path) => {
    expect(redirectOf('?bedrooms=2', params)).toBe(path);
  });

  it.each([
    ['?city=San+Antonio&state=TX', '/for-sale/tx/san-antonio'],
    [
      '?city=San+Antonio&state=Texas&zipCode=78205&bedrooms=2',
      '/for-sale/tx/san-antonio/78205?bedrooms=2',
    ],
    ['?city=Austin&state=TX&status=For+Rent', '/for-rent/tx/austin'],
    ['?city=Austin', null],
    ['?state=TX', null],
    ['?bedrooms=2', null],
  ])('redirects %s to %s (null: no redirect)', (search, path) => {
    expect(redirectOf(search)).toBe(path);
  });

  it.each([
    ['?city=Dallas&bedrooms=2', '/for-sale/tx/dallas?bedrooms=2'],
    ['?state=CA', '/for-sale/ca/san-antonio'],
    ['?zipCode=78210', '/for-sale/tx/san-antonio/78210'],
    ['?bedrooms=2', null],
    ['?city=', null],
  ])('redirects %s to %s on a place page (null: no redirect)', (search, path) => {
    expect(redirectOf(search, { ...CITY, zip: '78205' })).toBe(path);
  });
});
