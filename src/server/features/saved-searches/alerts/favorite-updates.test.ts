import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { resetAlerts, confirmAddress, readToken } from './alerts.fixture.ts';

const DAY_MS = 24 * 60 * 60_000;
const AUSTIN_HOME = { city: 'Austin', state: 'TX', price: 600_000, status: 'For Sale' } as const;

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

/** Adds a home and saves it for a user, who is Ann by default. */
async function saveHome(facts: object = {}, as = ann) {
  const id = await server.addProperty(agent, { ...AUSTIN_HOME, ...facts });
  await server.waitUntilIdle();
  await server.ok(endpoints.saveFavorite, { as, params: { id } });
  // Later changes must follow the save, but are recorded with the database's clock, not the test's.
  await server.db
    .updateTable('favorites')
    .set({ saved_at: new Date(0) })
    .execute();
  return id;
}

const change = (id: string, values: object) =>
  server.db.updateTable('properties').set(values).where('id', '=', id).execute();

/** Runs the jobs that are due now, and then those of the next daily email. */
async function runJobsForADay() {
  await server.waitUntilIdle();
  await server.clock.advance(DAY_MS);
  await server.waitUntilIdle();
}

const readMailText = () => server.emails.map((mail) => mail.text).join('\n');

describe('the daily email about saved homes', () => {
  test('reports price cuts, and homes sold, rented, or taken off the market', async () => {
    const cheaperHome = await saveHome({ title: 'The cheaper one' });
    await saveHome({ title: 'The pricier one' });
    const soldHome = await saveHome({ title: 'The sold one' });
    const rentedHome = await saveHome({
      title: 'The rented one',
      status: 'For Rent',
      price: 2_000,
    });
    const offMarket = await saveHome({ title: 'The one off the market' });
    await change(cheaperHome, { price: 580_000 });
    await server.db
      .updateTable('properties')
      .set({ price: 610_000 })
      .where('title', '=', 'The pricier one')
      .execute();
    await change(soldHome, { is_available: false });
    await change(rentedHome, { is_available: false });
    await change(offMarket, { is_available: false, is_off_market: true });
    await server.waitUntilIdle();
    expect(server.emails).toEqual([]);
    await runJobsForADay();
    expect(server.emails).toHaveLength(1);
    expect(server.emails[0]).toMatchObject({ to: ann.email, subject: 'Updates on 4 saved homes' });
    expect(readMailText()).toContain('Price cut from $600,000: $580,000\nThe cheaper one');
    expect(readMailText()).toContain('Sold: $600,000\nThe sold one');
    expect(readMailText()).toContain('Rented: $2,000/mo\nThe rented one');
    expect(readMailText()).toContain('Off the market: $600,000\nThe one off the market');
    expect(readMailText()).not.toContain('The pricier one');
    expect(await server.ok(endpoints.listNotifications, { as: ann })).toMatchObject([
      { kind: 'favorite', title: '4 of your saved homes have changed', link: '/favorites' },
    ]);
    await runJobsForADay();
    expect(server.emails).toHaveLength(1);
  });

  test('reports once that an off-market home was sold', async () => {
    const soldHome = await saveHome({ title: 'The sold one' });
    const rentedHome = await saveHome({
      title: 'The rented one',
      status: 'For Rent',
      price: 2_000,
    });
    const sameDay = await saveHome({ title: 'The one sold the same day' });
    await change(soldHome, { is_available: false, is_off_market: true });
    await change(rentedHome, { is_available: false, is_off_market: true });
    await runJobsForADay();
    expect(readMailText()).toContain('Off the market: $600,000\nThe sold one');
    server.emails.length = 0;
    await change(soldHome, { is_off_market: false });
    await change(rentedHome, { is_off_market: false });
    await change(sameDay, { is_available: false, is_off_market: true });
    await server.waitUntilIdle();
    await change(sameDay, { is_off_market: false });
    await runJobsForADay();
    expect(server.emails).toHaveLength(1);
    expect(server.emails[0]?.subject).toBe('Updates on 3 saved homes');
    expect(readMailText()).toContain('Sold: $600,000\nThe sold one');
    expect(readMailText()).toContain('Rented: $2,000/mo\nThe rented one');
    expect(readMailText()).toContain('Sold: $600,000\nThe one sold the same day');
    expect(readMailText()).not.toContain('Off the market');
    // A home already sold is not reported when it is taken off the market.
    await change(soldHome, { is_off_market: true });
    await change(sameDay, { description: 'A new description of a home that was already sold.' });
    await runJobsForADay();
    expect(server.emails).toHaveLength(1);
  });

  test('reports a sale once, even if the home is later marked as off the market and as sold again', async () => {
    const home = await saveHome();
    await change(home, { is_available: false });
    await runJobsForADay();
    expect(readMailText()).toContain('Sold: $600,000');
    server.emails.length = 0;
    const takeOffMarketAndSell = async () => {
      await change(home, { is_available: false, is_off_market: true });
      await runJobsForADay();
      await change(home, { is_off_market: false });
      await runJobsForADay();
    };
    await takeOffMarketAndSell();
    expect(server.emails).toEqual([]);
    // A home back on the market can be sold again.
    await change(home, { is_available: true });
    await takeOffMarketAndSell();
    expect(readMailText().match(/Sold: /g)).toHaveLength(1);
  });

  test('is combined with the email for searches and lists each home once', async () => {
    const body = { search: { city: 'Austin' }, frequency: 'daily' };
    await server.ok(endpoints.createSavedSearch, { as: ann, body });
    const cheaperHome = await saveHome();
    const soldHome = await saveHome({ title: 'The sold one' });
    await runJobsForADay();
    server.emails.length = 0;
    await change(cheaperHome, { price: 580_000 });
    await change(soldHome, { is_available: false });
    await runJobsForADay();
    expect(server.emails).toHaveLength(1);
    expect(server.emails[0]?.subject).toBe('2 homes: your searches and saved homes');
    expect(readMailText().match(/Price cut from/g)).toHaveLength(1);
    expect(readMailText()).toContain('Saved homes\n-----------\n');
    // The price is not below the one in an earlier email.
    await change(cheaperHome, { price: 590_000 });
    await server.waitUntilIdle();
    await change(cheaperHome, { price: 580_000 });
    await runJobsForADay();
    expect(server.emails).toHaveLength(1);
  });

  test('omits homes that returned to their previous state or are no longer saved', async () => {
    const [restoredHome, unsavedHome] = [await saveHome(), await saveHome()];
    await change(restoredHome, { is_available: false, price: 500_000 });
    await change(unsavedHome, { price: 500_000 });
    await server.waitUntilIdle();
    await change(restoredHome, { is_available: true, price: 600_000 });
    await server.ok(endpoints.deleteFavorite, { as: ann, params: { id: unsavedHome } });
    await runJobsForADay();
    expect(server.emails).toEqual([]);
  });

  test('is sent only to confirmed addresses with these alerts turned on, and omits the user’s own homes', async () => {
    const ben = await server.addUser();
    await change(await saveHome({}, ben), { price: 500_000 });
    await confirmAddress(server, agent);
    await change(await saveHome({}, agent), { price: 500_000 });
    server.emails.length = 0;
    const preferences = { as: ann, body: { alertsOnFavorites: false } };
    await server.ok(endpoints.changePreferences, preferences);
    await change(await saveHome(), { price: 500_000 });
    await runJobsForADay();
    expect(server.emails).toEqual([]);
  });

  test('contains an unsubscribe link, which turns off these emails', async () => {
    const id = await saveHome();
    await change(id, { price: 580_000 });
    await runJobsForADay();
    const token = readToken(server, 'unsubscribe');
    await server.ok(endpoints.unsubscribe, { query: { token } });
    expect(await server.ok(endpoints.getPreferences, { as: ann })).toMatchObject({
      alertsOnFavorites: false,
    });
    await change(id, { price: 560_000 });
    await runJobsForADay();
    expect(server.emails).toHaveLength(1);
  });

  test('is sent at 8:00 in the user’s time zone', async () => {
    const body = { timeZone: 'America/Chicago' };
    await server.ok(endpoints.changePreferences, { as: ann, body });
    await change(await saveHome(), { price: 580_000 });
    await server.waitUntilIdle();
    const item = await server.db
      .selectFrom('favorite_items')
      .select('due_at')
      .executeTakeFirstOrThrow();
    const timeFormat = { timeZone: 'America/Chicago', timeStyle: 'short' } as const;
    expect(item.due_at.toLocaleTimeString('en-US', timeFormat)).toBe('8:00 AM');
    await server.runJobs(new Date(item.due_at.getTime() - 1), { includesRecurring: false });
    expect(server.emails).toEqual([]);
    await server.runJobs(item.due_at);
    expect(server.emails.map(({ subject }) => subject)).toEqual(['Updates on 1 saved home']);
  });
});
