/**
 * Crawls everything public, pages included, before and after a home leaves the public surface
 * (docs/product/publishing.md, States). Needs a build, as created by `npm test`.
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

/** A unique word in each field of the home; none contains another. */
const WORDS = {
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
/** A home in the same town, which stays published. */
let control: string;
/** A link to a shortlist of both homes. */
let shared: { list: string; token: string };
let readers: Awaited<ReturnType<typeof createPublicReaders>>;
/** The crawl's responses without the home. */
let before: Record<string, string>;

beforeAll(async () => {
  server = await startTestApp({
    pages: { render: await createProductionRenderer(findBuildFolder()), filesFolder: null },
  });
  ({ admin, user: searcher } = await server.addPeople());
  readers = await createPublicReaders(server, { admin });
  office = await addOffice(server, 'Elm Realty');
  agent = await addOfficeAgent(server, office);
  control = await server.addProperty(agent, { ...TOWN, created_at: server.clock.now() });
  const { _id: list } = await server.ok(endpoints.createShortlist, {
    as: searcher,
    body: { name: 'Ours' },
  });
  const { token } = await server.ok(endpoints.createShortlistLink, {
    as: searcher,
    params: { id: list },
    body: { mode: 'view' },
  });
  shared = { list, token };
  before = await crawl();
  return async () => {
    await readers.close();
    await server.close();
  };
});

afterEach(() => server.db.deleteFrom('properties').where('id', '!=', control).execute());

const town = { state: 'tx', city: 'marzipanwerk' };
const townZip = { ...town, zip: TOWN.zip_code };

/** The pages that visitors can open, from the route table. */
const PAGES: Readonly<Record<string, () => string[]>> = {
  '/': () => [pagePaths.home()],
  '/for-sale': () => [
    pagePaths.forSale(),
    pagePaths.forSale({ city: TOWN.city }),
    pagePaths.forSale({ city: TOWN.city, view: 'map' }),
    ...[WORDS.title, WORDS.street, WORDS.text, WORDS.mls].map((searchTerm) =>
      pagePaths.forSale({ searchTerm }),
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
  '/property/:id': () => [pagePaths.property(control)],
  '/about': () => [pagePaths.about()],
  '/contact': () => [pagePaths.contact()],
  '/favorites': () => [pagePaths.savedHomes()],
};

/** Reads for those who know the home's id or have a link to it. */
const readsOf = (id: string) => [
  pagePaths.property(id),
  pagePaths.compare([id, control]),
  `/api/properties/${id}`,
  `/api/properties/by-ids?ids=${id}`,
  `/api/shared-shortlists?token=${shared.token}`,
];

/** Forms and texts of the site, and what only the holder of the link to a conversation or tour can read. */
const WITHOUT_HOMES =
  /^\/(?:\*|login|register|forgot-password|reset-password|security\/set-up|invitation|alerts\/.*|unsubscribe|join|privacy|terms|inquiry|tour|compare|shared)$/;

/** Nonces differ between requests. */
const withoutNonce = (page: string) => page.replaceAll(/nonce="[^"]*"/g, '');

async function crawl(): Promise<Record<string, string>> {
  // Place totals are at most 10 seconds old; a request for them starts their refresh, and can respond earlier.
  await server.clock.advance(10_000);
  await readers.read('/api/properties/map/places?bounds=-120,20,-80,50');
  await server.settled();
  const answers = await readers.crawlLists({
    agentId: agent._id,
    control,
    word: WORDS.text,
  });
  for (const url of Object.values(PAGES).flatMap((urls) => urls()))
    answers[url] = withoutNonce(await readers.read(url));
  return answers;
}

/** Returns which answers contain a word of the home that their request does not. */
const found = (answers: Record<string, string>, words = Object.values(WORDS)) =>
  Object.entries(answers).flatMap(([request, answer]) =>
    words.some((word) => answer.includes(word) && !request.includes(word)) ? [request] : [],
  );

/** Publishes the home. */
async function addHome(): Promise<string> {
  const now = server.clock.now();
  const id = await server.addProperty(agent, {
    ...TOWN,
    title: `House ${WORDS.title}`,
    description: `A house, ${WORDS.text}, by the river.`,
    address: `9 ${WORDS.street} Lane`,
    mls_number: WORDS.mls,
    created_at: now,
    updated_at: now,
  });
  const picture = { property_id: id, width: 8, height: 6, placeholder: '' };
  await server.db
    .insertInto('property_images')
    .values([
      { ...picture, position: 0, key: WORDS.photo },
      { ...picture, position: 1, key: WORDS.plan, is_floor_plan: true },
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
    params: { id: shared.list, propertyId: id },
  });
  return id;
}

const set = (id: string, values: object) =>
  server.db.updateTable('properties').set(values).where('id', '=', id).execute();

/** The remaining traces: `isReadable` means that its own page still shows it to users with the URL. */
const LEFT = {
  nothing: { isReadable: false, ends: [] },
  // For portals that copied it.
  'its end': { isReadable: false, ends: ['reso Property'] },
  'its page': { isReadable: true, ends: ['reso Property', 'reso Media'] },
} as const;

/** How a home leaves the public surface, and what is left of it. */
const WAYS: [way: string, leave: (id: string) => Promise<unknown>, left: keyof typeof LEFT][] = [
  ...PUBLISH_STATES.filter((state) => state !== 'published').map(
    (publish_state): (typeof WAYS)[number] => [
      `in the state ${publish_state}`,
      (id) =>
        set(id, {
          publish_state,
          is_available: false,
          publish_at: publish_state === 'scheduled' ? server.clock.now() : null,
          submitted_at: publish_state === 'in_review' ? server.clock.now() : null,
        }),
      'nothing',
    ],
  ),
  ['no longer displayed', (id) => set(id, { is_displayed: false }), 'its end'],
  [
    'deleted',
    (id) => server.ok(endpoints.deleteProperty, { as: agent, params: { id } }),
    'nothing',
  ],
  [
    'sold',
    (id) => server.ok(endpoints.toggleAvailability, { as: agent, params: { id } }),
    'its page',
  ],
  ['withdrawn', (id) => set(id, { is_available: false, is_off_market: true }), 'its page'],
  [
    'expired',
    async (id) => {
      await set(id, { expires_on: '2026-03-01' });
      await server.runJobs(server.clock.now());
    },
    'its page',
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
    'its page',
  ],
];

describe('the crawl', () => {
  test('opens every page that a visitor can open', () => {
    const routes = ROUTES.filter((route) => viewersOf(route).includes('visitor'));
    expect(routes.filter((route) => !(route in PAGES) && !WITHOUT_HOMES.test(route))).toEqual([]);
  });

  test('finds a published home by each of its words', async () => {
    await addHome();
    const after = await crawl();
    const unseen = Object.values(WORDS).filter((word) => !found(after, [word]).length);
    expect(unseen).toEqual([]);
    const unchanged = Object.keys(after).filter((request) => after[request] === before[request]);
    // All others show the home, or count it.
    expect(unchanged.toSorted()).toEqual([
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

test.each(WAYS)('a home that is %s leaves every page, list, count, and file', async (...row) => {
  const [, leave, left] = row;
  const { isReadable, ends } = LEFT[left];
  const id = await addHome();
  await leave(id);
  const after = await crawl();
  const changed = Object.keys(after).filter((request) => after[request] !== before[request]);
  expect(changed).toEqual(ends);
  const own: Record<string, string> = {};
  for (const url of readsOf(id)) own[url] = await readers.read(url);
  expect(found(own)).toEqual(isReadable ? readsOf(id) : []);
  const brochure = await readers.read(pagePaths.brochure(id));
  expect(brochure.slice(0, 3)).toBe(isReadable ? '200' : '404');
});
