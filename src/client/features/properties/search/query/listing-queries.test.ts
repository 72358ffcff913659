import { describe, expect, it } from 'vitest';
import { hashKey } from '@tanstack/react-query';
import { buildRequest } from '../../../../api/api-client.ts';
import { readAgentSearch, readStatusSearch } from './listing-url.ts';
import { countQuery, propertiesQuery } from './listing-queries.ts';

type Query = { queryKey: readonly [unknown, unknown, unknown] };
/** Returns the URL of a list query. */
const pathOf = ({ queryKey }: Query) =>
  buildRequest('GET /properties', queryKey[2] as Parameters<typeof buildRequest>[1], null).path;
const parseStatusSearch = (search: string) =>
  readStatusSearch('For Sale', new URLSearchParams(search));

describe('propertiesQuery', () => {
  it('requests only the filters that are set', () => {
    expect(pathOf(propertiesQuery(parseStatusSearch('')))).toBe('/api/properties?status=For+Sale');
  });

  it('requests the filters, the sort order, and the page', () => {
    const search =
      'searchTerm=pool&propertyType=House&minPrice=1&maxPrice=2&bedrooms=3&sort=price_desc&page=2';
    expect(pathOf(propertiesQuery(parseStatusSearch(search)))).toBe(
      '/api/properties?searchTerm=pool&propertyType=House&status=For+Sale&minPrice=1&maxPrice=2&bedrooms=3&sort=price_desc&page=2',
    );
  });

  it('requests an agent’s homes of every status', () => {
    const search = readAgentSearch(new URLSearchParams('agentId=7&agentName=Ada'));
    expect(search && pathOf(propertiesQuery(search))).toBe('/api/properties?agentId=7');
  });

  it('shares one query between equivalent searches', () => {
    const key = (search: string) => hashKey(propertiesQuery(parseStatusSearch(search)).queryKey);
    expect(key('minPrice=450k&page=1')).toBe(key('sort=createdAt_desc&minPrice=450000'));
  });
});

describe('countQuery', () => {
  it('requests one entry, without a sort order or page', () => {
    const { scope, filters } = parseStatusSearch('bedrooms=2&sort=price_asc&page=3');
    expect(pathOf(countQuery(scope, filters))).toBe(
      '/api/properties?status=For+Sale&bedrooms=2&limit=1',
    );
  });
});
