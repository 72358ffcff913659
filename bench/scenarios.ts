/** What the benchmark asks for. Every scenario has several addresses, so that no single plan or page decides. */

import { KEYWORDS } from './dataset.ts';

/** One kind of request. Addresses are the API's or a page's, from the server's root. */
export type Scenario = {
  name: string;
  addresses: string[];
  /** A server-rendered page: measured against other things than an API call. */
  isPage?: true;
};

const TYPES = ['House', 'Apartment', 'Condo'];
const STATUSES = ['For Sale', 'For Rent'];

function list(query: Record<string, string | number>): string {
  const text = new URLSearchParams(
    Object.entries({ limit: 12, ...query }).map(([name, value]) => [name, String(value)]),
  );
  return `/api/properties?${text.toString()}`;
}

/** 60 combinations of status, type, bedrooms and price. */
const filters = STATUSES.flatMap((status) =>
  TYPES.flatMap((propertyType) =>
    [1, 2, 3, 4, 5].flatMap((bedrooms) =>
      [0, 1].map((half) =>
        list(
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

/**
 * @param ids identifiers of some agents and some listings of the database
 */
export function describeScenarios(ids: { agents: string[]; properties: string[] }): Scenario[] {
  return [
    { name: 'newest', addresses: [list({})] },
    { name: 'filters', addresses: filters },
    {
      name: 'price sort with filters',
      addresses: STATUSES.flatMap((status) =>
        TYPES.flatMap((propertyType) =>
          [1, 3].flatMap((bedrooms) =>
            ['price_asc', 'price_desc'].map((sort) =>
              list({ status, propertyType, bedrooms, sort }),
            ),
          ),
        ),
      ),
    },
    { name: 'keyword', addresses: keywords.map((searchTerm) => list({ searchTerm })) },
    {
      name: 'keyword with filters',
      addresses: keywords.map((searchTerm, index) =>
        list({ searchTerm, status: STATUSES[index % 2] ?? '', bedrooms: 1 + (index % 3) }),
      ),
    },
    {
      name: 'word with a typo',
      addresses: ['gardn', 'terace', 'garge', 'rivr', 'kichen'].map((searchTerm) =>
        list({ searchTerm }),
      ),
    },
    {
      name: 'nothing found',
      addresses: [
        list({ status: 'For Rent', minPrice: 9_000_000 }),
        list({ minPrice: 500_000, maxPrice: 400_000 }),
        list({ searchTerm: 'garden', bedrooms: 50 }),
        list({ searchTerm: 'zzyzx' }),
      ],
    },
    { name: 'one agent', addresses: ids.agents.map((agentId) => list({ agentId })) },
    { name: 'one listing', addresses: ids.properties.map((id) => `/api/properties/${id}`) },
    { name: 'deep page', addresses: [100, 300, 500, 800].map((page) => list({ page })) },
    {
      name: 'page of listings',
      addresses: ['/for-sale?searchTerm=garden', '/for-sale?searchTerm=river&bedrooms=2'],
      isPage: true,
    },
    {
      name: 'page of one listing',
      addresses: ids.properties.slice(0, 20).map((id) => `/property/${id}`),
      isPage: true,
    },
  ];
}

/** What the admin's pages ask for (the target: within 300 ms), each with an admin's token. */
export const DESK_SCENARIOS: Scenario[] = [
  { name: 'overview', addresses: ['/api/admin/stats?timeZone=America/New_York'] },
  { name: 'users', addresses: ['/api/users', '/api/users?page=100', '/api/users?role=agent'] },
  {
    name: 'users by name',
    addresses: ['/api/users?searchTerm=person%2042', '/api/users?searchTerm=bench.example'],
  },
  {
    name: 'all properties',
    addresses: [
      '/api/properties/all',
      '/api/properties/all?availability=false',
      '/api/properties/all?status=For+Rent&page=200',
    ],
  },
  {
    name: 'all properties by words',
    addresses: [
      '/api/properties/all?searchTerm=oak+street',
      '/api/properties/all?searchTerm=quarter77',
    ],
  },
  { name: 'messages', addresses: ['/api/contact', '/api/contact?page=50'] },
];
