/**
 * Tests pending alerts when their search's time zone or their account's address changes.
 */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Frequency } from '#shared/saved-searches/saved-search.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { resetAlerts, readToken } from './alerts.fixture.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AUSTIN = { city: 'Austin', state: 'TX' };
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

const save = (frequency: Frequency) =>
  server.ok(endpoints.createSavedSearch, { as: ann, body: { search: AUSTIN, frequency } });

const addHome = (facts: object = {}) =>
  server.addProperty(agent, { ...AUSTIN_HOME, created_at: server.clock.now(), ...facts });

const change = (id: string, values: object) =>
  server.db.updateTable('properties').set(values).where('id', '=', id).execute();

/** Runs the jobs that are due now, and then those that are due `ms` later. */
async function runJobsFor(ms: number) {
  await server.waitUntilIdle();
  await server.clock.advance(ms);
  await server.waitUntilIdle();
}

const readMailText = () => server.emails.map((mail) => mail.text).join('\n');

describe('a time zone change while alerts are pending', () => {
  /** Returns the next Monday at 7:00 UTC, which is 8:00 in Berlin in winter. */
  function findNextMonday(): Date {
    const day = new Date(server.clock.now());
    do day.setUTCDate(day.getUTCDate() + 1);
    while (day.getUTCDay() !== 1);
    day.setUTCHours(7, 0, 0, 0);
    return day;
  }

  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'all searches',
      () =>
        server.ok(endpoints.changePreferences, { as: ann, body: { timeZone: 'Europe/Berlin' } }),
    ],
    [
      'one search',
      (id) =>
        server.ok(endpoints.changeSavedSearch, {
          as: ann,
          params: { id },
          body: { timeZone: 'Europe/Berlin' },
        }),
    ],
  ])('reschedules alerts for %s to the new time', async (_name, changeTimeZone) => {
    const { _id } = await save('weekly');
    await addHome();
    await server.waitUntilIdle();
    await changeTimeZone(_id);
    const monday = findNextMonday();
    await server.runJobs(new Date(monday.getTime() - 1), { includesRecurring: false });
    expect(server.emails).toEqual([]);
    await server.runJobs(monday);
    expect(server.emails).toHaveLength(1);
  });

  test('restores the original time if it is reverted', async () => {
    const setTimeZone = (timeZone: string) =>
      server.ok(endpoints.changePreferences, { as: ann, body: { timeZone } });
    await setTimeZone('America/Los_Angeles');
    // Starts on a Wednesday, which is far from Monday in any time zone.
    do await server.clock.advance(DAY_MS);
    while (server.clock.now().getUTCDay() !== 3);
    await save('weekly');
    await addHome();
    await server.waitUntilIdle();
    await setTimeZone('Europe/Berlin');
    await setTimeZone('America/Los_Angeles');
    const monday = findNextMonday();
    await server.runJobs(new Date(monday.getTime() + 60 * MINUTE_MS), { includesRecurring: false });
    expect(server.emails).toEqual([]);
    // 8:00 in Los Angeles, in winter or in summer.
    await server.runJobs(new Date(monday.getTime() + 9 * 60 * MINUTE_MS), {
      includesRecurring: false,
    });
    expect(server.emails).toHaveLength(1);
  });

  test('delays alerts by a week and loses none if it happens during matching', async () => {
    await save('weekly');
    await addHome();
    await server.waitUntilIdle();
    await server.db.updateTable('saved_searches').set({ time_zone: 'Europe/Berlin' }).execute();
    const monday = findNextMonday();
    await server.runJobs(new Date(monday.getTime() + 60 * MINUTE_MS), { includesRecurring: false });
    expect(server.emails).toEqual([]);
    await server.runJobs(new Date(monday.getTime() + 7 * DAY_MS), { includesRecurring: false });
    expect(server.emails).toHaveLength(1);
  });
});

