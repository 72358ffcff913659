import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addOffice, addOfficeAgent } from './office.fixture.ts';

let server: TestApp;
let office: { _id: string; slug: string; name: string };
let manager: TestUser;
let member: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  office = await addOffice(server, 'Counted Homes');
  manager = await addOfficeAgent(server, office, 'manager');
  member = await addOfficeAgent(server, office);
  await server.db.updateTable('users').set({ name: 'Zoe' }).where('id', '=', manager._id).execute();
  await server.db.updateTable('users').set({ name: 'Abe' }).where('id', '=', member._id).execute();
  return () => server.close();
});

const NO_ACTIVITY = {
  activeListings: 0,
  underContract: 0,
  soldLast90Days: 0,
  inquiriesLast30Days: 0,
  unanswered: 0,
  medianResponseMinutes: null,
  toursNext7Days: 0,
};
const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * DAY_MS);

const read = (as: TestUser) => server.ok(endpoints.officeStats, { as, params: { id: office._id } });

describe('GET /offices/:id/stats', () => {
  test('requires a manager of the office or an admin', async () => {
    const params = { id: office._id };
    const stranger = await addOfficeAgent(
      server,
      await addOffice(server, 'Other Counts'),
      'manager',
    );
    expect(await server.status(endpoints.officeStats, { params })).toBe(401);
    for (const as of [await server.addUser(), member, stranger])
      expect(await server.status(endpoints.officeStats, { as, params })).toBe(403);
    const admin = await server.addUser({ role: 'admin' });
    expect(await server.status(endpoints.officeStats, { as: admin, params })).toBe(200);
    expect(
      await server.status(endpoints.officeStats, { as: admin, params: { id: '999999' } }),
    ).toBe(404);
  });

  test('returns statistics for the office and for each member', async () => {
    expect(await read(manager)).toEqual({
      ...NO_ACTIVITY,
      agents: [
        { _id: member._id, name: 'Abe', officeRole: 'member', ...NO_ACTIVITY },
        { _id: manager._id, name: 'Zoe', officeRole: 'manager', ...NO_ACTIVITY },
      ],
    });
    const home = await server.addProperty(member, { is_under_contract: true });
    await server.addProperty(manager);
    await server.addProperty(await server.addUser({ role: 'agent' }));
    // Sold now; sold long ago; rented; off the market.
    const unavailableHomes = [
      { updated_at: server.clock.now() },
      { updated_at: daysAgo(91) },
      { updated_at: server.clock.now(), status: 'For Rent' as const },
      { updated_at: server.clock.now(), is_off_market: true },
    ];
    for (const { updated_at, ...columns } of unavailableHomes) {
      const id = await server.addProperty(member, { created_at: daysAgo(100) });
      await server.db
        .updateTable('properties')
        .set({ ...columns, is_available: false, updated_at })
        .where('id', '=', id)
        .execute();
    }
    const buildInquiry = (
      agent: TestUser,
      ageDays: number,
      minutes: number | null,
      stage = 'new',
    ) => ({
      property_id: home,
      property_title: 'A home',
      property_price: 1,
      agent_id: agent._id,
      name: 'Sam',
      email: 'sam@example.org',
      stage: stage as 'new',
      created_at: daysAgo(ageDays),
      last_message_at: daysAgo(ageDays),
      answered_at:
        minutes === null ? null : new Date(daysAgo(ageDays).getTime() + minutes * 60_000),
    });
    await server.db
      .insertInto('inquiries')
      .values([
        buildInquiry(member, 1, 10),
        buildInquiry(member, 2, 20),
        buildInquiry(manager, 3, 60),
        buildInquiry(manager, 40, null),
        buildInquiry(manager, 40, null, 'lost'),
      ])
      .execute();
    const buildTour = (days: number, status: 'booked' | 'requested' | 'canceled') => ({
      property_id: home,
      property_title: 'A home',
      property_price: 1,
      property_address: 'A street',
      agent_id: member._id,
      name: 'Sam',
      email: 'sam@example.org',
      start_at: daysAgo(-days),
      end_at: new Date(daysAgo(-days).getTime() + 60_000),
      time_zone: 'UTC',
      status,
      is_in_calendars: false,
    });
    await server.db
      .insertInto('tours')
      .values([
        buildTour(1, 'booked'),
        buildTour(2, 'requested'),
        buildTour(3, 'canceled'),
        buildTour(8, 'booked'),
      ])
      .execute();
    const abe = {
      activeListings: 1,
      underContract: 1,
      soldLast90Days: 1,
      inquiriesLast30Days: 2,
      unanswered: 0,
      medianResponseMinutes: 15,
      toursNext7Days: 2,
    };
    const zoe = {
      ...NO_ACTIVITY,
      activeListings: 1,
      inquiriesLast30Days: 1,
      unanswered: 1,
      medianResponseMinutes: 60,
    };
    expect(await read(manager)).toEqual({
      activeListings: 2,
      underContract: 1,
      soldLast90Days: 1,
      inquiriesLast30Days: 3,
      unanswered: 1,
      medianResponseMinutes: 20,
      toursNext7Days: 2,
      agents: [
        { _id: member._id, name: 'Abe', officeRole: 'member', ...abe },
        { _id: manager._id, name: 'Zoe', officeRole: 'manager', ...zoe },
      ],
    });
  });
});

test('GET /properties/my-listings?scope=office lists the homes of all members, to managers only', async () => {
  const query = { scope: 'office', availability: 'true' };
  const homes = await server.ok(endpoints.listMyProperties, { as: manager, query });
  expect(homes.map(({ agent }) => agent._id).toSorted()).toEqual(
    [manager._id, member._id].toSorted(),
  );
  expect(await server.status(endpoints.listMyProperties, { as: member, query })).toBe(403);
});
