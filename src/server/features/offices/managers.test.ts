/** Managers' permissions for members of their office (docs/product/offices.md, Managers). */

import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, buildVisitor, NEXT_SLOT, SLOT } from '../tours/tour.fixture.ts';
import { addOffice, addOfficeAgent } from './office.fixture.ts';

let server: TestApp;
let office: { _id: string; slug: string; name: string };
let manager: TestUser;
let member: TestUser;
let stranger: TestUser;
let sender: TestUser;
let home: string;
beforeAll(async () => {
  server = await startTestApp();
  office = await addOffice(server, 'Managed Homes');
  const other = await addOffice(server, 'Unmanaged Homes');
  manager = await addOfficeAgent(server, office, 'manager');
  stranger = await addOfficeAgent(server, other, 'manager');
  ({ agent: member, homeId: home } = await addTourAgent(server));
  await server.db
    .insertInto('office_members')
    .values({
      user_id: member._id,
      office_id: office._id,
      role: 'member',
      joined_at: server.clock.now(),
    })
    .execute();
  sender = await server.addUser();
  return () => server.close();
});

const leaveOffice = () =>
  server.ok(endpoints.removeOfficeMember, {
    as: member,
    params: { id: office._id, userId: member._id },
  });
const ask = async (as: TestUser = sender) =>
  (
    await server.ok(endpoints.ask, {
      as,
      params: { id: home },
      body: { message: 'Is there a garden?' },
    })
  )._id;

describe('a member’s listing', () => {
  test('can be changed by the manager but not by the manager of another office', async () => {
    const params = { id: home };
    const form = () => toFormData(buildPropertyForm({ title: 'Changed by a manager' }));
    expect(
      await server.status(endpoints.updateProperty, { as: stranger, params, form: form() }),
    ).toBe(403);
    const changedListing = await server.ok(endpoints.updateProperty, {
      as: manager,
      params,
      form: form(),
    });
    expect(changedListing).toMatchObject({
      title: 'Changed by a manager',
      agent: { _id: member._id },
    });
    for (const expected of [false, true]) {
      const { isAvailable } = await server.ok(endpoints.toggleAvailability, {
        as: manager,
        params,
      });
      expect(isAvailable).toBe(expected);
    }
    expect(await server.status(endpoints.toggleAvailability, { as: stranger, params })).toBe(403);
  });
});

describe('GET /inquiries with scope=office', () => {
  test('shows the office’s inquiries to its manager, who replies under their own name', async () => {
    const id = await ask();
    const query = { scope: 'office' };
    const { body, headers } = await server.send(endpoints.listInquiries, { as: manager, query });
    expect(body.map(({ _id }) => _id)).toEqual([id]);
    expect(headers).toMatchObject({ 'x-total-count': '1', 'x-unread-count': '1' });
    expect(await server.ok(endpoints.listInquiries, { as: manager })).toEqual([]);
    expect(await server.ok(endpoints.listInquiries, { as: stranger, query })).toEqual([]);
    expect(await server.status(endpoints.listInquiries, { as: member, query })).toBe(403);
    // The agent's unread mark stays when the manager opens the inquiry.
    const params = { id };
    await server.ok(endpoints.readInquiry, { as: manager, params });
    expect((await server.ok(endpoints.getInquiry, { as: member, params })).isRead).toBe(false);
    const message = await server.ok(endpoints.answerInquiry, {
      as: manager,
      params,
      body: { message: 'There is one.' },
    });
    expect(message).toMatchObject({ from: 'agent', name: manager.name });
    const conversation = await server.ok(endpoints.getInquiry, { as: sender, params });
    expect(conversation.messages.map(({ from, name }) => [from, name])).toEqual([
      ['sender', sender.name],
      ['agent', manager.name],
    ]);
    const [notification] = await server.ok(endpoints.listNotifications, { as: sender });
    expect(notification?.title).toContain(manager.name);
    await server.ok(endpoints.changeInquiry, { as: manager, params, body: { stage: 'offer' } });
    expect(await server.status(endpoints.getInquiry, { as: stranger, params })).toBe(404);
  });
});

