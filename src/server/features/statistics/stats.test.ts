import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { findMostAndFewestViewed } from './attention-repository.ts';
import { addTourAgent, book, NEXT_SLOT, SLOT } from '../tours/tour.fixture.ts';

let server: TestApp;
let people: Record<Role, TestUser>;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople({
    agent: { name: 'Ada King' },
    admin: { avatar_key: 'demo-ada' },
  });
});
afterAll(() => server.close());
beforeEach(() => server.db.deleteFrom('properties').execute());

const readSiteStats = (query: Record<string, string> = {}) =>
  server.ok(endpoints.adminStats, { as: people.admin, query });

const readAgentStats = (as: TestUser) => server.ok(endpoints.agentStats, { as });

describe('GET /admin/stats', () => {
  test('requires an admin', () => server.expectGuarded(endpoints.adminStats, people));

  test('returns only user counts and the newest users if there are no listings', async () => {
    expect(await readSiteStats()).toStrictEqual({
      totalProperties: 0,
      totalUsers: 3,
      totalAgents: 1,
      totalPropertyValue: 0,
      propertyTypeCounts: [],
      propertiesLast7Days: [],
      newListingsPerDay: ['24', '25', '26', '27', '28']
        .map((day) => ({ date: `2026-02-${day}`, count: 0 }))
        .concat([
          { date: '2026-03-01', count: 0 },
          { date: '2026-03-02', count: 0 },
        ]),
      recentListings: [],
      recentUsers: [people.admin, people.agent, people.user].map(({ _id, name, email, role }) => ({
        _id,
        name,
        email,
        avatar: role === 'admin' ? '/images/demo-ada/full.webp' : null,
      })),
    });
  });

  test('counts available and unavailable listings, and reflects changes', async () => {
    const ids = [
      await server.addProperty(people.agent, { price: 100_000.5 }),
      await server.addProperty(people.agent, { price: 2_000, status: 'For Rent' }),
      await server.addProperty(people.admin, {
        property_type: 'Condo',
        price: 300_000,
        is_available: false,
      }),
    ];
    expect(await readSiteStats()).toMatchObject({
      totalProperties: 3,
      totalPropertyValue: 402_000.5,
      propertyTypeCounts: [
        { _id: 'Condo', count: 1 },
        { _id: 'House', count: 2 },
      ],
      recentListings: [
        { _id: ids[2], agent: { name: people.admin.name } },
        { _id: ids[1], agent: { name: 'Ada King' } },
        { _id: ids[0], agent: { name: 'Ada King' } },
      ],
    });
    const toggleRequest = { as: people.admin, params: { id: ids[2] ?? '' } };
    await server.ok(endpoints.toggleAvailability, toggleRequest);
    expect(await readSiteStats()).toMatchObject({
      totalProperties: 3,
      totalPropertyValue: 402_000.5,
    });
    await server.ok(endpoints.deleteProperty, toggleRequest);
    expect(await readSiteStats()).toMatchObject({
      totalProperties: 2,
      totalPropertyValue: 102_000.5,
      propertyTypeCounts: [{ _id: 'House', count: 2 }],
    });
    await server.db.deleteFrom('properties').execute();
    expect(await readSiteStats()).toMatchObject({ totalProperties: 0, propertyTypeCounts: [] });
  });

  test('counts new listings by day, in UTC or the viewer’s time zone', async () => {
    const times = [
      '2026-02-23T23:59:59.999Z',
      '2026-02-24T00:00:00.000Z',
      '2026-03-01T23:30:00.000Z',
      '2026-03-02T00:00:00.000Z',
      '2026-03-02T11:59:00.000Z',
    ];
    const ids: string[] = [];
    for (const time of times) {
      ids.push(await server.addProperty(people.agent, { created_at: new Date(time) }));
    }
    const inUtc = await readSiteStats();
    expect(inUtc.newListingsPerDay.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 1, 2]);
    expect(inUtc.propertiesLast7Days).toEqual(
      times
        .slice(1)
        .toReversed()
        .map((createdAt) => ({ createdAt })),
    );
    const inAuckland = await readSiteStats({ timeZone: 'Pacific/Auckland' });
    expect(inAuckland.newListingsPerDay).toEqual([
      { date: '2026-02-25', count: 0 },
      { date: '2026-02-26', count: 0 },
      { date: '2026-02-27', count: 0 },
      { date: '2026-02-28', count: 0 },
      { date: '2026-03-01', count: 0 },
      { date: '2026-03-02', count: 2 },
      { date: '2026-03-03', count: 1 },
    ]);
    const inHonolulu = await readSiteStats({ timeZone: 'pacific/honolulu' });
    expect(inHonolulu.newListingsPerDay.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 2, 1]);

    // Triggers keep the stored counts up to date.
    const readCountsPerDay = async () =>
      (await readSiteStats()).newListingsPerDay.map(({ count }) => count);
    const [first = '', second = ''] = ids;
    const update = server.db.updateTable('properties').where('id', '=', second);
    await update.set({ title: 'Another title' }).execute();
    expect(await readCountsPerDay()).toEqual([1, 0, 0, 0, 0, 1, 2]);
    await update.set({ created_at: new Date('2026-02-26T08:00:00.000Z') }).execute();
    expect(await readCountsPerDay()).toEqual([0, 0, 1, 0, 0, 1, 2]);
    await server.db.deleteFrom('properties').where('id', 'in', [first, second]).execute();
    expect(await readCountsPerDay()).toEqual([0, 0, 0, 0, 0, 1, 2]);
  });

  test('lists the 5 newest listings and users and the week’s 1,000 newest listings, and counts all', async () => {
    const { now } = server.clock;
    const add = (count: number) =>
      server.db
        .insertInto('properties')
        .values(
          Array.from({ length: count }, (_, index) =>
            buildPropertyRow(people.agent._id, { created_at: new Date(now().getTime() - index) }),
          ),
        )
        .execute();
    await add(600);
    await add(601);
    for (let index = 0; index < 6; index += 1) await server.addUser();
    const stats = await readSiteStats();
    expect(stats.recentListings).toHaveLength(5);
    expect(stats.recentUsers).toHaveLength(5);
    expect(stats.propertiesLast7Days).toHaveLength(1000);
    expect(stats.newListingsPerDay.at(-1)).toEqual({ date: '2026-03-02', count: 1201 });
  });

  test.each(['Nowhere/City', '+02:00', 'x'.repeat(65), '; drop table users'])(
    'rejects the time zone %j',
    async (timeZone) => {
      const options = { as: people.admin, query: { timeZone } };
      expect((await server.error(endpoints.adminStats, options)).errors).toEqual([
        { path: 'timeZone', message: 'Time zone must be an IANA name.' },
      ]);
    },
  );
});

