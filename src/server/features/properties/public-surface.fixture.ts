/** Reads all public data except pages, for tests that check which homes it contains. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { endpoints } from '#shared/api-endpoints.ts';
import { type Endpoint, endpointUrl } from '#shared/endpoints/endpoint.ts';
import type { TestApp, TestUser } from '#tests/helpers/test-app.ts';

/** A town that contains only the homes of these tests. */
export const TOWN = {
  city: 'Marzipanwerk',
  state: 'TX',
  zip_code: '78999',
  latitude: 31.5,
  longitude: -98.5,
} as const;

const bounds = '-99,31,-98,32';

/** The endpoints of public lists by name, with queries that match a home in the town. */
export const PUBLIC_LISTS: Readonly<Record<string, readonly Record<string, string | number>[]>> = {
  listProperties: [
    {},
    { searchTerm: 'WORD' },
    { city: TOWN.city },
    { zipCode: TOWN.zip_code },
    { agentId: 'AGENT' },
    { near: '31.5,-98.5', within: 5 },
    { bounds },
    { sort: 'price_asc' },
    { listedWithin: 7, minBeds: 1 },
  ],
  getPropertyMap: [
    { bounds, zoom: 4 },
    { bounds, zoom: 15 },
    { bounds, zoom: 12, searchTerm: 'WORD' },
  ],
  listMapPlaces: [{ bounds: '-120,20,-80,50' }],
  listPlaces: [{ term: 'Marz' }, { term: TOWN.zip_code }, { term: 'Hidden' }],
  listLargestPlaces: [{}],
  listAgents: [{}],
  listOffices: [{}],
  getFeed: [{}, { city: TOWN.city, state: TOWN.state }],
  getEmbed: [{}, { city: TOWN.city, state: TOWN.state }],
  getOpenHouseFeed: [{ city: TOWN.city, state: TOWN.state }, {}],
};

const FILES = [
  '/robots.txt',
  '/manifest.webmanifest',
  '/sitemap.xml',
  '/sitemap/1.xml',
  '/sitemap/places-1.xml',
  '/sitemap/pages.xml',
];
const RESO_RESOURCES = ['Property', 'Media', 'OpenHouse', 'Member', 'Office'];

const endpointsByName = new Map<string, Endpoint>(Object.entries(endpoints));

/** Creates the readers and starts the server on a port. */
export async function createPublicReaders(server: TestApp, { admin }: { admin: TestUser }) {
  const { clientSecret } = await server.ok(endpoints.createApiKey, {
    as: admin,
    body: { name: 'Portal', scopes: ['reso:read'] },
  });
  const url = new URL('/mcp', await server.app.listen({ port: 0, host: '127.0.0.1' }));
  const assistant = new Client({ name: 'test', version: '1.0.0' });
  await assistant.connect(new StreamableHTTPClientTransport(url));

  async function read(url: string): Promise<string> {
    const { statusCode, body } = await server.app.inject({ url });
    return `${statusCode} ${body}`;
  }

  async function readReso(path: string): Promise<string> {
    const { statusCode, body } = await server.app.inject({
      url: `/reso/odata/${path}`,
      headers: { authorization: `Bearer ${clientSecret}` },
    });
    return `${statusCode} ${body}`;
  }

  /** Calls an MCP tool. */
  async function callTool(name: string, args: Record<string, unknown>): Promise<string> {
    const { isError, content, structuredContent } = await assistant.callTool({
      name,
      arguments: args,
    });
    return JSON.stringify({ isError, content, structuredContent });
  }

  return {
    read,
    readReso,
    callTool,

    /**
     * Reads all public lists, files, RESO resources, and MCP tools, and returns the responses by
     * request.
     *
     * @param agentId the agent of the homes
     * @param publishedHomeId a home whose similar homes are read
     * @param word a search term for the homes in the town
     */
    crawlLists: async ({
      agentId,
      publishedHomeId,
      word,
    }: {
      agentId: string;
      publishedHomeId: string;
      word: string;
    }): Promise<Record<string, string>> => {
      const values: Record<string, string> = { AGENT: agentId, WORD: word };
      const urls = [...FILES];
      for (const [name, queries] of Object.entries(PUBLIC_LISTS)) {
        const endpoint = endpointsByName.get(name);
        if (endpoint === undefined) throw new Error(`Unknown endpoint: ${name}`);
        for (const query of queries) {
          const entries = Object.entries(query).map(([key, value]) => [
            key,
            values[value] ?? String(value),
          ]);
          urls.push(`${endpointUrl(endpoint)}?${new URLSearchParams(entries).toString()}`);
        }
      }
      urls.push(
        `/api/users/agents/${agentId}`,
        `/api/properties/${publishedHomeId}/similar`,
        '/api/offices/elm-realty',
        '/api/places/tx/marzipanwerk',
        '/api/places/tx/marzipanwerk/78999',
        '/api/places/tx/austin',
      );
      const responses: Record<string, string> = {};
      for (const url of urls) responses[url] = await read(url);
      for (const resource of RESO_RESOURCES)
        responses[`reso ${resource}`] = await readReso(`${resource}?$count=true`);
      for (const [name, args] of [
        ['search', { query: word }],
        ['search_homes', { city: TOWN.city, state: TOWN.state }],
        ['find_places', { term: 'Marz' }],
        ['market_of_place', { city: TOWN.city, state: TOWN.state }],
      ] as const)
        responses[`tool ${name}`] = await callTool(name, args);
      return responses;
    },

    close: () => assistant.close(),
  };
}
