/** Tests alerts for changes matched together, repeated changes, and changes matched late. */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Frequency } from '#shared/saved-searches/saved-search.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { resetAlerts } from '../alerts/alerts.fixture.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AUSTIN = { city: 'Austin', state: 'TX' };

let server: TestApp;
let agent: TestUser;
let ann: TestUser;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ agent, ann } = await resetAlerts(server));
});

const save = (frequency: Frequency) =>
  server.ok(endpoints.createSavedSearch, { as: ann, body: { search: AUSTIN, frequency } });

const addHome = (facts: object = {}) =>
  server.addProperty(agent, {
    ...AUSTIN,
    price: 600_000,
    created_at: server.clock.now(),
    ...facts,
  });

const change = (id: string, values: object) =>
  server.db.updateTable('properties').set(values).where('id', '=', id).execute();

/** Runs the jobs that are due now, and then those that send the emails. */
async function runJobsForAWhile() {
  await server.waitUntilIdle();
  await server.clock.advance(20 * MINUTE_MS);
  await server.waitUntilIdle();
}

/** Returns the texts of emails sent since the last call. */
function takeMailTexts(): string {
  return server.emails
    .splice(0)
    .map((mail) => mail.text)
    .join('\n');
}

const findPendingAlerts = () => server.db.selectFrom('alert_news').selectAll().execute();

test('reports a home that was unavailable between two changes as back on the market', async () => {
  const id = await addHome();
  await server.waitUntilIdle();
  await save('instant');
  await change(id, { title: 'A house with another name' });
  await change(id, { is_available: false });
  await change(id, { is_available: true });
  await runJobsForAWhile();
  expect(takeMailTexts()).toContain('Back on the market: $600,000');
});

test('emails a recipient about one home at most five times a day, and then about its latest state', async () => {
  const id = await addHome();
  await server.waitUntilIdle();
  await save('instant');
  for (let reduction = 1; reduction <= 7; reduction += 1) {
    await change(id, { price: 600_000 - reduction });
    await runJobsForAWhile();
  }
  expect(server.emails.filter((mail) => mail.subject?.includes('home'))).toHaveLength(5);
  takeMailTexts();
  await server.clock.advance(DAY_MS);
  await server.waitUntilIdle();
  expect(takeMailTexts()).toContain('Price cut from $599,995: $599,993');
  await change(id, { price: 599_000 });
  await runJobsForAWhile();
  expect(takeMailTexts()).toContain('Price cut from $599,993: $599,000');
});

test('emails about a home that repeatedly begins to match at most five times a day', async () => {
  const id = await addHome({ bedrooms: 2 });
  await server.waitUntilIdle();
  await server.ok(endpoints.createSavedSearch, {
    as: ann,
    body: { search: { ...AUSTIN, bedrooms: 3 }, frequency: 'instant' },
  });
  for (let round = 1; round <= 7; round += 1) {
    await change(id, { bedrooms: 3 });
    await runJobsForAWhile();
    await change(id, { bedrooms: 2 });
    await runJobsForAWhile();
  }
  expect(takeMailTexts().match(/New: /g)).toHaveLength(5);
});

test('reports a home that soon returns at a lower price as a price cut', async () => {
  await save('instant');
  const id = await addHome();
  const relist = async (price: number) => {
    await change(id, { is_available: false });
    await change(id, { is_available: true, price });
    await runJobsForAWhile();
    return takeMailTexts();
  };
  await runJobsForAWhile();
  expect(takeMailTexts()).toContain('New: $600,000');
  expect(await relist(600_000)).toContain('Back on the market: $600,000');
  await server.clock.advance(DAY_MS);
  expect(await relist(550_000)).toContain('Price cut from $600,000: $550,000');
  expect(await relist(550_000)).toBe('');
  expect(await relist(560_000)).toBe('');
});

test('uses a home’s age at the time of its change, even if it is matched later', async () => {
  await save('weekly');
  const now = server.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const recentHome = await addHome({ created_at: daysAgo(6) });
  await addHome({ created_at: daysAgo(8) });
  await server.db.updateTable('property_changes').set({ changed_at: now }).execute();
  await server.clock.advance(2 * DAY_MS);
  await server.waitUntilIdle();
  expect((await findPendingAlerts()).map(({ homes }) => Object.keys(homes))).toEqual([
    [recentHome],
  ]);
});