describe('GET /agent/stats', () => {
  test('requires an agent or admin', () => server.expectGuarded(endpoints.agentStats, people));

  test('covers only the caller’s own listings', async () => {
    const attention = { inquiries: [], tours: [], reminders: [], drafts: [], expiring: [] };
    expect(await readAgentStats(people.agent)).toStrictEqual({
      attention,
      views: { most: [], fewest: [] },
      activeListings: 0,
      archivedListings: 0,
      totalValue: 0,
      recentListings: [],
      inquiries: { last30Days: 0, unanswered: 0, medianResponseMinutes: null },
    });
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const facts = { price: 100_000 + index, is_available: index < 4, title: `Home ${index}` };
      ids.unshift(await server.addProperty(people.agent, facts));
    }
    await server.addProperty(people.admin, { price: 5 });
    expect(await readAgentStats(people.agent)).toStrictEqual({
      attention,
      views: expect.anything(),
      activeListings: 4,
      archivedListings: 2,
      totalValue: 400_006,
      recentListings: [5, 4, 3, 2, 1].map((index) => ({
        _id: ids[5 - index],
        title: `Home ${index}`,
        isAvailable: index < 4,
      })),
      inquiries: { last30Days: 0, unanswered: 0, medianResponseMinutes: null },
    });
    expect(await readAgentStats(people.admin)).toMatchObject({ activeListings: 1, totalValue: 5 });
    const params = { id: ids[5] ?? '' };
    await server.ok(endpoints.toggleAvailability, { as: people.agent, params });
    expect(await readAgentStats(people.agent)).toMatchObject({
      activeListings: 3,
      archivedListings: 3,
      totalValue: 300_006,
    });
  });

  test('lists only the agent’s own open tasks', async () => {
    const { agent, homeId } = await addTourAgent(server, { mode: 'request' });
    const { _id: tourId } = await book(server, homeId, { name: 'Tessa Tour' });
    const inquiry = await server.db
      .selectFrom('inquiries')
      .select(['id', 'property_title as title'])
      .where('agent_id', '=', agent._id)
      .executeTakeFirstOrThrow();
    const { id: _id, title } = inquiry;
    // A tour request without a message is listed only as a tour.
    expect((await readAgentStats(agent)).attention).toMatchObject({ inquiries: [], tours: [{}] });
    await server.db
      .insertInto('inquiry_messages')
      .values({
        inquiry_id: _id,
        is_from_agent: false,
        text: 'Is there a garage?',
        created_at: server.clock.now(),
      })
      .execute();
    const inDays = (days: number) =>
      new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const expiring = await server.addProperty(agent, {
      title: 'Expires soon',
      expires_on: inDays(6),
    });
    await server.addProperty(agent, { title: 'Expires later', expires_on: inDays(9) });
    const draft = await server.ok(endpoints.createProperty, {
      as: agent,
      form: toFormData({ title: 'Half a house', publishState: 'draft' }),
    });
    const attention = {
      inquiries: [{ _id, title, name: 'Tessa Tour', createdAt: server.clock.now().toISOString() }],
      tours: [
        {
          _id: tourId,
          title,
          name: 'Tessa Tour',
          start: SLOT,
          end: NEXT_SLOT,
          timeZone: 'America/Chicago',
        },
      ],
      reminders: [],
      drafts: [{ _id: draft._id, title: 'Half a house', publishState: 'draft' }],
      expiring: [{ _id: expiring, title: 'Expires soon', expiresOn: inDays(6) }],
    };
    expect((await readAgentStats(agent)).attention).toStrictEqual(attention);
    expect((await readAgentStats(people.agent)).attention.inquiries).toEqual([]);

    const params = { id: _id };
    await server.ok(endpoints.answerInquiry, { as: agent, params, body: { message: 'Yes.' } });
    await server.ok(endpoints.changeTour, {
      as: agent,
      params: { id: tourId },
      body: { status: 'booked' },
    });
    const past = new Date(server.clock.now().getTime() - 60_000);
    await server.db
      .updateTable('inquiries')
      .set({ remind_at: past })
      .where('id', '=', _id)
      .execute();
    expect((await readAgentStats(agent)).attention).toStrictEqual({
      ...attention,
      inquiries: [],
      tours: [],
      reminders: [{ _id, title, name: 'Tessa Tour', remindAt: past.toISOString() }],
    });
  });

  test('ranks listings by their views per day on the market', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const today = server.clock.now();
    const daysAgo = (days: number) => new Date(today.getTime() - days * 86_400_000);
    const facts: [title: string, days: number, views: number][] = [
      ['Steady house', 10, 20],
      ['Quick house', 2, 10],
      ['Slow house', 29, 1],
      ['An old favorite', 400, 90],
      ['Unseen house', 5, 0],
    ];
    for (const [title, days, views] of facts) {
      const id = await server.addProperty(agent, { title, created_at: daysAgo(days) });
      if (views === 0) continue;
      const row = { property_id: id, day: daysAgo(1).toISOString().slice(0, 10), views };
      await server.db.insertInto('property_figures').values(row).execute();
      // Views before the last 30 days are not counted.
      const old = { property_id: id, day: daysAgo(40).toISOString().slice(0, 10), views: 1_000 };
      await server.db.insertInto('property_figures').values(old).execute();
    }
    const { most, fewest } = (await readAgentStats(agent)).views;
    expect(most.map(({ title, days, views }) => [title, days, views])).toEqual([
      ['Quick house', 2, 10],
      ['An old favorite', 400, 90],
      ['Steady house', 10, 20],
    ]);
    expect(fewest.map(({ title }) => title)).toEqual(['Unseen house', 'Slow house']);
    // Only the newest listings are ranked, because an agent can have 100,000.
    const newest = await findMostAndFewestViewed(server.db, agent._id, {
      now: today,
      newest: 2,
      limit: 3,
    });
    expect(newest.most.map(({ title }) => title)).toEqual(['Quick house', 'Unseen house']);
    expect(newest.fewest).toEqual([]);
  });
});
