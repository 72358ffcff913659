/** Tests that public responses never contain an unpublished listing (docs/product/publishing.md, States). */

import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { PUBLISH_STATES, type PublishState } from '#shared/property-choices.ts';
import { addOffice, addOfficeAgent } from '../offices/office.fixture.ts';
import { refreshPlaces } from '../places/place-repository.ts';
import { createPublicReaders, PUBLIC_LISTS, TOWN } from './public-surface.fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const HIDDEN_STATES = PUBLISH_STATES.filter((state) => state !== 'published');
/** A word that only the hidden homes contain. */
const HIDDEN_WORD = 'marzipanwerk';

let server: TestApp;
let agent: TestUser;
let admin: TestUser;
let searcher: TestUser;
/** A published home, for comparison. */
let publishedHomeId: string;
let before: Record<string, string>;
let readers: Awaited<ReturnType<typeof createPublicReaders>>;
const hiddenIds = {} as Record<Exclude<PublishState, 'published'>, string>;

async function crawl(): Promise<Record<string, string>> {
  await refreshPlaces(server.db);
  return readers.crawlLists({ agentId: agent._id, publishedHomeId, word: HIDDEN_WORD });
}

beforeAll(async () => {
  server = await startTestApp();
  ({ admin, user: searcher } = await server.addPeople({ user: { isProven: true } }));
  readers = await createPublicReaders(server, { admin });
  const office = await addOffice(server, 'Elm Realty');
  agent = await addOfficeAgent(server, office);
  publishedHomeId = await server.addProperty(agent, { created_at: server.clock.now() });
  await server.ok(endpoints.createSavedSearch, {
    as: searcher,
    body: { search: { city: TOWN.city }, frequency: 'instant' },
  });
  await server.waitUntilIdle();
  server.emails.length = 0;
  // Refreshes the map's place totals first because a map request can respond before its refresh ends.
  await server.ok(endpoints.listMapPlaces, { query: { bounds: '-120,20,-80,50' } });
  before = await crawl();
  for (const state of HIDDEN_STATES) {
    hiddenIds[state] = await server.addProperty(agent, {
      ...TOWN,
      address: '9 Hidden Lane',
      title: `${HIDDEN_WORD} ${state}`,
      description: `A house of ${HIDDEN_WORD} by the river.`,
      is_available: false,
      publish_state: state,
      publish_at: state === 'scheduled' ? new Date(server.clock.now().getTime() + 3_600_000) : null,
      submitted_at: state === 'in_review' ? server.clock.now() : null,
      created_at: server.clock.now(),
    });
    await server.db
      .insertInto('property_images')
      .values({
        property_id: hiddenIds[state],
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
        property_id: hiddenIds[state],
        start_at: new Date(server.clock.now().getTime() + 86_400_000),
        end_at: new Date(server.clock.now().getTime() + 90_000_000),
        time_zone: 'America/Chicago',
        note: null,
      })
      .execute();
  }
  await server.waitUntilIdle();
  return async () => {
    await readers.close();
    await server.close();
  };
});

