/** Public responses never include an unpublished listing (docs/product/publishing.md, States). */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { type Endpoint, endpointUrl } from '#shared/endpoints/endpoint.ts';
import { PUBLISH_STATES, type PublishState } from '#shared/property-choices.ts';
import { addOffice, join } from '../offices/office.fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const HIDDEN_STATES = PUBLISH_STATES.filter((state) => state !== 'published');
/** A word that only the hidden homes have. */
const WORD = 'marzipanwerk';
const TOWN = {
  city: 'Marzipanwerk',
  state: 'TX',
  zip_code: '78999',
  address: '9 Hidden Lane',
  latitude: 31.5,
  longitude: -98.5,
} as const;

let server: TestApp;
let agent: TestUser;
let admin: TestUser;
let searcher: TestUser;
/** A published home among the hidden ones. */
let control: string;
let before: Record<string, string>;
/** The secret of an API key that reads the RESO Web API. */
let resoSecret: string;
let assistant: Client;
const hidden = {} as Record<Exclude<PublishState, 'published'>, string>;

const bounds = '-99,31,-98,32';
const table = new Map<string, Endpoint>(Object.entries(endpoints));
const LISTS: Record<string, Record<string, string | number>[]> = {
  listProperties: [
    {},
    { searchTerm: WORD },
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
    { bounds, zoom: 12, searchTerm: WORD },
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

/** Assistant tools, with arguments that would find the hidden homes. */
const TOOLS: [name: string, args: Record<string, unknown>][] = [
  ['search', { query: WORD }],
  ['search_homes', { city: TOWN.city, state: TOWN.state }],
  ['find_places', { term: 'Marz' }],
  ['market_of_place', { city: TOWN.city, state: TOWN.state }],
];

async function use(name: string, args: Record<string, unknown>) {
  const { isError, content, structuredContent } = await assistant.callTool({
    name,
    arguments: args,
  });
  return JSON.stringify({ isError, content, structuredContent });
}

async function readReso(path: string) {
  const { statusCode, body } = await server.app.inject({
    url: `/reso/odata/${path}`,
    headers: { authorization: `Bearer ${resoSecret}` },
  });
  return `${statusCode} ${body}`;
}

async function crawl(): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const read = async (name: string, url: string) => {
    const { statusCode, body } = await server.app.inject({ url });
    answers[name] = `${statusCode} ${body}`;
  };
  for (const [name, queries] of Object.entries(LISTS)) {
    const endpoint = table.get(name);
    if (endpoint === undefined) throw new Error(`${name} is not in the table.`);
    for (const query of queries) {
      const entries = Object.entries(query).map(([key, value]) => [
        key,
        value === 'AGENT' ? agent._id : String(value),
      ]);
      const search = new URLSearchParams(entries).toString();
      await read(`${name} ${search}`, `${endpointUrl(endpoint)}?${search}`);
    }
  }
  await read('agent', `/api/users/agents/${agent._id}`);
  await read('similar', `/api/properties/${control}/similar`);
  await read('office', '/api/offices/elm-realty');
  await read('city', '/api/places/tx/marzipanwerk');
  await read('zip', '/api/places/tx/marzipanwerk/78999');
  await read('other city', '/api/places/tx/austin');
  for (const page of ['sitemap.xml', 'sitemap/1.xml', 'sitemap/places-1.xml', 'sitemap/pages.xml'])
    await read(page, `/${page}`);
  for (const resource of ['Property', 'Media', 'OpenHouse', 'Member', 'Office'])
    answers[`reso ${resource}`] = await readReso(`${resource}?$count=true`);
  for (const [name, args] of TOOLS) answers[`tool ${name}`] = await use(name, args);
  return answers;
}

beforeAll(async () => {
  server = await startTestApp();
  ({ admin, user: searcher } = await server.addPeople({ user: { isProven: true } }));
  const key = await server.ok(endpoints.createApiKey, {
    as: admin,
    body: { name: 'Portal', scopes: ['reso:read'] },
  });
  resoSecret = key.clientSecret;
  const url = new URL('/mcp', await server.app.listen({ port: 0, host: '127.0.0.1' }));
  assistant = new Client({ name: 'test', version: '1.0.0' });
  await assistant.connect(new StreamableHTTPClientTransport(url));
  const office = await addOffice(server, 'Elm Realty');
  agent = await join(server, office);
  control = await server.addProperty(agent, { created_at: server.clock.now() });
  await server.ok(endpoints.createSavedSearch, {
    as: searcher,
    body: { search: { city: TOWN.city }, frequency: 'instant' },
  });
  await server.settled();
  server.mails.length = 0;
  // Refreshes the map's place totals first: a map request starts that, and can respond earlier.
  await server.ok(endpoints.listMapPlaces, { query: { bounds: '-120,20,-80,50' } });
  before = await crawl();
  for (const state of HIDDEN_STATES) {
    hidden[state] = await server.addProperty(agent, {
      ...TOWN,
      title: `${WORD} ${state}`,
      description: `A house of ${WORD} by the river.`,
      is_available: false,
      publish_state: state,
      publish_at: state === 'scheduled' ? new Date(server.clock.now().getTime() + 3_600_000) : null,
      submitted_at: state === 'in_review' ? server.clock.now() : null,
      created_at: server.clock.now(),
    });
    await server.db
      .insertInto('property_images')
      .values({
        property_id: hidden[state],
        position: 0,
        key: `key-${state}`,
        width: 8,
        height: 6,
        placeholder: '',
      })
      .execute();
    await server.db
      .insertInto('open_houses')
      .values({
        property_id: hidden[state],
        start_at: new Date(server.clock.now().getTime() + 86_400_000),
        end_at: new Date(server.clock.now().getTime() + 90_000_000),
        time_zone: 'America/Chicago',
        note: null,
      })
      .execute();
  }
  await server.settled();
  return async () => {
    await assistant.close();
    await server.close();
  };
});

describe('public responses', () => {
  test('are tested for every list in the endpoint table', () => {
    // Reads by link token, and reads without homes.
    const others =
      /^get(Inquiry|Invitation|Tour|TourCalendar|AlertToConfirm|Alert|SharedShortlist|Site|Privacy|Terms|PublicSettings)$|^health$/;
    const reads = Object.entries<Endpoint>(endpoints)
      .filter(([, { access, method }]) => access === 'public' && method === 'GET')
      .filter(([name, { path }]) => !others.test(name) && !path.includes(':id'))
      .map(([name]) => name);
    const crawled = new Set([...Object.keys(LISTS), 'listPropertiesByIds', 'getCity', 'getZip']);
    expect(reads.filter((name) => !crawled.has(name))).toEqual([]);
  });

  test('are byte-identical with unpublished homes', async () => {
    expect(await crawl()).toEqual(before);
    expect(JSON.stringify(before)).toContain(`"_id\\":\\"${control}`);
  });

  test.each(HIDDEN_STATES)('hide a home in state %s from requests by its id', async (state) => {
    const id = hidden[state];
    const ofHome = Object.entries<Endpoint>(endpoints).filter(
      ([, { access, path }]) => access === 'public' && path.startsWith('/properties/:id'),
    );
    expect(ofHome.length).toBeGreaterThan(6);
    const bodies: Record<string, object> = {
      ask: { name: 'Ann', email: 'ann@example.com', message: 'Is it still there, please?' },
      reportProperty: { reason: 'other', text: 'I wonder about this.' },
      bookTour: {
        start: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
        name: 'Ann',
        email: 'ann@example.com',
      },
    };
    for (const [name, endpoint] of ofHome) {
      const body = bodies[name];
      const from = new Date(server.clock.now()).toISOString().slice(0, 10);
      const query = name === 'listTourSlots' ? { query: { from, days: 3 } } : {};
      const options = { params: { id }, ...query, ...(body === undefined ? {} : { body }) };
      for (const as of [undefined, searcher]) {
        const answer = await server.refused(endpoint, {
          ...options,
          ...(as === undefined ? {} : { as }),
        });
        expect({ name, status: answer.status }).toEqual({ name, status: 404 });
      }
    }
    const byIds = await server.ok(endpoints.listPropertiesByIds, {
      query: { ids: `${id},${control}` },
    });
    expect(byIds.map(({ _id }) => _id)).toEqual([control]);
  });

  test.each(HIDDEN_STATES)(
    'assistants and the RESO Web API hide a home in state %s',
    async (state) => {
      const id = hidden[state];
      const filter = encodeURIComponent(`ListingKey eq '${id}'`);
      expect(await readReso(`Property?$filter=${filter}`)).toContain('"value":[]');
      for (const [name, args] of [
        ['fetch', { id }],
        ['get_home', { id }],
        ['monthly_cost', { id }],
        ['compare_homes', { ids: [id, control] }],
      ] as const) {
        const answer = await use(name, args);
        expect(answer).toContain('"isError":true');
        expect(answer.toLowerCase()).not.toContain(WORD);
      }
    },
  );

  test.each(HIDDEN_STATES)('no user can save a home in state %s', async (state) => {
    const params = { id: hidden[state] };
    expect(
      (await server.refused(endpoints.saveFavorite, { as: searcher, params, body: {} })).status,
    ).toBe(404);
    await server.ok(endpoints.mergeFavorites, { as: searcher, body: { ids: [hidden[state]] } });
    expect(await server.ok(endpoints.listFavoriteIds, { as: searcher })).toEqual([]);
  });
});

test('searches, statistics, and the history exclude unpublished homes', async () => {
  expect(server.mails).toEqual([]);
  const notifications = await server.ok(endpoints.listNotifications, { as: searcher });
  expect(notifications).toEqual([]);
  const ids = Object.values(hidden);
  for (const table of ['property_history', 'property_changes'] as const) {
    const rows = await server.db
      .selectFrom(table as 'property_history')
      .select('property_id')
      .where('property_id', 'in', ids)
      .execute();
    expect(rows).toEqual([]);
  }
  const site = await server.ok(endpoints.adminStats, { as: admin });
  expect(site.totalProperties).toBe(1);
  expect(site.recentListings.map(({ _id }) => _id)).toEqual([control]);
  const own = await server.ok(endpoints.agentStats, { as: agent });
  expect(own.recentListings.map(({ _id }) => _id)).toEqual([control]);
});

test('a home counts as created when it is published: visitors see it, and a search matches it once', async () => {
  const id = hidden.scheduled;
  await server.clock.advance(60_000);
  const now = server.clock.now();
  await server.db
    .updateTable('properties')
    .set({
      publish_state: 'published',
      publish_at: null,
      is_available: true,
      created_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  await server.settled();
  await server.clock.advance(600_000);
  await server.settled();
  expect(server.mails.map(({ to }) => to)).toEqual([searcher.email]);
  expect(await server.ok(endpoints.getPropertyHistory, { params: { id } })).toEqual([
    { date: now.toISOString(), event: 'listed', price: 450_000 },
  ]);
  // The first map request only starts the refresh of place names.
  await crawl();
  const after = await crawl();
  const stillSame = Object.keys(before).filter((name) => after[name] === before[name]);
  // These are about another place or have no homes; all others change with the home.
  expect(stillSame.toSorted()).toEqual([
    'other city',
    'reso Member',
    'reso Office',
    'sitemap.xml',
    'sitemap/pages.xml',
  ]);
});

test('a home that expires, or that an admin hides, disappears immediately', async () => {
  const id = hidden.scheduled;
  const params = { id };
  const listed = async () => {
    await server.settled();
    // The first map request only starts the refresh of place names.
    await crawl();
    return Object.entries(await crawl()).flatMap(([name, answer]) =>
      // The RESO Web API still lists closed listings, with their status.
      !name.startsWith('reso') && answer.includes(`${WORD} scheduled`) ? [name] : [],
    );
  };
  expect((await listed()).length).toBeGreaterThan(5);
  await server.db
    .updateTable('properties')
    .set({ expires_on: '2026-03-01' })
    .where('id', '=', id)
    .execute();
  await server.runJobs(server.clock.now());
  expect(await listed()).toEqual([]);

  await server.ok(endpoints.toggleAvailability, { as: agent, params });
  expect((await listed()).length).toBeGreaterThan(5);
  const body = { reason: 'other', text: 'I wonder about this.' };
  await server.ok(endpoints.reportProperty, { as: searcher, params, body });
  const [report] = await server.ok(endpoints.listReports, { as: admin });
  await server.ok(endpoints.decideReport, {
    as: admin,
    params: { id: report?._id ?? '' },
    body: { decision: 'hidden' },
  });
  expect(await listed()).toEqual([]);
});
