/** Imports of homes with inquiries, tours, or reports. */

import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, book, byToken, NEXT_SLOT } from '../tours/tour.fixture.ts';
import { csv, row, runImport } from './import.fixture.ts';

let server: TestApp;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  admin = await server.addUser({ role: 'admin' });
  return () => server.close();
});

/** Imports one home of an agent; returns its identifier. */
async function importHome(key: string, agent: TestUser, fields: Record<string, string> = {}) {
  const content = csv(row(key, { ListAgentEmail: agent.email, ...fields }));
  await runImport(server.db, makeTempFolder(), content, { now: server.clock.now(), agent: null });
  const { id } = await server.db
    .selectFrom('properties')
    .select('id')
    .where('listing_key', '=', key)
    .executeTakeFirstOrThrow();
  return id;
}

describe('a home that the file assigns to another agent', () => {
  const FORM = {
    name: 'Ann Smith',
    email: 'ann@example.org',
    message: 'Is the garden part of it?',
  };

  async function handOver(key: string) {
    const { agent: from } = await addTourAgent(server);
    const { agent: to } = await addTourAgent(server);
    const home = await importHome(key, from);
    const question = await server.ok(endpoints.ask, { params: { id: home }, body: FORM });
    await server.ok(endpoints.answerInquiry, {
      as: from,
      params: { id: question._id },
      body: { message: 'All of it.' },
    });
    const own = await server.ok(endpoints.ask, { as: to, params: { id: home }, body: FORM });
    // A different address for each test: an unproven one gets at most three emails a day.
    const booked = await book(server, home, { name: 'Bo Booker', email: `${key}@example.org` });
    await server.settled();
    server.mails.length = 0;
    await importHome(key, to);
    return { from, to, home, question, own, booked };
  }

  const idsOf = async (as: TestUser) =>
    (await server.ok(endpoints.listInquiries, { as })).map(({ _id }) => _id);

  test('moves its inquiries, except those by the new agent', async () => {
    const { from, to, home, question, own } = await handOver('question');
    const [inquiry] = await server.ok(endpoints.listInquiries, {
      as: to,
      query: { searchTerm: FORM.email },
    });
    expect(inquiry).toMatchObject({
      _id: question._id,
      agent: { _id: to._id },
      stage: 'contacted',
      isRead: false,
    });
    expect(await idsOf(from)).toEqual([own._id]);
    const read = { params: { id: question._id } };
    expect((await server.refused(endpoints.getInquiry, { as: from, ...read })).status).toBe(404);
    const mine = await server.ok(endpoints.getInquiry, { as: to, params: { id: own._id } });
    expect(mine).not.toHaveProperty('note');
    // A further question continues the conversation, with the new agent.
    const body = { ...FORM, message: 'And is the attic, too?', token: question.token };
    expect((await server.ok(endpoints.ask, { params: { id: home }, body }))._id).toBe(question._id);
    await server.settled();
    const mails = server.mails.filter(({ text }) => text.includes('the attic'));
    expect(mails.map((mail) => mail.to)).toEqual([to.email]);
  });

  test('sends events to the new agent', async () => {
    const { to, question } = await handOver('events');
    const events = await server.db
      .selectFrom('events')
      .select('data')
      .where('user_id', '=', to._id)
      .where('kind', '=', 'inquiry')
      .execute();
    expect(events.map(({ data }) => data)).toContainEqual({ _id: question._id });
  });

  test('has no more tours with the previous agent', async () => {
    const { from, to, home, booked } = await handOver('toured');
    const tour = await server.ok(endpoints.getTour, byToken(booked));
    expect(tour).toMatchObject({ status: 'canceled', agent: { _id: from._id } });
    await server.settled();
    const mails = server.mails.filter(({ calendar }) => calendar?.method === 'CANCEL');
    expect(mails.map((mail) => mail.to).toSorted()).toEqual(
      ['toured@example.org', from.email].toSorted(),
    );
    expect(mails[0]?.text).toContain('A different agent now represents');
    // The new agent can be booked, and another import does not cancel that tour.
    const again = await book(server, home);
    await importHome('toured', to, { ListPrice: '1300' });
    expect((await server.ok(endpoints.getTour, byToken(again))).status).toBe('booked');
  });
});

test('a home with an unknown status is unchanged, and so are its tours', async () => {
  const { agent } = await addTourAgent(server);
  const home = await importHome('option', agent);
  const booked = await book(server, home);
  for (const StandardStatus of ['Active Option Contract', 'A', 'For Sale']) {
    const content = csv(row('option', { ListAgentEmail: agent.email, StandardStatus }));
    const { summary, report } = await runImport(server.db, makeTempFolder(), content, {
      now: server.clock.now(),
      agent: null,
    });
    expect(summary).toMatchObject({ refused: 1, updated: 0 });
    expect(report).toContain(`Unknown status (StandardStatus is "${StandardStatus}"; accepted:`);
  }
  const { isAvailable } = await server.ok(endpoints.getProperty, { params: { id: home } });
  expect(isAvailable).toBe(true);
  expect((await server.ok(endpoints.getTour, byToken(booked))).status).toBe('booked');
});

test('a deleted agent’s homes have no tours after a handover', async () => {
  const { agent: from, homeId } = await addTourAgent(server);
  const to = await server.addUser({ role: 'agent' });
  const booked = await book(server, homeId);
  const { _id: agent_id } = to;
  // Simulates a handover that did not cancel the tours.
  await server.db.updateTable('properties').set({ agent_id }).where('id', '=', homeId).execute();
  const move = { ...byToken(booked), body: { start: NEXT_SLOT } };
  expect((await server.refused(endpoints.changeTour, move)).status).toBe(409);
  await server.ok(endpoints.deleteUser, { as: admin, params: { id: to._id } });
  expect((await server.ok(endpoints.getTour, byToken(booked))).status).toBe('canceled');
  await server.settled();
  expect(server.mails.at(-1)?.to).toBe(from.email);
});

describe('a hidden home', () => {
  const hide = async (id: string) => {
    const body = { reason: 'scam' };
    await server.ok(endpoints.reportProperty, { params: { id }, body });
    const [report] = await server.ok(endpoints.listReports, { as: admin });
    const decide = (decision: string) =>
      server.ok(endpoints.decideReport, {
        as: admin,
        params: { id: report?._id ?? '' },
        body: { decision },
      });
    await decide('hidden');
    return () => decide('dismissed');
  };
  const isAvailable = async (id: string) =>
    (await server.ok(endpoints.getProperty, { params: { id } })).isAvailable;

  test('stays sold if the file said so in the meantime, and becomes available if the file last said Active', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const id = await importHome('hidden', agent);
    const dismissSold = await hide(id);
    await importHome('hidden', agent, { StandardStatus: 'Closed' });
    await dismissSold();
    expect(await isAvailable(id)).toBe(false);
    const dismissActive = await hide(id);
    await importHome('hidden', agent);
    expect(await isAvailable(id)).toBe(false);
    await dismissActive();
    expect(await isAvailable(id)).toBe(true);
  });
});
