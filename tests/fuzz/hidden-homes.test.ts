/**
 * Crawls all public pages and API responses before a home is published and after it is hidden, sold, or
 * removed in another way (docs/product/publishing.md, States). Needs a build, as created by `npm test`.
 */

import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addOffice, addOfficeAgent } from '#server/features/offices/office.fixture.ts';
import { createPublicReaders, TOWN } from '#server/features/properties/public-surface.fixture.ts';
import { findBuildFolder, createProductionRenderer } from '#server/pages/page-renderer.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { PUBLISH_STATES } from '#shared/property-choices.ts';
import { ROUTES, viewersOf } from '../e2e/screens/route-table.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/test-app.ts';

/** A unique word for each field of the home; no word contains another. */
const HIDDEN_WORDS = {
  title: 'quaxtitle',
  street: 'quaxstreet',
  text: 'quaxtext',
  mls: 'quaxmls',
  photo: 'quaxphoto',
  plan: 'quaxplan',
};

let server: TestApp;
let admin: TestUser;
let searcher: TestUser;
let agent: TestUser;
let office: { _id: string; slug: string };
/** A published home in the same town, for comparison. */
let publishedHomeId: string;
/** A link to a shortlist, which contains only the hidden home once that is added. */
let sharedList: { id: string; token: string };
let readers: Awaited<ReturnType<typeof createPublicReaders>>;
/** The crawl's responses before the home was added. */
let before: Record<string, string>;

beforeAll(async () => {
  server = await startTestApp({
    pages: { render: await createProductionRenderer(findBuildFolder()), filesFolder: null },
  });
  ({ admin, user: searcher } = await server.addPeople());
  readers = await createPublicReaders(server, { admin });
  office = await addOffice(server, 'Elm Realty');
  agent = await addOfficeAgent(server, office);
  publishedHomeId = await server.addProperty(agent, { ...TOWN, created_at: server.clock.now() });
  const { _id: list } = await server.ok(endpoints.createShortlist, {
    as: searcher,
    body: { name: 'Ours' },
  });
  const { token } = await server.ok(endpoints.createShortlistLink, {
    as: searcher,
    params: { id: list },
    body: { mode: 'view' },
  });
  sharedList = { id: list, token };
  before = await crawl();
  return async () => {
    await readers.close();
    await server.close();
  };
});

afterEach(() => server.db.deleteFrom('properties').where('id', '!=', publishedHomeId).execute());

const town = { state: 'tx', city: 'marzipanwerk' };
const townZip = { ...town, zip: TOWN.zip_code };

/** The URLs of the pages that visitors can open, by route. */
const PAGES: Readonly<Record<string, () => string[]>> = {
  '/': () => [pagePaths.home()],
  '/for-sale': () => [
    pagePaths.forSale(),
    pagePaths.forSale({ city: TOWN.city }),
    pagePaths.forSale({ city: TOWN.city, view: 'map' }),
    ...[HIDDEN_WORDS.title, HIDDEN_WORDS.street, HIDDEN_WORDS.text, HIDDEN_WORDS.mls].map(
      (searchTerm) => pagePaths.forSale({ searchTerm }),
    ),
  ],
  '/for-rent': () => [pagePaths.forRent()],
  '/for-sale/:state/:city/:zip?': () => [
    pagePaths.place('For Sale', town),
    pagePaths.place('For Sale', townZip),
  ],
  '/for-rent/:state/:city/:zip?': () => [pagePaths.place('For Rent', town)],
  '/agents': () => [pagePaths.agents()],
  '/agent-listings': () => [pagePaths.agentListings({ agentId: agent._id, agentName: agent.name })],
  '/offices': () => [pagePaths.offices()],
  '/offices/:slug': () => [pagePaths.office(office.slug)],
  '/property/:id': () => [pagePaths.property(publishedHomeId)],
  '/about': () => [pagePaths.about()],
  '/contact': () => [pagePaths.contact()],
  '/favorites': () => [pagePaths.savedHomes()],
};

/** Returns the URLs that require the home's ID or the link to a shortlist with the home. */
const buildDirectUrls = (id: string) => [
  pagePaths.property(id),
  pagePaths.compare([id, publishedHomeId]),
  `/api/properties/${id}`,
  `/api/properties/by-ids?ids=${id}`,
  `/api/shared-shortlists?token=${sharedList.token}`,
];

/** Matches the routes of forms, site texts, the not-found page, and pages that require a link or IDs. */
const PAGES_WITHOUT_HOMES =
  /^\/(?:\*|login|register|forgot-password|reset-password|security\/set-up|invitation|alerts\/.*|unsubscribe|join|privacy|terms|inquiry|tour|compare|shared)$/;

/** Removes nonces, which differ between requests. */
const removeNonces = (page: string) => page.replaceAll(/nonce="[^"]*"/g, '');

async function crawl(): Promise<Record<string, string>> {
  // Place totals can be 10 seconds old. A request for them starts a refresh, but does not wait for it.
  await server.clock.advance(10_000);
  await readers.read('/api/properties/map/places?bounds=-120,20,-80,50');
  await readers.read('/api/places/largest');
  await server.waitUntilIdle();
  await server.clock.advance(10_000);
  const responses = await readers.crawlLists({
    agentId: agent._id,
    publishedHomeId,
    word: HIDDEN_WORDS.text,
  });
  for (const url of Object.values(PAGES).flatMap((urls) => urls()))
    responses[url] = removeNonces(await readers.read(url));
  return responses;
}

/** Returns the requests whose responses contain one of the home's words, unless the request contains it too. */
const findLeaks = (responses: Record<string, string>, words = Object.values(HIDDEN_WORDS)) =>
  Object.entries(responses).flatMap(([request, response]) =>
    words.some((word) => response.includes(word) && !request.includes(word)) ? [request] : [],
  );

