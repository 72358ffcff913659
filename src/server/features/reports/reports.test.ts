import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const HOUR_MS = 60 * 60_000;

let server: TestApp;
let people: Record<Role, TestUser>;
let home: string;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});
beforeEach(async () => {
  await server.clock.advance(HOUR_MS);
  await server.waitUntilIdle();
  server.emails.length = 0;
  await server.db.deleteFrom('reports').execute();
  home = await server.addProperty(people.agent, { title: 'A house that does not exist' });
});

const report = (body: object = { reason: 'scam' }, ip = '203.0.113.1') =>
  server.ok(endpoints.reportProperty, { params: { id: home }, body, ip });
const list = (query: Record<string, string> = {}) =>
  server.ok(endpoints.listReports, { as: people.admin, query });
const decide = (id: string | undefined, body: object) =>
  server.ok(endpoints.decideReport, { as: people.admin, params: { id: id ?? '' }, body });
const toggleOptions = (as: TestUser) => ({ as, params: { id: home } });
const isListed = async () =>
  (await server.ok(endpoints.listProperties, {})).some(({ _id }) => _id === home);

describe('POST /properties/:id/reports', () => {
  test('lists the report for admins', async () => {
    await report({
      reason: 'scam',
      text: ' The pictures are of another house. ',
      email: 'a@b.org',
    });
    await server.clock.advance(1_000);
    await report({ reason: 'duplicate', text: '', email: '' });
    expect(await list()).toMatchObject([
      { reason: 'duplicate', text: null, email: null },
      {
        property: { _id: home, title: 'A house that does not exist' },
        reason: 'scam',
        text: 'The pictures are of another house.',
        email: 'a@b.org',
        state: 'open',
        decision: null,
      },
    ]);
  });

  test.each([
    [{}, 'reason'],
    [{ reason: 'x' }, 'reason'],
    [{ reason: 'other', text: 'x'.repeat(1_001) }, 'text'],
    [{ reason: 'other', email: 'x' }, 'email'],
  ])('rejects %j', async (body, path) => {
    const options = { params: { id: home }, body };
    expect(await server.error(endpoints.reportProperty, options)).toMatchObject({
      status: 400,
      errors: [{ path }],
    });
    expect(await list()).toEqual([]);
  });

  test('accepts 5 reports per hour from an IP address and rejects reports about nonexistent listings', async () => {
    for (let count = 0; count < 5; count += 1) await report({ reason: 'other' }, '203.0.113.7');
    const options = { params: { id: home }, body: { reason: 'other' }, ip: '203.0.113.7' };
    expect((await server.error(endpoints.reportProperty, options)).status).toBe(429);
    await report({ reason: 'other' }, '203.0.113.8');
    const missingHome = { ...options, params: { id: '999999' } };
    expect((await server.error(endpoints.reportProperty, missingHome)).status).toBe(404);
  });
});

describe('GET /reports', () => {
  test('requires an admin', () => server.expectGuarded(endpoints.listReports, people));

  test('filters open and closed reports, including those of a deleted listing', async () => {
    await report();
    await server.ok(endpoints.deleteProperty, { as: people.agent, params: { id: home } });
    const [openReport] = await list({ state: 'open' });
    expect(openReport?.property).toEqual({ _id: null, title: 'A house that does not exist' });
    await decide(openReport?._id, { decision: 'hidden' });
    expect(await list({ state: 'open' })).toEqual([]);
    expect(await list({ state: 'closed' })).toHaveLength(1);
    const query = { state: 'x' };
    const error = await server.error(endpoints.listReports, { as: people.admin, query });
    expect(error.status).toBe(400);
  });
});

