import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Frequency, SearchInput } from '#shared/saved-searches/saved-search.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { resetAlerts, confirmAddress } from './alerts.fixture.ts';

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

const save = (search: SearchInput, frequency: Frequency, more: object = {}, as = ann) =>
  server.ok(endpoints.createSavedSearch, { as, body: { search, frequency, ...more } });

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

const listMailSubjects = () => server.emails.map(({ subject }) => subject);
const readMailText = () => server.emails.map((mail) => mail.text).join('\n');

describe('digests', () => {
  test('are sent at 8:00 in the searches’ time zone, with all searches in one email, if there are new homes', async () => {
    await save(AUSTIN, 'daily', { timeZone: 'America/Chicago', name: 'First' });
    await save({ city: 'Boston' }, 'daily', { timeZone: 'America/Chicago', name: 'Second' });
    await addHome();
    await addHome({ city: 'Boston', state: 'MA' });
    await server.waitUntilIdle();
    // The clock is at 2026-03-02T12:00Z or later. 8:00 in Chicago is 14:00 UTC in winter.
    const eight = new Date(Date.UTC(2026, 2, 2, 14));
    while (eight <= server.clock.now()) eight.setUTCDate(eight.getUTCDate() + 1);
    await server.runJobs(new Date(eight.getTime() - 1), { includesRecurring: false });
    expect(server.emails).toEqual([]);
    await server.runJobs(eight);
    expect(listMailSubjects()).toEqual(['2 homes for your searches']);
    expect(readMailText()).toContain('First\n-----');
    expect(readMailText()).toContain('Second\n------');
    await server.runJobs(new Date(eight.getTime() + DAY_MS));
    expect(server.emails).toHaveLength(1);
  });

  test('are sent on Mondays if weekly', async () => {
    await save(AUSTIN, 'weekly');
    await addHome();
    await server.waitUntilIdle();
    const nextDigest = new Date(server.clock.now());
    do nextDigest.setUTCDate(nextDigest.getUTCDate() + 1);
    while (nextDigest.getUTCDay() !== 1);
    nextDigest.setUTCHours(8, 0, 0, 0);
    await server.runJobs(new Date(nextDigest.getTime() - 1), { includesRecurring: false });
    expect(server.emails).toEqual([]);
    await server.runJobs(nextDigest);
    expect(listMailSubjects()).toEqual(['1 home: Homes in Austin, TX']);
  });
});