/** Adds the home, published, with pictures and an open house, and adds it to the shortlist. */
async function addHome(): Promise<string> {
  const now = server.clock.now();
  const id = await server.addProperty(agent, {
    ...TOWN,
    title: `House ${HIDDEN_WORDS.title}`,
    description: `A house, ${HIDDEN_WORDS.text}, by the river.`,
    address: `9 ${HIDDEN_WORDS.street} Lane`,
    mls_number: HIDDEN_WORDS.mls,
    created_at: now,
    updated_at: now,
  });
  const picture = { property_id: id, width: 8, height: 6, placeholder: '' };
  await server.db
    .insertInto('property_images')
    .values([
      { ...picture, position: 0, key: HIDDEN_WORDS.photo },
      { ...picture, position: 1, key: HIDDEN_WORDS.plan, is_floor_plan: true },
    ])
    .execute();
  await server.db
    .insertInto('open_houses')
    .values({
      property_id: id,
      start_at: new Date(now.getTime() + 86_400_000),
      end_at: new Date(now.getTime() + 90_000_000),
      time_zone: 'America/Chicago',
      note: null,
    })
    .execute();
  await server.ok(endpoints.addShortlistHome, {
    as: searcher,
    params: { id: sharedList.id, propertyId: id },
  });
  return id;
}

const updateHome = (id: string, values: object) =>
  server.db.updateTable('properties').set(values).where('id', '=', id).execute();

/**
 * The data that remains visible. `isReadable`: visitors with the URL can still open the home's page.
 * `changed`: the crawl's responses that differ from those before the home was added.
 */
const EXPECTED_TRACES = {
  none: { isReadable: false, changed: [] },
  // Portals that copied the home must be able to detect its removal.
  feed: { isReadable: false, changed: ['reso Property'] },
  page: { isReadable: true, changed: ['reso Property', 'reso Media'] },
} as const;

/** The ways in which a home disappears from the site, and what remains visible. */
const REMOVALS: [
  state: string,
  remove: (id: string) => Promise<unknown>,
  traces: keyof typeof EXPECTED_TRACES,
][] = [
  ...PUBLISH_STATES.filter((state) => state !== 'published').map(
    (publish_state): (typeof REMOVALS)[number] => [
      `in state ${publish_state}`,
      (id) =>
        updateHome(id, {
          publish_state,
          is_available: false,
          publish_at: publish_state === 'scheduled' ? server.clock.now() : null,
          submitted_at: publish_state === 'in_review' ? server.clock.now() : null,
        }),
      'none',
    ],
  ),
  ['no longer displayed', (id) => updateHome(id, { is_displayed: false }), 'feed'],
  ['deleted', (id) => server.ok(endpoints.deleteProperty, { as: agent, params: { id } }), 'none'],
  ['sold', (id) => server.ok(endpoints.toggleAvailability, { as: agent, params: { id } }), 'page'],
  ['withdrawn', (id) => updateHome(id, { is_available: false, is_off_market: true }), 'page'],
  [
    'expired',
    async (id) => {
      await updateHome(id, { expires_on: '2026-03-01' });
      await server.runJobs(server.clock.now());
    },
    'page',
  ],
  [
    'hidden by an admin',
    async (id) => {
      const body = { reason: 'other', text: 'I wonder about this.' };
      await server.ok(endpoints.reportProperty, { as: searcher, params: { id }, body });
      const [report] = await server.ok(endpoints.listReports, { as: admin });
      const params = { id: report?._id ?? '' };
      await server.ok(endpoints.decideReport, {
        as: admin,
        params,
        body: { decision: 'hidden' },
      });
    },
    'page',
  ],
];

describe('the crawl', () => {
  test('opens every page with homes that visitors can find', () => {
    const routes = ROUTES.filter((route) => viewersOf(route).includes('visitor'));
    expect(routes.filter((route) => !(route in PAGES) && !PAGES_WITHOUT_HOMES.test(route))).toEqual(
      [],
    );
  });

  test('finds a published home by each of its words', async () => {
    await addHome();
    const after = await crawl();
    const missingWords = Object.values(HIDDEN_WORDS).filter(
      (word) => !findLeaks(after, [word]).length,
    );
    expect(missingWords).toEqual([]);
    const unchangedRequests = Object.keys(after).filter(
      (request) => after[request] === before[request],
    );
    // All other responses show or count the home.
    expect(unchangedRequests.toSorted()).toEqual([
      '/api/places/tx/austin',
      '/api/places?term=Hidden',
      '/manifest.webmanifest',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap/pages.xml',
      '/sitemap/places-1.xml',
      'reso Member',
      'reso Office',
    ]);
  });
});

test.each(REMOVALS)(
  'a home that is %s leaves only the expected traces in pages, lists, counts, and files',
  async (...row) => {
    const [, remove, traces] = row;
    const { isReadable, changed } = EXPECTED_TRACES[traces];
    const id = await addHome();
    await remove(id);
    const after = await crawl();
    const changedRequests = Object.keys(after).filter(
      (request) => after[request] !== before[request],
    );
    expect(changedRequests).toEqual(changed);
    const directResponses: Record<string, string> = {};
    for (const url of buildDirectUrls(id)) directResponses[url] = await readers.read(url);
    expect(findLeaks(directResponses)).toEqual(isReadable ? buildDirectUrls(id) : []);
    const brochure = await readers.read(pagePaths.brochure(id));
    expect(brochure.slice(0, 3)).toBe(isReadable ? '200' : '404');
  },
);
