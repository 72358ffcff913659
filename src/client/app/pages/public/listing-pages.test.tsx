import { beforeAll, describe, expect, it } from 'vitest';
import { buildProperty } from '#tests/factories/build-property.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import type { ListPage } from '../../../api/api-types.ts';
import type { LoadedQuery } from '../../../api/page-data/loaded-state.ts';
import {
  singleFilterSearches,
  relaxations,
  type Relaxation,
} from '../../../features/properties/search/query/relaxations.ts';
import { fetchListingEmpty } from '../../../features/properties/search/results/lazy-listing-empty.tsx';
import {
  readAgentSearch,
  readStatusSearch,
  type AgentSearchState,
} from '../../../features/properties/search/query/listing-url.ts';
import {
  countQuery,
  propertiesQuery,
} from '../../../features/properties/search/query/listing-queries.ts';
import { NO_FILTERS } from '../../../features/properties/search/query/property-filters.ts';
import { loaded, failed, renderPage, buildMetaArgs, textOf } from '../render-page.fixture.tsx';
import AgentListingsPage, { meta as agentMeta } from './agent-listings.tsx';
import ForRentPage from './for-rent.tsx';
import { summarizeAll } from '../../../property-cards/property-summary.ts';
import ForSalePage, { meta as forSaleMeta } from './for-sale.tsx';

// The page’s loader normally loads the empty state.
beforeAll(async () => {
  await fetchListingEmpty();
});

const page = <T,>(
  items: T[],
  totalCount = items.length,
  searchedFor: string | null = null,
): ListPage<T> => ({
  items,
  totalCount,
  searchedFor,
});
const searchOf = (search: string) => readStatusSearch('For Sale', new URLSearchParams(search));
const queryOf = (search: string) => propertiesQuery(searchOf(search));

const renderForSale = (search: string, ...queries: LoadedQuery[]) =>
  renderPage(<ForSalePage />, { path: 'for-sale', url: `/for-sale${search}`, queries });