describe('instant alerts', () => {
  test('report a new home after a delay, with a reason and a one-click unsubscribe link', async () => {
    await save(AUSTIN, 'instant');
    const id = await addHome({ title: 'A <b>bright</b> house' });
    await addHome({ city: 'Boston', state: 'MA' });
    await server.waitUntilIdle();
    expect(server.emails).toEqual([]);
    await server.clock.advance(MINUTE_MS);
    await server.waitUntilIdle();
    expect(server.emails).toHaveLength(1);
    const [mail] = server.emails;
    expect(mail).toMatchObject({ to: ann.email, subject: '1 home: Homes in Austin, TX' });
    expect(mail?.text).toContain(`New: $600,000\nA <b>bright</b> house\n`);
    expect(mail?.text).toContain(`https://homes.example.org/property/${id}\n`);
    expect(mail?.html).toContain('A &#60;b&#62;bright&#60;/b&#62; house');
    expect(mail?.text).not.toContain('Boston');
    expect(mail?.unsubscribeUrl).toMatch(
      /^https:\/\/homes\.example\.org\/api\/unsubscribe\?token=[\w-]{43}$/,
    );
    expect(mail?.text).toMatch(/^https:\/\/homes\.example\.org\/unsubscribe\?token=[\w-]{43}$/m);
    expect(await server.ok(endpoints.listNotifications, { as: ann })).toMatchObject([
      { kind: 'alert', title: '1 home for “Homes in Austin, TX”', link: '/saved-searches' },
    ]);
  });

  test('are batched, and sent at most every 15 minutes per search', async () => {
    await save(AUSTIN, 'instant');
    await addHome();
    await addHome();
    await runJobsFor(MINUTE_MS);
    expect(listMailSubjects()).toEqual(['2 homes: Homes in Austin, TX']);
    await addHome();
    await runJobsFor(10 * MINUTE_MS);
    expect(server.emails).toHaveLength(1);
    await runJobsFor(5 * MINUTE_MS);
    expect(server.emails).toHaveLength(2);
  });

  test('also wait for the end of the pause after a frequency change', async () => {
    const { _id } = await save(AUSTIN, 'instant');
    await addHome();
    await runJobsFor(MINUTE_MS);
    expect(server.emails).toHaveLength(1);
    const params = { id: _id };
    await server.ok(endpoints.changeSavedSearch, { as: ann, params, body: { frequency: 'daily' } });
    await addHome();
    await server.waitUntilIdle();
    await server.ok(endpoints.changeSavedSearch, {
      as: ann,
      params,
      body: { frequency: 'instant' },
    });
    await runJobsFor(14 * MINUTE_MS);
    expect(server.emails).toHaveLength(1);
    await runJobsFor(MINUTE_MS);
    expect(server.emails).toHaveLength(2);
  });

  test('wait for the end of the pause if a home was matched while the last email was being written', async () => {
    await save(AUSTIN, 'instant');
    await addHome();
    await runJobsFor(MINUTE_MS);
    const setLastMailAt = (at: Date | null) =>
      server.db.updateTable('saved_searches').set({ last_mail_at: at }).execute();
    await setLastMailAt(null);
    await addHome();
    await server.waitUntilIdle();
    await setLastMailAt(server.clock.now());
    await runJobsFor(14 * MINUTE_MS);
    expect(server.emails).toHaveLength(1);
    await runJobsFor(MINUTE_MS);
    expect(server.emails).toHaveLength(2);
  });

  test('report only homes that still match when the mail server is available again', async () => {
    await save(AUSTIN, 'instant');
    const [cheaper, moreExpensive] = [
      await addHome({ title: 'The cheaper one' }),
      await addHome({ title: 'The more expensive one' }),
    ];
    await runJobsFor(MINUTE_MS);
    server.emails.length = 0;
    await change(cheaper, { price: 550_000 });
    await change(moreExpensive, { price: 550_000 });
    const movedHome = await addHome({ title: 'The one in Boston' });
    server.mailFailure.error = new Error('The mail server is unavailable');
    await runJobsFor(20 * MINUTE_MS);
    await change(moreExpensive, { price: 650_000 });
    await change(movedHome, { city: 'Boston' });
    server.mailFailure.error = null;
    await runJobsFor(60 * MINUTE_MS);
    expect(listMailSubjects()).toEqual(['1 home: Homes in Austin, TX']);
    expect(readMailText()).toContain('Price cut from $600,000: $550,000\nThe cheaper one');
  });

  test('for different recipients take turns', async () => {
    const bob = await server.addUser();
    await confirmAddress(server, bob);
    for (const user of [ann, bob])
      for (const city of ['Austin', 'Boston', 'Chicago']) await save({ city }, 'instant', {}, user);
    server.emails.length = 0;
    for (const city of ['Austin', 'Boston', 'Chicago']) await addHome({ city });
    await runJobsFor(MINUTE_MS);
    const recipients = server.emails.map(({ to }) => to);
    for (const turn of [0, 2, 4])
      expect(recipients.slice(turn, turn + 2).toSorted()).toEqual(
        [ann.email, bob.email].toSorted(),
      );
  });

  test('list at most 12 homes and count the rest', async () => {
    await save(AUSTIN, 'instant');
    for (let home = 0; home < 15; home += 1) await addHome();
    await runJobsFor(MINUTE_MS);
    expect(readMailText().match(/^New: /gm)).toHaveLength(12);
    expect(readMailText()).toMatch(/^\+ 3 more:\n\S+\/saved-searches$/m);
  });

  test('count homes from several runs, excluding unavailable ones', async () => {
    await save(AUSTIN, 'instant');
    for (let run = 0; run < 2; run += 1) {
      for (let home = 0; home < 15; home += 1) await addHome();
      await server.waitUntilIdle();
    }
    const last = await addHome({ title: 'The last one' });
    await server.waitUntilIdle();
    await change(last, { is_available: false });
    await runJobsFor(MINUTE_MS);
    expect(listMailSubjects()).toEqual(['30 homes: Homes in Austin, TX']);
    expect(readMailText().match(/^New: /gm)).toHaveLength(12);
    expect(readMailText()).toContain('+ 18 more');
    expect(readMailText()).not.toContain('The last one');
  });

  test('report a home once per user, even if several searches match', async () => {
    await save(AUSTIN, 'instant');
    await save({ searchTerm: 'austin' }, 'instant');
    await save(AUSTIN, 'daily');
    await addHome();
    await runJobsFor(MINUTE_MS);
    await runJobsFor(DAY_MS);
    expect(server.emails).toHaveLength(1);
  });

  test('report a home once, with the original price, if it changes again while pending', async () => {
    const id = await addHome();
    await server.waitUntilIdle();
    await save(AUSTIN, 'daily');
    await change(id, { price: 550_000 });
    await server.waitUntilIdle();
    await save({ searchTerm: 'austin' }, 'instant');
    await change(id, { price: 540_000 });
    await runJobsFor(MINUTE_MS);
    expect(server.emails).toEqual([]);
    await runJobsFor(DAY_MS);
    expect(server.emails).toHaveLength(1);
    expect(readMailText()).toContain('Price cut from $600,000: $540,000');
  });

  test('report newly matching homes, price cuts, and homes back on the market', async () => {
    await save({ ...AUSTIN, maxPrice: 500_000 }, 'instant');
    const id = await addHome();
    await runJobsFor(MINUTE_MS);
    expect(server.emails).toEqual([]);
    await change(id, { price: 490_000 });
    await runJobsFor(MINUTE_MS);
    expect(readMailText()).toContain('Price cut from $600,000: $490,000');

    server.emails.length = 0;
    await change(id, { price: 495_000 });
    await runJobsFor(20 * MINUTE_MS);
    await change(id, { price: 492_000 });
    await runJobsFor(20 * MINUTE_MS);
    // The price is not below the lowest in Ann's earlier emails.
    expect(server.emails).toEqual([]);
    await change(id, { price: 480_000 });
    await runJobsFor(20 * MINUTE_MS);
    expect(readMailText()).toContain('Price cut from $492,000: $480,000');

    server.emails.length = 0;
    for (const days of [0, 1, 31]) {
      await runJobsFor(days * DAY_MS);
      await change(id, { is_available: false });
      await server.waitUntilIdle();
      await change(id, { is_available: true });
      await runJobsFor(20 * MINUTE_MS);
    }
    expect(readMailText().match(/Back on the market/g)).toHaveLength(2);
  });

  test('omit outdated changes, the user’s own homes, demo homes, and old listings', async () => {
    await save(AUSTIN, 'instant');
    await save(AUSTIN, 'instant', {}, agent);
    await confirmAddress(server, agent);
    server.emails.length = 0;
    const soldHome = await addHome();
    await server.waitUntilIdle();
    await change(soldHome, { is_available: false });
    const relocatedHome = await addHome();
    await server.waitUntilIdle();
    await change(relocatedHome, { city: 'Boston' });
    const deletedHome = await addHome();
    await server.waitUntilIdle();
    await server.db.deleteFrom('properties').where('id', '=', deletedHome).execute();
    await addHome({ created_at: new Date(server.clock.now().getTime() - 8 * DAY_MS) });
    const demoHome = await addHome();
    await server.db
      .insertInto('property_images')
      .values({
        property_id: demoHome,
        position: 0,
        key: 'demo-kitchen-03',
        width: 1,
        height: 1,
        placeholder: '',
      })
      .execute();
    await runJobsFor(20 * MINUTE_MS);
    expect(server.emails).toEqual([]);
    expect(await server.db.selectFrom('alert_news').selectAll().execute()).toEqual([]);
  });

  test('report only homes with an upcoming open house if the search requires one', async () => {
    await save({ ...AUSTIN, openHouseWithin: 7 }, 'instant');
    await addHome({ title: 'A closed house' });
    const id = await addHome({ title: 'An open house', is_available: false });
    const now = server.clock.now().getTime();
    const openHouse = {
      property_id: id,
      start_at: new Date(now + DAY_MS),
      end_at: new Date(now + DAY_MS + MINUTE_MS),
      time_zone: 'UTC',
    };
    await server.db.insertInto('open_houses').values(openHouse).execute();
    await change(id, { is_available: true });
    await runJobsFor(MINUTE_MS);
    expect(listMailSubjects()).toHaveLength(1);
    expect(readMailText()).toContain('An open house');
    expect(readMailText()).not.toContain('A closed house');
    // A changed title is not reported, because the home already matched.
    await change(id, { title: 'A wide open house' });
    await runJobsFor(20 * MINUTE_MS);
    expect(server.emails).toHaveLength(1);
  });

  test('report an open house once, when it is announced', async () => {
    await save({ ...AUSTIN, openHouseWithin: 7 }, 'instant');
    const id = await addHome({ title: 'A house to see' });
    const announce = async (days: number) => {
      const start = server.clock.now().getTime() + days * DAY_MS;
      await server.ok(endpoints.addOpenHouse, {
        as: agent,
        params: { id },
        body: {
          start: new Date(start).toISOString(),
          end: new Date(start + 60 * MINUTE_MS).toISOString(),
        },
      });
      await runJobsFor(20 * MINUTE_MS);
    };
    await announce(9);
    expect(server.emails).toEqual([]);
    await announce(3);
    expect(listMailSubjects()).toHaveLength(1);
    expect(readMailText()).toContain('Open house');
    expect(readMailText()).toContain('A house to see');
    // Not reported, because the home already matched.
    await announce(2);
    await change(id, { title: 'A house to see soon' });
    await runJobsFor(20 * MINUTE_MS);
    expect(server.emails).toHaveLength(1);
  });

  test('report an open house of a home that changes at the same time', async () => {
    await save({ ...AUSTIN, openHouseWithin: 7 }, 'instant');
    const id = await addHome();
    await runJobsFor(MINUTE_MS);
    const start = server.clock.now().getTime() + DAY_MS;
    await server.db.transaction().execute(async (transaction) => {
      const rename = (title: string) =>
        transaction.updateTable('properties').set({ title }).where('id', '=', id).execute();
      await rename('A house that changed');
      const times = { start_at: new Date(start), end_at: new Date(start + 60 * MINUTE_MS) };
      await transaction
        .insertInto('open_houses')
        .values({ property_id: id, ...times, time_zone: 'UTC', created_at: server.clock.now() })
        .execute();
      await rename('A house that changed again');
    });
    await runJobsFor(20 * MINUTE_MS);
    expect(server.emails).toHaveLength(1);
    expect(readMailText()).toContain('Open house');
  });

  test('follow a changed frequency, including “never”', async () => {
    const savedSearch = await save(AUSTIN, 'weekly');
    const setFrequency = (frequency: Frequency) =>
      server.ok(endpoints.changeSavedSearch, {
        as: ann,
        params: { id: savedSearch._id },
        body: { frequency },
      });
    await addHome();
    await server.waitUntilIdle();
    await setFrequency('instant');
    await runJobsFor(MINUTE_MS);
    expect(server.emails).toHaveLength(1);
    await setFrequency('daily');
    await addHome();
    await server.waitUntilIdle();
    await setFrequency('never');
    await setFrequency('instant');
    await runJobsFor(DAY_MS);
    expect(server.emails).toHaveLength(1);
  });

  test('are dropped if they are more than a day late', async () => {
    await save(AUSTIN, 'instant');
    await addHome();
    await server.waitUntilIdle();
    await server.clock.advance(DAY_MS + 2 * MINUTE_MS);
    await server.waitUntilIdle();
    expect(server.emails).toEqual([]);
  });

  test('are not sent to unconfirmed or changed addresses', async () => {
    const bob = await server.addUser();
    await save(AUSTIN, 'instant', {}, bob);
    await save(AUSTIN, 'instant');
    const newAddress = { email: 'ann-moved@example.org' };
    await server.db.updateTable('users').set(newAddress).where('id', '=', ann._id).execute();
    await addHome();
    await runJobsFor(MINUTE_MS);
    expect(listMailSubjects()).toEqual(['Confirm your alerts from Doorstep']);
  });
});

