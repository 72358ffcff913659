/**
 * The benchmark's requests. Most scenarios have several paths so that no single plan or page
 * dominates.
 */

import type pg from 'pg';
import { KEYWORDS } from './dataset.ts';

/** One kind of request, with URL paths of the API or of pages. */
export type Scenario = {
  name: string;
  paths: string[];
  /** A server-rendered page, which has different baselines from API requests. */
  isPage?: true;
  /**
   * The maximum number of rows that one step can sort, if above 10,000. Set for deep pages, where
   * sorting is cheaper than scanning all earlier rows, for maps, and for sitemaps of all places.
   */
  maxSortedRows?: number;
};

const TYPES = ['House', 'Apartment', 'Condo'];
const STATUSES = ['For Sale', 'For Rent'];

function listPath(query: Record<string, string | number>): string {
  const text = new URLSearchParams(
    Object.entries({ limit: 12, ...query }).map(([name, value]) => [name, String(value)]),
  );
  return `/api/properties?${text.toString()}`;
}

/** 60 combinations of status, type, bedrooms, and price. */
const filters = STATUSES.flatMap((status) =>
  TYPES.flatMap((propertyType) =>
    [1, 2, 3, 4, 5].flatMap((bedrooms) =>
      [0, 1].map((half) =>
        listPath(
          status === 'For Rent'
            ? { status, propertyType, bedrooms, minPrice: 800 + half * 1500, maxPrice: 4000 }
            : {
                status,
                propertyType,
                bedrooms,
                minPrice: 100_000,
                maxPrice: 600_000 + half * 500_000,
              },
        ),
      ),
    ),
  ),
);

const keywords = [...KEYWORDS.common, ...KEYWORDS.rare];

/** The IDs of some of a database's agents and listings. */
export type ScenarioIds = { agents: string[]; properties: string[] };

