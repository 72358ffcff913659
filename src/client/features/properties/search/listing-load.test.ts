import { describe, expect, it } from 'vitest';
import type { ListPage } from '../../../api/api-types.ts';
import type { PageScope } from '../../../api/page-data/page-data.ts';
import { loadListing } from './listing-load.ts';
import { readStatusListing } from './query/listing-url.ts';

const ALL = '&propertyType=House&minPrice=1000&maxPrice=900000&bedrooms=2';

/** Returns the URLs that a page requests; `find` returns the count of each. */
async function requestsOf(search: string, find: (address: string) => number): Promise<string[]> {
  const requests: string[] = [];
  const prefetch: PageScope['prefetch'] = async <T>({ queryKey }: { queryKey: unknown }) => {
    const address = JSON.stringify(queryKey);
    requests.push(address);
    const page: ListPage<never> = { items: [], totalCount: find(address), searchedFor: null };
    return page as T;
  };
  const url = new URL(`http://localhost/for-sale?${search}`);
  const listing = readStatusListing('For Sale', url.searchParams);
  await loadListing({ prefetch } as PageScope, listing);
  return requests;
}

const withWords = (requests: readonly string[]) => requests.filter((each) => each.includes('qzx'));

describe('a page without results', () => {
  it('requests no suggestions for words that match no home', async () => {
    const requests = await requestsOf(`searchTerm=qzx${ALL}`, (address) =>
      address.includes('qzx') ? 0 : 7,
    );
    // The search itself, the words alone, and the words alone for rent.
    expect(withWords(requests)).toHaveLength(3);
    expect(requests.length).toBeLessThanOrEqual(5);
  });

  it('requests at most eight suggestions for words that match a home', async () => {
    const requests = await requestsOf(`searchTerm=qzx${ALL}`, (address) =>
      address.includes('900000') ? 0 : 7,
    );
    expect(withWords(requests).length).toBeLessThanOrEqual(8);
    expect(requests.length).toBeLessThanOrEqual(9);
  });

  it('requests nothing else if there are results', async () => {
    expect(await requestsOf(`searchTerm=qzx${ALL}`, () => 1)).toHaveLength(1);
  });
});
