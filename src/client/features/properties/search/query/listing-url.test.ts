import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEATURE_CODES, PROPERTY_SORTS, PROPERTY_TYPES } from '#shared/property-choices.ts';
import {
  searchHref,
  searchTitle,
  readAgentSearch,
  readStatusSearch,
  withoutEmptyValues,
} from './listing-url.ts';
import { NO_FILTERS } from './property-filters.ts';

const searchOf = (href: string) => new URL(href, 'http://localhost').searchParams;
const forSale = { kind: 'status', status: 'For Sale' } as const;
const agent = { kind: 'agent', agentId: '7', agentName: 'Ada King' } as const;

describe('searchHref', () => {
  it('omits default values', () => {
    expect(searchHref(forSale, NO_FILTERS)).toBe('/for-sale');
    expect(searchHref(agent, NO_FILTERS, 1)).toBe('/agent-listings?agentId=7&agentName=Ada+King');
  });

  it('contains the filters, the sort order, and the page', () => {
    const filters = {
      ...NO_FILTERS,
      searchTerm: 'garden & view',
      bedrooms: '2',
      sort: 'price_asc',
    } as const;
    expect(searchHref({ kind: 'status', status: 'For Rent' }, filters, 3)).toBe(
      '/for-rent?searchTerm=garden+%26+view&bedrooms=2&sort=price_asc&page=3',
    );
  });

  it('returns a URL that parses back to the same search', () => {
    fc.assert(
      fc.property(
        fc.record({
          searchTerm: fc
            .stringMatching(/^(\w[\w&=?#+%'", ]{0,20}\w)?$/)
            .map((text) => text.replace(/\s+/g, ' ')),
          propertyType: fc.subarray([...PROPERTY_TYPES]).map((types) => types.join(',')),
          minPrice: fc.option(fc.nat().map(String), { nil: '' }),
          maxPrice: fc.option(fc.nat().map(String), { nil: '' }),
          bedrooms: fc.constantFrom('', '1', '5', '12'),
          bounds: fc.constantFrom('', '-98,30,-97,31'),
          area: fc.constantFrom('', '_p~iF~ps|U_ulLnnqC_mqNvxq`@'),
          view: fc.constantFrom('' as const, 'map' as const),
          minYearBuilt: fc.constantFrom('', '1600', '1987'),
          maxHoa: fc.constantFrom('', '0', '350'),
          features: fc.subarray(FEATURE_CODES).map((codes) => codes.join(',')),
          availableBy: fc.constantFrom('', '2026-05-01'),
          listedWithin: fc.constantFrom('', '7'),
          reduced: fc.constantFrom('', 'true'),
          city: fc.constantFrom('', 'St. Louis'),
          sort: fc.constantFrom(...PROPERTY_SORTS),
        }),
        fc.integer({ min: 1, max: 400 }),
        (chosenFilters, page) => {
          const filters = { ...NO_FILTERS, ...chosenFilters, status: '' as const };
          // 'all' means "no filter" everywhere (docs/product/api.md, Conventions).
          fc.pre(filters.searchTerm !== 'all');
          const href = searchHref(forSale, filters, page);
          expect(readStatusSearch('For Sale', searchOf(href))).toEqual({
            scope: forSale,
            filters,
            page,
          });
          const agentHref = searchHref(agent, filters, page);
          expect(readAgentSearch(searchOf(agentHref))).toEqual({ scope: agent, filters, page });
        },
      ),
    );
  });
});

describe('readStatusSearch', () => {
  it('prefers a status in the query, which the home page sends', () => {
    const search = readStatusSearch('For Sale', new URLSearchParams('status=For+Rent'));
    expect(search.scope).toEqual({ kind: 'status', status: 'For Rent' });
    expect(search.filters).toEqual(NO_FILTERS);
  });
});

describe('readAgentSearch', () => {
  it('returns null without a valid agent ID', () => {
    expect(readAgentSearch(new URLSearchParams('agentName=Ada'))).toBeNull();
    expect(readAgentSearch(new URLSearchParams('agentId=+'))).toBeNull();
    expect(readAgentSearch(new URLSearchParams('agentId=ada'))).toBeNull();
  });

  it('sanitizes a malformed name and truncates it to 80 characters', () => {
    const params = new URLSearchParams({ agentId: '7', agentName: `A\u202E\n${'b'.repeat(500)}` });
    const search = readAgentSearch(params);
    const name = search?.scope.kind === 'agent' ? search.scope.agentName : '';
    expect(name).toHaveLength(80);
    expect(name.startsWith('A bbb')).toBe(true);
  });

  it('reads the status as a filter', () => {
    expect(readAgentSearch(new URLSearchParams('agentId=7&status=For+Sale'))?.filters.status).toBe(
      'For Sale',
    );
  });
});

describe('searchTitle', () => {
  it.each([
    [forSale, 'Properties For Sale'],
    [{ kind: 'status', status: 'For Rent' } as const, 'Properties For Rent'],
    [agent, 'Listings by Ada King'],
    [{ ...agent, agentName: '' }, 'Listings by Agent'],
  ])('returns the title for %j', (scope, title) => {
    expect(searchTitle(scope)).toBe(title);
  });
});

describe('withoutEmptyValues', () => {
  const removeEmptyValues = (path: string) => withoutEmptyValues(new URL(path, 'http://localhost'));

  it('drops the empty and default values that a form submits without JavaScript', () => {
    expect(removeEmptyValues('/for-sale?searchTerm=&propertyType=all&minPrice=&bedrooms=2')).toBe(
      '/for-sale?bedrooms=2',
    );
    expect(removeEmptyValues('/for-sale?searchTerm=&status=all&sort=createdAt_desc')).toBe(
      '/for-sale',
    );
  });

  it('preserves unknown keys, and returns null if nothing changes', () => {
    expect(removeEmptyValues('/for-sale')).toBeNull();
    expect(removeEmptyValues('/for-sale?utm_source=')).toBeNull();
    expect(removeEmptyValues('/for-sale?utm_source=&bedrooms=')).toBe('/for-sale?utm_source=');
  });
});