/** Picks agents and listings for the scenarios. */
export async function pickIds(pool: pg.Pool): Promise<ScenarioIds> {
  const queryIds = async (text: string) =>
    (await pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
  return {
    agents: await queryIds('select id from users order by id limit 50'),
    properties: await queryIds(
      'select id from properties where is_available order by id limit 200',
    ),
  };
}

/** Builds the scenarios to measure. */
export function buildScenarios(ids: ScenarioIds): Scenario[] {
  return [
    { name: 'newest', paths: [listPath({})] },
    { name: 'filters', paths: filters },
    {
      name: 'price sort with filters',
      paths: STATUSES.flatMap((status) =>
        TYPES.flatMap((propertyType) =>
          [1, 3].flatMap((bedrooms) =>
            ['price_asc', 'price_desc'].map((sort) =>
              listPath({ status, propertyType, bedrooms, sort }),
            ),
          ),
        ),
      ),
    },
    { name: 'keyword', paths: keywords.map((searchTerm) => listPath({ searchTerm })) },
    {
      name: 'keyword with filters',
      paths: keywords.map((searchTerm, index) =>
        listPath({ searchTerm, status: STATUSES[index % 2] ?? '', bedrooms: 1 + (index % 3) }),
      ),
    },
    {
      name: 'word with a typo',
      paths: ['gardn', 'terace', 'garge', 'rivr', 'kichen'].map((searchTerm) =>
        listPath({ searchTerm }),
      ),
    },
    {
      name: 'no results',
      paths: [
        listPath({ status: 'For Rent', minPrice: 9_000_000 }),
        listPath({ minPrice: 500_000, maxPrice: 400_000 }),
        listPath({ searchTerm: 'garden', bedrooms: 50 }),
        listPath({ searchTerm: 'zzyzx' }),
      ],
    },
    { name: 'one agent', paths: ids.agents.map((agentId) => listPath({ agentId })) },
    { name: 'one listing', paths: ids.properties.map((id) => `/api/properties/${id}`) },
    { name: 'deep page', paths: [100, 300, 500, 800].map((page) => listPath({ page })) },
    {
      name: 'page of listings',
      paths: ['/for-sale', '/for-rent', '/for-sale?propertyType=Condo', '/for-sale?page=2'],
      isPage: true,
    },
    {
      name: 'page of listings with keyword',
      paths: ['/for-sale?searchTerm=garden', '/for-sale?searchTerm=river&bedrooms=2'],
      isPage: true,
    },
    {
      name: 'page of one listing',
      paths: ids.properties.slice(0, 20).map((id) => `/property/${id}`),
      isPage: true,
    },
  ];
}

/**
 * Builds additional requests that visitors and search engines make. They are not measured under load, but their SQL
 * statements must not read all listings or sort too many.
 */
export function buildRareScenarios(ids: ScenarioIds): Scenario[] {
  const sorts = ['createdAt_desc', 'price_asc', 'price_desc'];
  const bySort = (query: Record<string, string | number>) =>
    sorts.map((sort) => listPath({ ...query, sort }));
  return [
    {
      name: 'filters that contradict each other',
      paths: [
        ...bySort({ minPrice: 500_000, maxPrice: 400_000 }),
        ...bySort({
          minPrice: 500_000,
          maxPrice: 400_000,
          status: 'For Sale',
          propertyType: 'Condo',
        }),
        ...bySort({ searchTerm: 'garden', minPrice: 500_000, maxPrice: 400_000 }),
      ],
    },
    {
      name: 'filters that nothing matches',
      paths: [
        ...bySort({ status: 'For Rent', minPrice: 9_000_000 }),
        ...bySort({ bedrooms: 50 }),
        ...bySort({ bedrooms: 50, status: 'For Sale' }),
        ...bySort({ propertyType: 'House', bedrooms: 50, maxPrice: 1000 }),
        ...bySort({ agentId: ids.agents[0] ?? '', bedrooms: 50 }),
        ...bySort({ agentId: '999999999' }),
      ],
    },
    {
      name: 'keywords that nothing matches',
      paths: [
        ...bySort({ searchTerm: 'garden', bedrooms: 50 }),
        ...bySort({ searchTerm: 'quarter777', status: 'For Rent', minPrice: 9_000_000 }),
        ...bySort({ searchTerm: 'zzyzx' }),
        ...bySort({ searchTerm: 'garden zzyzx' }),
        ...bySort({ searchTerm: '!?' }),
        ...bySort({ searchTerm: 'quarter1 quarter2' }),
      ],
    },
    {
      name: 'filters in every sort order',
      paths: [
        ...bySort({ minPrice: 1_900_000 }),
        ...bySort({ maxPrice: 900 }),
        ...bySort({ minPrice: 2_089_000 }),
        ...bySort({ maxPrice: 801 }),
        ...bySort({ bedrooms: 5 }),
        ...bySort({ propertyType: 'Condo' }),
        ...bySort({ propertyType: 'Condo', bedrooms: 5, minPrice: 2_000_000 }),
      ],
    },
    {
      name: 'keywords in every sort order',
      paths: [...KEYWORDS.common, ...KEYWORDS.rare.slice(0, 5)].flatMap((searchTerm) =>
        [{}, { status: 'For Sale', propertyType: 'Condo', bedrooms: 4 }].flatMap((filter) =>
          bySort({ searchTerm, ...filter }),
        ),
      ),
    },
    {
      name: 'keywords within a price range',
      paths: ['garden', 'quarter37'].flatMap((searchTerm) =>
        [
          { minPrice: 500_000, maxPrice: 510_000 },
          { minPrice: 500_000, maxPrice: 600_000, bedrooms: 2 },
          { minPrice: 1_900_000, status: 'For Sale' },
        ].flatMap((filter) => bySort({ searchTerm, ...filter })),
      ),
    },
    {
      name: 'frequent words with selective filters',
      paths: ['oak', 'garden with', 'the street in'].flatMap((searchTerm) =>
        [
          { minPrice: 700_000, maxPrice: 705_000 },
          { minPrice: 500_000, maxPrice: 520_000, propertyType: 'Condo' },
          { maxPrice: 900, bedrooms: 3 },
          { agentId: ids.agents[0] ?? '' },
        ].flatMap((filter) => bySort({ searchTerm, ...filter })),
      ),
    },
    {
      name: 'several words',
      paths: [
        'city0 CA',
        'sunny villa with pool',
        'garden quarter7',
        'city40 oak street IN',
      ].flatMap((searchTerm) => bySort({ searchTerm })),
    },
    {
      name: 'several words with a typo',
      paths: ['sunny vila', 'gardn quarter7', 'gardn zzyzx', 'quite lofft'].flatMap((searchTerm) =>
        [{}, { status: 'For Rent', bedrooms: 2 }].flatMap((filter) =>
          bySort({ searchTerm, ...filter }),
        ),
      ),
    },
    {
      name: 'deep pages of every kind',
      maxSortedRows: 20_000,
      paths: [
        ...bySort({ page: 833 }),
        ...bySort({ status: 'For Sale', page: 700 }),
        ...bySort({ status: 'For Rent', propertyType: 'House', bedrooms: 2, page: 300 }),
        ...bySort({ propertyType: 'Apartment', page: 400 }),
        ...bySort({ searchTerm: 'garden', page: 400 }),
        ...bySort({ searchTerm: 'oak', bedrooms: 1, page: 800 }),
        ...bySort({ searchTerm: 'oak', minPrice: 300_000, page: 833 }),
        ...bySort({ agentId: ids.agents[0] ?? '', page: 20 }),
        ...bySort({ minPrice: 100_000, maxPrice: 900_000, page: 500 }),
        ...bySort({ limit: 100, page: 100 }),
      ],
    },
    {
      name: 'one agent with filters',
      paths: ids.agents
        .slice(0, 3)
        .flatMap((agentId) =>
          [{ status: 'For Sale', bedrooms: 2 }, { searchTerm: 'garden' }].flatMap((filter) =>
            bySort({ agentId, ...filter }),
          ),
        ),
    },
    {
      name: 'similar homes',
      paths: [
        ...ids.properties.slice(0, 5).map((id) => `/api/properties/${id}/similar`),
        ...['city0 CA', 'city1 TX', 'city63 NY'].map((searchTerm) =>
          listPath({
            searchTerm,
            propertyType: 'House',
            status: 'For Sale',
            minPrice: 200_000,
            maxPrice: 400_000,
          }),
        ),
      ],
    },
    {
      name: 'agents',
      paths: ['', '?page=5', '?searchTerm=agent%2017', '?searchTerm=zzyzx', '?searchTerm=a'].map(
        (query) => `/api/users/agents${query}`,
      ),
    },
    {
      name: 'maps',
      paths: [
        '&zoom=11',
        '&zoom=11&status=For+Sale',
        '&zoom=17',
        '&zoom=6&status=For+Sale&propertyType=House&bedrooms=3',
        '&zoom=6&bedrooms=2&bathrooms=2&minSqft=1500',
      ].flatMap((rest) =>
        ['-100,32,-96,35', '-104,30,-94,38'].map(
          (bounds) => `/api/properties/map?bounds=${bounds}${rest}`,
        ),
      ),
      // Sorts all homes in a small map area by their distance from the center.
      maxSortedRows: 20_000,
    },
    {
      name: 'files for search engines',
      paths: ['/robots.txt', '/sitemap/pages.xml', '/sitemap/1.xml', '/sitemap/2.xml'],
    },
    {
      name: 'place sitemaps',
      // Sorts all places: the states, cities, and ZIP codes of the listings.
      maxSortedRows: 200_000,
      paths: ['/sitemap.xml', '/sitemap/places-1.xml'],
    },
  ];
}

/** The requests that admin pages make (target: 300 ms), sent with an admin's token. */
export const DASHBOARD_SCENARIOS: Scenario[] = [
  { name: 'overview', paths: ['/api/admin/stats?timeZone=America/New_York'] },
  { name: 'users', paths: ['/api/users', '/api/users?page=100', '/api/users?role=agent'] },
  {
    name: 'users by name or email',
    paths: ['/api/users?searchTerm=person%2042', '/api/users?searchTerm=bench.example'],
  },
  {
    name: 'all properties',
    paths: [
      '/api/properties/all',
      '/api/properties/all?availability=false',
      '/api/properties/all?status=For+Rent&page=200',
    ],
  },
  {
    name: 'all properties by keyword',
    paths: [
      '/api/properties/all?searchTerm=oak+street',
      '/api/properties/all?searchTerm=quarter77',
    ],
  },
  { name: 'messages', paths: ['/api/contact', '/api/contact?page=50'] },
];