describe('/for-sale', () => {
  it('shows a count above 10,000 as 10,000+', () => {
    const html = renderForSale(
      '',
      loaded(queryOf(''), page(summarizeAll([buildProperty()]), 433_215)),
    );
    expect(textOf(html)).toContain('10,000+ properties found');
    expect(html).not.toContain('433');
  });

  it('shows the results, their count, and the search form', () => {
    const home = buildProperty({ title: 'Porch house', price: 598_000 });
    const html = renderForSale('', loaded(queryOf(''), page(summarizeAll([home]), 1_204)));
    expect(html).toContain('<h1');
    for (const expected of [
      'Properties For Sale',
      '1,204 properties found',
      'Keyword',
      'Type',
      'House',
      'Apartment',
      'Condo',
      'Min. Beds',
      'Any',
      '1+',
      '5+',
      'Apply Filters',
      'Newest',
      'Price: Low to High',
      'Price: High to Low',
      '$598,000',
      'Porch house',
    ]) {
      expect(textOf(html)).toContain(expected);
    }
  });

  it('works without JavaScript, with forms and links that keep the search in the URL', () => {
    const search = '?searchTerm=pool&bedrooms=2&sort=price_asc';
    const html = renderForSale(
      search,
      loaded(queryOf(search), page(summarizeAll([buildProperty()]), 60)),
    );
    expect(html).toContain('action="/for-sale"');
    expect(html).toContain('name="searchTerm" ');
    // The filter form also submits the sort order, and the sort form also submits the filters.
    expect(html).toContain('<input type="hidden" name="sort" value="price_asc"/>');
    expect(html).toContain('<input type="hidden" name="searchTerm" value="pool"/>');
    expect(html).toMatch(/<noscript><button[^>]*type="submit"[^>]*>Sort<\/button><\/noscript>/);
    expect(html).toContain(
      'href="/for-sale?searchTerm=pool&amp;bedrooms=2&amp;sort=price_asc&amp;page=3"',
    );
  });

  it('groups the additional filters without JavaScript and shows the number of homes in the button', () => {
    const search = '?searchTerm=pool&bathrooms=2&minLotSqft=5000';
    const html = renderForSale(
      search,
      loaded(queryOf(search), page(summarizeAll([buildProperty()]), 60)),
    );
    const [form = ''] = /<noscript><form.*?<\/form><\/noscript>/s.exec(html) ?? [];
    expect(form).toContain('<input type="hidden" name="searchTerm" value="pool"/>');
    expect(form.match(/<legend[^>]*>[^<]*/g)?.map((text) => text.replace(/.*>/, ''))).toEqual([
      'Price and cost',
      'Size',
      'Features',
      'Facts',
      'Listing',
      'Place',
    ]);
    expect(form.match(/name="bathrooms"/g)).toHaveLength(1);
    expect(form).toContain('Show 60 homes</button>');
  });

  it('offers to remove filters one by one', () => {
    const search = '?propertyType=Condo&maxPrice=500000';
    const html = renderForSale(
      search,
      loaded(queryOf(search), page(summarizeAll([buildProperty()]))),
    );
    expect(html).toContain('aria-label="Active filters"');
    expect(html).toContain('href="/for-sale?maxPrice=500000"');
    expect(html).toContain('href="/for-sale?propertyType=Condo"');
    expect(textOf(html)).toContain('Up to $500,000');
  });

  it('shows Searching... and a skeleton while loading', () => {
    const html = renderForSale('');
    expect(textOf(html)).toContain('Searching...');
    expect(html).toContain('pulse');
    expect(textOf(html)).not.toContain('properties found');
  });

  it('has an error state', () => {
    const text = textOf(renderForSale('', failed(queryOf(''))));
    expect(text).toContain('An Error Occurred');
    expect(text).toContain('Could not load properties at this time. Please try again later.');
    expect(text).not.toContain('Searching...');
  });

  it('has an empty state with filters to relax and their counts', () => {
    const search = '?searchTerm=pool&bedrooms=5';
    const { scope, filters } = searchOf(search);
    const counts = relaxations(scope, filters).map((relaxation, index) =>
      loaded(countQuery(relaxation.scope, relaxation.filters), page([], index * 7)),
    );
    const html = renderForSale(search, loaded(queryOf(search), page([])), ...counts);
    const text = textOf(html);
    expect(text).toContain('0 properties found');
    expect(text).toContain('No Properties Found');
    expect(text).toContain(
      'Your search and filters did not match any properties. Try adjusting your criteria.',
    );
    expect(text).not.toContain('Remove “pool”');
    expect(text).toContain('Include fewer than 5 beds , 7 homes');
    expect(text).toContain('Clear all filters , 14 homes');
    expect(html).toContain('href="/for-rent?searchTerm=pool&amp;bedrooms=5"');
  });

  it('suggests relaxations without counts if counting failed', () => {
    const search = '?searchTerm=pool&maxPrice=500000';
    const { scope, filters } = searchOf(search);
    const counts = relaxations(scope, filters).map((relaxation, index) => {
      const query = countQuery(relaxation.scope, relaxation.filters);
      return index === 1 ? failed(query) : loaded(query, page([], 0));
    });
    const html = renderForSale(search, loaded(queryOf(search), page([])), ...counts);
    expect(textOf(html)).toContain('Include homes over $500,000');
    expect(html).toContain('href="/for-sale?searchTerm=pool"');
    expect(textOf(html)).not.toContain('0 homes');
    expect(textOf(html)).not.toContain('Remove “pool”');
  });

  it('suggests each filter alone if removing any one filter still gives no results', () => {
    const search = '?searchTerm=pool&bedrooms=5&propertyType=Condo';
    const { scope, filters } = searchOf(search);
    const withCounts = (searches: Relaxation[], countAt: (index: number) => number) =>
      searches.map((relaxation, index) =>
        loaded(countQuery(relaxation.scope, relaxation.filters), page([], countAt(index))),
      );
    const html = renderForSale(
      search,
      loaded(queryOf(search), page([])),
      ...withCounts(relaxations(scope, filters), (index) => (index < 3 ? 0 : 40)),
      ...withCounts(singleFilterSearches(scope, filters), (index) => index * 4),
    );
    const text = textOf(html);
    expect(text).not.toContain('Just “pool”');
    expect(text).toMatch(
      /Just “Condo”, no other filters , 4 homes .*Just “5\+ beds”, no other filters , 8 homes .*Clear all filters , 40/,
    );
    expect(html).toContain('href="/for-sale?propertyType=Condo"');
  });

  it('shows the corrected spelling', () => {
    const search = '?searchTerm=austn';
    const html = renderForSale(
      search,
      loaded(queryOf(search), page(summarizeAll([buildProperty()]), 1, 'austin')),
    );
    expect(textOf(html)).toContain('Showing homes for “austin”');
  });

  it('links to the last page if the page number is too high, or explains the limit', () => {
    const html = renderForSale('?page=9', loaded(queryOf('page=9'), page([], 30)));
    expect(textOf(html)).toContain('There is no page 9');
    expect(html).toContain('href="/for-sale?page=2"');
    const error = failed(queryOf('page=900'), {
      status: 400,
      code: 'PAGE_OUT_OF_REACH',
      message: 'Only the first 10,000 results are available.',
    });
    expect(textOf(renderForSale('?page=900', error))).toContain('Only the first 10,000 results');
  });

  it('shows homes for rent if the query has that status, as in the form on the home page', () => {
    const search = '?status=For+Rent';
    const html = renderForSale(
      search,
      loaded(queryOf('status=For+Rent'), page(summarizeAll([buildProperty()]), 50)),
    );
    expect(textOf(html)).toContain('Properties For Rent');
    expect(html).toContain('href="/for-rent?page=2"');
  });

  it('reports invalid prices in the URL', () => {
    const search = '?minPrice=9&maxPrice=5';
    const html = renderForSale(search, loaded(queryOf(search), page([])));
    expect(textOf(html)).toContain('Max. price is below min. price.');
    expect(html).toContain('aria-invalid="true"');
  });
});