describe('POST /unsubscribe', () => {
  const readUnsubscribeToken = () =>
    /unsubscribe\?token=([\w-]+)/.exec(server.emails[0]?.text ?? '')?.[1] ?? '';
  const post = (token: string, headers: Record<string, string>, payload: string) =>
    server.app.inject({ method: 'POST', url: `/api/unsubscribe?token=${token}`, headers, payload });

  test('unsubscribes from one search or from all emails of a frequency, repeatedly and with any content type', async () => {
    const savedSearch = await save(AUSTIN, 'instant');
    await addHome();
    await runJobsFor(MINUTE_MS);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    const body =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect(
      (await post(readUnsubscribeToken(), form, 'List-Unsubscribe=One-Click')).statusCode,
    ).toBe(200);
    expect((await post(readUnsubscribeToken(), multipart, body)).statusCode).toBe(200);
    expect((await post(readUnsubscribeToken(), {}, '')).statusCode).toBe(200);
    expect((await post('unknown', form, 'List-Unsubscribe=One-Click')).statusCode).toBe(404);
    expect(
      await server.ok(endpoints.getSavedSearch, { as: ann, params: { id: savedSearch._id } }),
    ).toMatchObject({ frequency: 'never' });

    server.emails.length = 0;
    await save(AUSTIN, 'daily');
    const weekly = await save({ city: 'Boston' }, 'weekly');
    await addHome();
    await runJobsFor(DAY_MS);
    await server.ok(endpoints.unsubscribe, { query: { token: readUnsubscribeToken() } });
    const remaining = await server.ok(endpoints.listSavedSearches, { as: ann });
    expect(remaining.map(({ frequency }) => frequency)).toEqual(['weekly', 'never', 'never']);
    expect(remaining[0]?._id).toBe(weekly._id);
    expect(await server.ok(endpoints.getPreferences, { as: ann })).toMatchObject({
      alertsOnFavorites: false,
    });
  });
});