test('a manager who asked about a member’s home sees the inquiry as its sender, without stage and note', async () => {
  const id = await ask(manager);
  const body = { note: 'Not serious', stage: 'lost' } as const;
  await server.ok(endpoints.changeInquiry, { as: member, params: { id }, body });
  const list = (query: Record<string, string> = {}) =>
    server.ok(endpoints.listInquiries, { as: manager, query: { scope: 'office', ...query } });
  const inquiry = (await list()).find(({ _id }) => _id === id);
  expect(inquiry).toMatchObject({ isRead: true });
  for (const field of ['note', 'stage', 'adminReads']) expect(inquiry).not.toHaveProperty(field);
  for (const filter of [{ stage: 'lost' }, { unread: 'true' }, { unread: 'false' }])
    expect((await list(filter)).map(({ _id }) => _id)).not.toContain(id);
  const query = { scope: 'office' };
  const table = await server.ok(endpoints.exportInquiries, { as: manager, query });
  expect(table).toContain(manager.name);
  expect(table).not.toContain('Not serious');
  expect(await server.ok(endpoints.exportInquiries, { as: member })).toContain('Not serious');
});

test('GET /inquiries.csv with scope=office exports the office’s inquiries for its manager', async () => {
  await ask();
  const query = { scope: 'office' };
  const table = await server.ok(endpoints.exportInquiries, { as: manager, query });
  expect(table).toContain(sender.name);
  expect(await server.ok(endpoints.exportInquiries, { as: manager })).not.toContain(sender.name);
  expect(await server.ok(endpoints.exportInquiries, { as: stranger, query })).not.toContain(
    sender.name,
  );
  expect(await server.status(endpoints.exportInquiries, { as: member, query })).toBe(403);
});

describe('GET /tours with scope=office', () => {
  test('shows the office’s tours to its manager, who can reschedule them', async () => {
    const booked = await server.ok(endpoints.bookTour, {
      params: { id: home },
      body: { ...buildVisitor(), start: SLOT },
    });
    const params = { id: booked._id };
    const query = { scope: 'office' };
    const tours = await server.ok(endpoints.listTours, { as: manager, query });
    expect(tours.map(({ _id }) => _id)).toEqual([booked._id]);
    expect(await server.ok(endpoints.listTours, { as: manager })).toEqual([]);
    expect(await server.ok(endpoints.listTours, { as: stranger, query })).toEqual([]);
    expect(await server.status(endpoints.listTours, { as: member, query })).toBe(403);
    const body = { start: NEXT_SLOT };
    expect(await server.status(endpoints.changeTour, { as: stranger, params, body })).toBe(404);
    const movedTour = await server.ok(endpoints.changeTour, { as: manager, params, body });
    expect(movedTour.start).toBe(NEXT_SLOT);
  });
});

test('stores every inquiry sent while the agent leaves and hides them all from the manager', async () => {
  const senders = await Promise.all(Array.from({ length: 100 }, () => server.addUser()));
  const before = (await server.ok(endpoints.listInquiries, { as: member, query: { limit: 100 } }))
    .length;
  const sentIds: string[] = [];
  await Promise.all([
    ...senders.map(async (user) => {
      sentIds.push(await ask(user));
    }),
    leaveOffice(),
  ]);
  expect(new Set(sentIds).size).toBe(100);
  const { headers } = await server.send(endpoints.listInquiries, {
    as: member,
    query: { limit: 1 },
  });
  expect(headers['x-total-count']).toBe(String(before + 100));
  const query = { scope: 'office' };
  expect(await server.ok(endpoints.listInquiries, { as: manager, query })).toEqual([]);
  expect(await server.ok(endpoints.listTours, { as: manager, query })).toEqual([]);
  for (const id of sentIds) {
    const params = { id };
    expect(await server.status(endpoints.getInquiry, { as: manager, params })).toBe(404);
    const body = { message: 'Hello.' };
    expect(await server.status(endpoints.answerInquiry, { as: manager, params, body })).toBe(404);
  }
  expect(
    await server.status(endpoints.toggleAvailability, { as: manager, params: { id: home } }),
  ).toBe(403);
});
