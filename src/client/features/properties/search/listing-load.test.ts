import { describe, expect, it } from 'vitest';
import type { ListPage } from '../../../api/api-types.ts';
import type { PageScope } from '../../../api/page-data/page-data.ts';
import { loadSearch } from './listing-load.ts';
import { readStatusSearch } from './query/listing-url.ts';

const OTHER_FILTERS = '&propertyType=House&minPrice=1000&maxPrice=900000&bedrooms=2';

/** Returns the query keys that a page requests; `countFor` returns the count of each. */
async function listRequestedKeys(
  query: string,
  countFor: (key: string) => number,
): Promise<string[]> {
  const requests: string[] = [];
  const prefetch: PageScope['prefetch'] = async <T>({ queryKey }: { queryKey: unknown }) => {
    const key = JSON.stringify(queryKey);
    requests.push(key);
    const page: ListPage<never> = { items: [], totalCount: countFor(key), searchedFor: null };
    return page as T;
  };
  const url = new URL(`http://localhost/for-sale?${query}`);
  const search = readStatusSearch('For Sale', url.searchParams);
  await loadSearch({ prefetch } as PageScope, search);
  return requests;
}

const filterByKeyword = (requests: readonly string[]) =>
  requests.filter((key) => key.includes('qzx'));

describe('loadSearch', () => {
  it('requests no suggestions that combine filters with a keyword that matches no homes', async () => {
    const requests = await listRequestedKeys(`searchTerm=qzx${OTHER_FILTERS}`, (key) =>
      key.includes('qzx') ? 0 : 7,
    );
    // The search itself, the keyword alone, and the keyword alone for rent.
    expect(filterByKeyword(requests)).toHaveLength(3);
    expect(requests.length).toBeLessThanOrEqual(5);
  });

  it('requests at most eight suggestions for a keyword that matches homes', async () => {
    const requests = await listRequestedKeys(`searchTerm=qzx${OTHER_FILTERS}`, (key) =>
      key.includes('900000') ? 0 : 7,
    );
    expect(filterByKeyword(requests).length).toBeLessThanOrEqual(8);
    expect(requests.length).toBeLessThanOrEqual(9);
  });

  it('requests no suggestions if there are results', async () => {
    expect(await listRequestedKeys(`searchTerm=qzx${OTHER_FILTERS}`, () => 1)).toHaveLength(1);
  });
});