describe('confirming a new address', () => {
  async function setAddress(email: string) {
    const form = new FormData();
    form.append('name', ann.name);
    form.append('email', email);
    await server.ok(endpoints.changeProfile, { as: ann, form });
    await server.waitUntilIdle();
  }

  /** Confirms Ann's new address with the emailed link. */
  async function confirmAddress() {
    const token = readToken(server, 'alerts/confirm');
    server.emails.length = 0;
    await server.ok(endpoints.confirmAlert, { body: { token } });
  }

  /** Changes Ann's address and confirms it. @returns the new address */
  async function changeAddress(): Promise<string> {
    const email = `new-${ann.email}`;
    await setAddress(email);
    await confirmAddress();
    return email;
  }

  async function runJobsForAWeek() {
    for (let day = 0; day < 8; day += 1) await runJobsFor(DAY_MS);
  }

  test.each<Frequency>(['instant', 'daily', 'weekly'])(
    'moves pending %s alerts to it, without repeats',
    async (frequency) => {
      await save(frequency);
      const notifiedHome = await addHome({ title: 'The one already emailed' });
      await runJobsForAWeek();
      expect(server.emails).toHaveLength(1);
      await addHome({ title: 'The new one' });
      await change(notifiedHome, { price: 700_000 });
      await server.waitUntilIdle();
      const email = await changeAddress();
      await change(notifiedHome, { price: 650_000 });
      await runJobsForAWeek();
      expect(server.emails.map(({ to }) => to)).toEqual([email]);
      expect(readMailText()).toContain('The new one');
      expect(readMailText()).not.toContain('The one already emailed');
    },
  );

  test.each<Frequency>(['instant', 'daily'])(
    'sends it the %s alerts that became due before',
    async (frequency) => {
      await save(frequency);
      await addHome({ title: 'The due one' });
      await server.waitUntilIdle();
      const email = `new-${ann.email}`;
      await setAddress(email);
      await runJobsFor(DAY_MS);
      await confirmAddress();
      await server.waitUntilIdle();
      expect(server.emails.map(({ to }) => to)).toEqual([email]);
      expect(readMailText()).toContain('The due one');
    },
  );

  test('is not required if the user restores the confirmed one', async () => {
    await save('daily');
    await addHome();
    await server.waitUntilIdle();
    await setAddress(`new-${ann.email}`);
    await runJobsFor(DAY_MS);
    server.emails.length = 0;
    await setAddress(ann.email);
    expect(server.emails.map(({ to }) => to)).toEqual([ann.email]);
  });

  test('does not affect the alerts of another account with the former one', async () => {
    await save('daily');
    const id = await addHome({ title: 'The first one' });
    await server.waitUntilIdle();
    await setAddress(`new-${ann.email}`);
    const bob = await server.addUser({ email: ann.email, isProven: true });
    const body = { search: AUSTIN, frequency: 'daily' };
    await server.ok(endpoints.createSavedSearch, { as: bob, body });
    await change(id, { price: 500_000 });
    await addHome({ title: 'The second one' });
    await runJobsFor(DAY_MS);
    const sentToBob = server.emails.filter(({ to }) => to === bob.email);
    expect(sentToBob.map(({ subject }) => subject)).toEqual([
      'Your email address was changed on Doorstep',
      '2 homes: Homes in Austin, TX',
    ]);
    const titlesOf = async (as: TestUser) =>
      (await server.ok(endpoints.listNotifications, { as })).map(({ title }) => title);
    expect(await titlesOf(bob)).toEqual(['2 homes for “Homes in Austin, TX”']);
    expect(await titlesOf(ann)).toEqual([]);
    await confirmAddress();
    await server.waitUntilIdle();
    expect(readMailText()).toContain('The first one');
    expect(readMailText()).not.toContain('The second one');
  });

  test('moves pending updates of saved homes to it', async () => {
    const id = await addHome({ title: 'The saved one' });
    await server.waitUntilIdle();
    await server.ok(endpoints.saveFavorite, { as: ann, params: { id } });
    await server.db
      .updateTable('favorites')
      .set({ saved_at: new Date(0) })
      .execute();
    await change(id, { price: 550_000 });
    await server.waitUntilIdle();
    const email = await changeAddress();
    await runJobsFor(DAY_MS);
    expect(server.emails.map(({ to }) => to)).toEqual([email]);
    expect(readMailText()).toContain('Price cut from $600,000: $550,000\nThe saved one');
  });

  test('does not block a frequency change while alerts for both addresses are pending', async () => {
    const { _id } = await save('daily');
    await addHome();
    await server.waitUntilIdle();
    const [{ homes, due_at: dueAt } = { homes: {}, due_at: new Date(0) }] = await server.db
      .selectFrom('alert_news')
      .selectAll()
      .execute();
    await server.db
      .insertInto('alert_news')
      .values({
        recipient: 'old@example.org',
        search_id: _id,
        due_at: dueAt,
        homes: JSON.stringify(homes) as never,
      })
      .execute();
    const body = { frequency: 'instant' };
    await server.ok(endpoints.changeSavedSearch, { as: ann, params: { id: _id }, body });
  });
});