it('/for-rent has the heading “Properties For Rent”', () => {
  const search = readStatusSearch('For Rent', new URLSearchParams());
  const html = renderPage(<ForRentPage />, {
    path: 'for-rent',
    url: '/for-rent',
    queries: [loaded(propertiesQuery(search), page([]))],
  });
  expect(textOf(html)).toContain('Properties For Rent');
  expect(html).toContain('action="/for-rent"');
});

const renderAgentListings = (search: string, ...queries: LoadedQuery[]) =>
  renderPage(<AgentListingsPage />, {
    path: 'agent-listings',
    url: `/agent-listings${search}`,
    queries,
  });
const agentSearchOf = (query: string): AgentSearchState => {
  const search = readAgentSearch(new URLSearchParams(query));
  if (search === null) throw new Error('No agent in the URL.');
  return search;
};
const agentQueryOf = (search: string) => propertiesQuery(agentSearchOf(search));
const anyHomeQueryOf = (search: string) => countQuery(agentSearchOf(search).scope, NO_FILTERS);
const agentQuery = apiQuery('GET /users/agents/:id', { params: { id: '7' } });
const ada = {
  _id: '7',
  name: 'Ada King',
  email: 'ada@example.com',
  avatar: null,
  phone: null,
  office: null,
  isVerified: false,
  verification: null,
  licenseNumber: null,
  licenseState: null,
  agentRequestedAt: null,
  createdAt: '2024-01-01T00:00:00.000Z',
  propertyCount: 0,
};
const UNKNOWN_AGENT = { status: 404, code: 'NOT_FOUND', message: 'Agent not found.' } as const;

describe('/agent-listings', () => {
  it('uses the name in the URL as the heading and shows the stored agent', () => {
    const search = '?agentId=7&agentName=%3Cb%3EBoss%3C%2Fb%3E';
    const html = renderAgentListings(
      search,
      loaded(agentQueryOf(search), page(summarizeAll([buildProperty()]))),
    );
    expect(html).toContain('Listings by &lt;b&gt;Boss&lt;/b&gt;');
    expect(textOf(html)).toContain('Ada King');
    expect(html).toContain('href="mailto:ada@example.com"');
  });

  it('uses “Agent” as the heading if the URL has no name', () => {
    const html = renderAgentListings('?agentId=7', loaded(agentQueryOf('?agentId=7'), page([])));
    expect(textOf(html)).toContain('Listings by Agent');
    expect(textOf(html)).toContain('No Properties Found');
  });

  it('shows an agent without homes', () => {
    const search = '?agentId=7&agentName=Mallory';
    const html = renderAgentListings(
      search,
      loaded(agentQueryOf(search), page([])),
      loaded(anyHomeQueryOf(search), page([])),
      loaded(agentQuery, ada),
    );
    expect(textOf(html)).toContain('Listings by Mallory');
    expect(textOf(html)).toContain('Ada King');
    expect(textOf(html)).toContain('No Properties Found');
  });

  it('reports an unknown agent', () => {
    const search = '?agentId=7&agentName=Mallory';
    const html = renderAgentListings(
      search,
      loaded(agentQueryOf(search), page([])),
      loaded(anyHomeQueryOf(search), page([])),
      failed(agentQuery, UNKNOWN_AGENT),
    );
    expect(textOf(html)).toContain('Agent Not Found');
    expect(textOf(html)).not.toContain('Mallory');
  });

  it('includes the agent in its forms', () => {
    const search = '?agentId=7&agentName=Ada';
    const html = renderAgentListings(
      search,
      loaded(agentQueryOf(search), page(summarizeAll([buildProperty()]))),
    );
    expect(html).toContain('action="/agent-listings"');
    expect(html).toContain('<input type="hidden" name="agentId" value="7"/>');
    expect(html).toContain('<input type="hidden" name="agentName" value="Ada"/>');
  });

  it.each(['', '?agentName=Ada', '?agentId=ada'])(
    'shows an error for a missing or invalid agent ID in "%s"',
    (search) => {
      const text = textOf(renderAgentListings(search));
      expect(text).toContain('Agent Not Found');
      expect(text).toContain('No agent was specified to view listings for.');
    },
  );
});