describe('public responses', () => {
  test('are tested for every list endpoint', () => {
    // Endpoints that require a link token or return no homes.
    const excludedNames =
      /^get(Inquiry|Invitation|Tour|TourCalendar|AlertToConfirm|Alert|SharedShortlist|Site|Privacy|Terms|PublicSettings)$|^health$/;
    const reads = Object.entries<Endpoint>(endpoints)
      .filter(([, { access, method }]) => access === 'public' && method === 'GET')
      .filter(([name, { path }]) => !excludedNames.test(name) && !path.includes(':id'))
      .map(([name]) => name);
    const crawledEndpoints = new Set([
      ...Object.keys(PUBLIC_LISTS),
      'listPropertiesByIds',
      'getCity',
      'getZip',
    ]);
    expect(reads.filter((name) => !crawledEndpoints.has(name))).toEqual([]);
  });

  test('do not change when unpublished homes are added', async () => {
    expect(await crawl()).toEqual(before);
    expect(JSON.stringify(before)).toContain(`"_id\\":\\"${publishedHomeId}`);
  });

  test.each(HIDDEN_STATES)('hide a home in state %s from requests by ID', async (state) => {
    const id = hiddenIds[state];
    const homeEndpoints = Object.entries<Endpoint>(endpoints).filter(
      ([, { access, path }]) => access === 'public' && path.startsWith('/properties/:id'),
    );
    expect(homeEndpoints.length).toBeGreaterThan(6);
    const bodies: Record<string, object> = {
      ask: { name: 'Ann', email: 'ann@example.com', message: 'Is it still available?' },
      reportProperty: { reason: 'other', text: 'This looks suspicious.' },
      bookTour: {
        start: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
        name: 'Ann',
        email: 'ann@example.com',
      },
    };
    for (const [name, endpoint] of homeEndpoints) {
      const body = bodies[name];
      const from = new Date(server.clock.now()).toISOString().slice(0, 10);
      const query = name === 'listTourSlots' ? { query: { from, days: 3 } } : {};
      const options = { params: { id }, ...query, ...(body === undefined ? {} : { body }) };
      for (const as of [undefined, searcher]) {
        const response = await server.error(endpoint, {
          ...options,
          ...(as === undefined ? {} : { as }),
        });
        expect({ name, status: response.status }).toEqual({ name, status: 404 });
      }
    }
    const byIds = await server.ok(endpoints.listPropertiesByIds, {
      query: { ids: `${id},${publishedHomeId}` },
    });
    expect(byIds.map(({ _id }) => _id)).toEqual([publishedHomeId]);
  });

  test.each(HIDDEN_STATES)(
    'assistants and the RESO Web API hide a home in state %s',
    async (state) => {
      const id = hiddenIds[state];
      const filter = encodeURIComponent(`ListingKey eq '${id}'`);
      expect(await readers.readReso(`Property?$filter=${filter}`)).toContain('"value":[]');
      for (const [name, args] of [
        ['fetch', { id }],
        ['get_home', { id }],
        ['monthly_cost', { id }],
        ['compare_homes', { ids: [id, publishedHomeId] }],
      ] as const) {
        const response = await readers.callTool(name, args);
        expect(response).toContain('"isError":true');
        expect(response.toLowerCase()).not.toContain(HIDDEN_WORD);
      }
    },
  );

  test.each(HIDDEN_STATES)('no user can save a home in state %s', async (state) => {
    const params = { id: hiddenIds[state] };
    expect(
      (await server.error(endpoints.saveFavorite, { as: searcher, params, body: {} })).status,
    ).toBe(404);
    await server.ok(endpoints.mergeFavorites, { as: searcher, body: { ids: [hiddenIds[state]] } });
    expect(await server.ok(endpoints.listFavoriteIds, { as: searcher })).toEqual([]);
  });
});

test('saved searches, statistics, and histories exclude unpublished homes', async () => {
  expect(server.emails).toEqual([]);
  const notifications = await server.ok(endpoints.listNotifications, { as: searcher });
  expect(notifications).toEqual([]);
  const ids = Object.values(hiddenIds);
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
  expect(site.recentListings.map(({ _id }) => _id)).toEqual([publishedHomeId]);
  const ownStats = await server.ok(endpoints.agentStats, { as: agent });
  expect(ownStats.recentListings.map(({ _id }) => _id)).toEqual([publishedHomeId]);
});

test('a home published later counts as new, and a saved search matches it once', async () => {
  const id = hiddenIds.scheduled;
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
  await server.waitUntilIdle();
  await server.clock.advance(600_000);
  await server.waitUntilIdle();
  expect(server.emails.map(({ to }) => to)).toEqual([searcher.email]);
  expect(await server.ok(endpoints.getPropertyHistory, { params: { id } })).toEqual([
    { date: now.toISOString(), event: 'listed', price: 450_000 },
  ]);
  // The first map request only starts the refresh of place names.
  await crawl();
  const after = await crawl();
  const unchangedNames = Object.keys(before).filter((name) => after[name] === before[name]);
  // These responses cover another place or contain no homes. All others change with the home.
  expect(unchangedNames.toSorted()).toEqual([
    '/api/places/tx/austin',
    '/manifest.webmanifest',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap/pages.xml',
    'reso Member',
    'reso Office',
  ]);
});