describe('PATCH /reports/:id', () => {
  test('requires an admin', () =>
    server.expectGuarded(endpoints.decideReport, people, {
      params: { id: '1' },
      body: { decision: 'hidden' },
    }));

  test('rejects an unknown decision and a nonexistent report', async () => {
    const as = people.admin;
    const body = { decision: 'hidden' };
    const missingReport = { as, params: { id: '999999' }, body };
    expect((await server.error(endpoints.decideReport, missingReport)).status).toBe(404);
    await report();
    const [openReport] = await list();
    const options = { as, params: { id: openReport?._id ?? '' }, body: { decision: 'x' } };
    expect((await server.error(endpoints.decideReport, options)).status).toBe(400);
  });

  test('hides a listing, closes its other reports, and emails the agent the reason', async () => {
    await report({ reason: 'scam', text: 'SECRET WORDS' });
    await report({ reason: 'other' });
    const olderReportId = (await list())[1]?._id;
    expect(
      await decide(olderReportId, { decision: 'hidden', note: 'Wrong pictures' }),
    ).toMatchObject({
      state: 'closed',
      decision: 'hidden',
    });
    expect(await list({ state: 'open' })).toEqual([]);
    expect(await isListed()).toBe(false);
    for (const as of [people.agent, people.admin]) {
      expect(await server.error(endpoints.toggleAvailability, toggleOptions(as))).toMatchObject({
        status: 409,
        message: 'This listing was hidden by an admin.',
      });
    }
    const body = { ids: [home], action: 'mark-available' };
    const bulk = await server.ok(endpoints.changeProperties, { as: people.agent, body });
    expect(JSON.stringify(bulk)).toContain('This listing was hidden by an admin.');
    // Sets the column directly, as an import does.
    await server.db
      .updateTable('properties')
      .set({ is_available: true })
      .where('id', '=', home)
      .execute();
    expect(await isListed()).toBe(false);
    await server.waitUntilIdle();
    expect(server.emails).toHaveLength(1);
    expect(server.emails[0]).toMatchObject({ to: people.agent.email });
    expect(server.emails[0]?.text).toContain('It looks like a scam');
    expect(server.emails[0]?.text).toContain('Wrong pictures');
    expect(JSON.stringify(server.emails)).not.toContain('SECRET');
    const [notification] = await server.ok(endpoints.listNotifications, { as: people.agent });
    expect(notification?.kind).toBe('report');
  });

  test('shows the listing again if the report is dismissed later', async () => {
    await report();
    const [openReport] = await list();
    await decide(openReport?._id, { decision: 'hidden' });
    await decide(openReport?._id, { decision: 'dismissed' });
    expect(await isListed()).toBe(true);
    await server.ok(endpoints.toggleAvailability, toggleOptions(people.agent));
    await decide(openReport?._id, { decision: 'hidden' });
    await decide(openReport?._id, { decision: 'dismissed' });
    // It was sold before it was hidden.
    expect(await isListed()).toBe(false);
    await server.ok(endpoints.toggleAvailability, toggleOptions(people.agent));
    expect(await isListed()).toBe(true);
  });

  test('rejects a decision if another admin has decided in the meantime', async () => {
    await report();
    const [openReport] = await list();
    await decide(openReport?._id, { decision: 'hidden', before: null });
    const body = { decision: 'dismissed', before: null };
    const options = { as: people.admin, params: { id: openReport?._id ?? '' }, body };
    expect(await server.error(endpoints.decideReport, options)).toMatchObject({
      status: 409,
      message: 'A decision on this report has already been made.',
    });
    expect(await isListed()).toBe(false);
    await decide(openReport?._id, { decision: 'dismissed', before: 'hidden' });
    expect(await isListed()).toBe(true);
  });

  test('showing a listing also dismisses the other reports that hiding it had closed', async () => {
    await report();
    await report({ reason: 'other' });
    const ids = (await list()).map(({ _id }) => _id);
    await decide(ids[0], { decision: 'hidden' });
    await decide(ids[0], { decision: 'dismissed' });
    expect((await list()).map(({ decision }) => decision)).toEqual(['dismissed', 'dismissed']);
    for (const id of ids) {
      const query = { entity: `report:${id}` };
      const entries = await server.ok(endpoints.listAudit, { as: people.admin, query });
      expect(entries.map(({ changes }) => changes)).toEqual([
        { decision: ['hidden', 'dismissed'] },
        { decision: [null, 'hidden'] },
      ]);
    }
    await report({ reason: 'scam' }, '203.0.113.2');
    await decide((await list())[0]?._id, { decision: 'hidden' });
    await decide(ids[1], { decision: 'dismissed' });
    expect(await isListed()).toBe(false);
  });

  test('concurrent decisions leave the report and the listing consistent', async () => {
    for (let round = 0; round < 5; round += 1) {
      await report({ reason: 'scam' }, `203.0.113.${round + 1}`);
      const id = (await list())[0]?._id;
      await Promise.all([
        decide(id, { decision: 'hidden' }),
        server.addUser({ role: 'admin' }).then((as) =>
          server.ok(endpoints.decideReport, {
            as,
            params: { id: id ?? '' },
            body: { decision: 'dismissed' },
          }),
        ),
      ]);
      const decision = (await list()).find(({ _id }) => _id === id)?.decision;
      expect(await isListed()).toBe(decision === 'dismissed');
      await decide(id, { decision: 'dismissed' });
      expect(await isListed()).toBe(true);
    }
  });

  test('a hidden listing is off the market, not sold', async () => {
    const readState = async () => {
      const options = { params: { id: home } };
      const { isAvailable, isOffMarket } = await server.ok(endpoints.getProperty, options);
      const history = await server.ok(endpoints.getPropertyHistory, options);
      return { isAvailable, isOffMarket, events: history.map(({ event }) => event) };
    };
    await report();
    const [openReport] = await list();
    await decide(openReport?._id, { decision: 'hidden' });
    expect(await readState()).toEqual({
      isAvailable: false,
      isOffMarket: true,
      events: ['off_market', 'listed'],
    });
    await server.clock.advance(1_000);
    await decide(openReport?._id, { decision: 'dismissed' });
    expect(await readState()).toEqual({
      isAvailable: true,
      isOffMarket: false,
      events: ['relisted', 'off_market', 'listed'],
    });
    await server.clock.advance(1_000);
    await decide(openReport?._id, { decision: 'hidden' });
    await server.clock.advance(1_000);
    const body = { ids: [home], action: 'mark-unavailable' };
    await server.ok(endpoints.changeProperties, { as: people.agent, body });
    const events = ['off_market', 'relisted', 'off_market', 'listed'];
    expect(await readState()).toEqual({ isAvailable: false, isOffMarket: true, events });
    await decide(openReport?._id, { decision: 'dismissed' });
    expect(await readState()).toEqual({
      isAvailable: false,
      isOffMarket: false,
      events: ['sold', ...events],
    });
  });

  test('preserves changes made to a listing while it was hidden', async () => {
    await report();
    const [openReport] = await list();
    const changeAvailability = (action: string) =>
      server.ok(endpoints.changeProperties, { as: people.agent, body: { ids: [home], action } });
    await decide(openReport?._id, { decision: 'hidden' });
    await changeAvailability('mark-unavailable');
    await decide(openReport?._id, { decision: 'dismissed' });
    expect(await isListed()).toBe(false);
    await changeAvailability('mark-available');
    await decide(openReport?._id, { decision: 'hidden' });
    await decide(openReport?._id, { decision: 'dismissed' });
    expect(await isListed()).toBe(true);
  });

  test('dismissing a later report does not show a listing hidden by another report', async () => {
    await report();
    const [first] = await list();
    await decide(first?._id, { decision: 'hidden' });
    await report({ reason: 'duplicate' });
    const [laterReport] = await list({ state: 'open' });
    await decide(laterReport?._id, { decision: 'dismissed' });
    expect(await isListed()).toBe(false);
    await decide(first?._id, { decision: 'dismissed' });
    expect(await isListed()).toBe(true);
  });
});

test('deletes old reports, but keeps those that hide a listing and clears only their text and email', async () => {
  await report({ reason: 'scam', text: 'SECRET WORDS', email: 'a@b.org' });
  const [hidingReport] = await list();
  await decide(hidingReport?._id, { decision: 'hidden' });
  await report({ reason: 'other', text: 'SECRET WORDS' });
  const now = server.clock.now().getTime();
  await server.runJobs(new Date(now + 729 * 24 * HOUR_MS));
  expect(await list()).toHaveLength(2);
  await server.runJobs(new Date(now + 731 * 24 * HOUR_MS));
  expect(await list()).toMatchObject([{ _id: hidingReport?._id, text: null, email: null }]);
  await decide(hidingReport?._id, { decision: 'dismissed' });
  expect(await isListed()).toBe(true);
});