const readSaleTags = (search: string, ...queries: LoadedQuery[]) =>
  forSaleMeta(buildMetaArgs({ search, queries }));
const readAgentTags = (search: string, ...queries: LoadedQuery[]) =>
  agentMeta(buildMetaArgs({ search, queries }));

describe('the listing pages’ meta tags', () => {
  const home = buildProperty();

  it('link to a feed of the same homes', () => {
    const search = '?city=Austin&view=map';
    const html = textOf(renderForSale(search, loaded(queryOf(search), page(summarizeAll([home])))));
    expect(html).toContain('Atom feed of these homes');
    expect(
      readSaleTags(search, loaded(queryOf(search), page(summarizeAll([home])))),
    ).toContainEqual({
      tagName: 'link',
      rel: 'alternate',
      type: 'application/atom+xml',
      title: 'Properties For Sale',
      href: 'https://homes.example/feed.atom?status=For+Sale&city=Austin',
    });
  });

  it('have a separate canonical URL for every page', () => {
    const tags = readSaleTags('?page=2', loaded(queryOf('page=2'), page(summarizeAll([home]), 60)));
    expect(tags).toContainEqual({ title: 'Properties For Sale, page 2 | Doorstep' });
    expect(tags).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: 'https://homes.example/for-sale?page=2',
    });
    expect(JSON.stringify(tags)).not.toContain('noindex');
    expect(JSON.stringify(tags)).toContain('"@type":"BreadcrumbList"');
    expect(tags).toContainEqual({
      property: 'og:image',
      content: `https://homes.example${home.images[0] ?? ''}`,
    });
  });

  it.each(['?searchTerm=pool', '?minPrice=5', '?bedrooms=2', '?sort=price_asc'])(
    'exclude %s from search engines',
    (search) => {
      const tags = readSaleTags(search, loaded(queryOf(search), page(summarizeAll([home]))));
      expect(tags).toContainEqual({ name: 'robots', content: 'noindex, follow' });
    },
  );

  it('let search engines index one home type, but not pages without homes', () => {
    const search = '?propertyType=Condo';
    const withHomes = readSaleTags(search, loaded(queryOf(search), page(summarizeAll([home]))));
    expect(JSON.stringify(withHomes)).not.toContain('noindex');
    const withoutHomes = readSaleTags(search, loaded(queryOf(search), page([])));
    expect(JSON.stringify(withoutHomes)).toContain('noindex');
  });

  it('contain only the agent’s stored name', () => {
    const search = '?agentId=7&agentName=Mallory';
    const tags = readAgentTags(search, loaded(agentQueryOf(search), page(summarizeAll([home]))));
    expect(JSON.stringify(tags)).not.toContain('Mallory');
    expect(tags).toContainEqual({ title: 'Listings by Ada King | Doorstep' });
    expect(tags).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: 'https://homes.example/agent-listings?agentId=7&agentName=Ada+King',
    });
    expect(JSON.stringify(tags)).toContain('"@type":"RealEstateAgent","name":"Ada King"');
  });

  it('take the name from the agent’s other homes or profile if there are no results', () => {
    const search = '?agentId=7&agentName=Mallory&bedrooms=9';
    const noAgentHomes = loaded(agentQueryOf(search), page([]));
    const noHomes = loaded(anyHomeQueryOf(search), page([]));
    const title = 'Listings by Ada King | Doorstep';
    const tagsWithHome = readAgentTags(
      search,
      noAgentHomes,
      loaded(anyHomeQueryOf(search), page(summarizeAll([home]))),
    );
    expect(tagsWithHome).toContainEqual({ title });
    expect(readAgentTags(search, noAgentHomes, noHomes, loaded(agentQuery, ada))).toContainEqual({
      title,
    });
  });

  it('omit the name until it is loaded, and report an unknown agent', () => {
    const search = '?agentId=7&agentName=Mallory';
    const noAgentHomes = loaded(agentQueryOf(search), page([]));
    const noHomes = loaded(anyHomeQueryOf(search), page([]));
    const pendingTags = readAgentTags(search, noAgentHomes, noHomes);
    expect(pendingTags).toContainEqual({ title: 'Listings by Agent | Doorstep' });
    expect(pendingTags).toContainEqual({ name: 'robots', content: 'noindex, follow' });
    const unavailable = readAgentTags(search, noAgentHomes, noHomes, failed(agentQuery));
    expect(unavailable).toContainEqual({ title: 'Listings by Agent | Doorstep' });
    const missingAgentTags = readAgentTags(
      search,
      noAgentHomes,
      noHomes,
      failed(agentQuery, UNKNOWN_AGENT),
    );
    expect(missingAgentTags).toContainEqual({ title: 'Agent Not Found | Doorstep' });
  });
});
