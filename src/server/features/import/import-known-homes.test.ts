/** Tests imports of homes with inquiries, tours, or reports. */

import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, book, byToken, NEXT_SLOT } from '../tours/tour.fixture.ts';
import { buildCsv, buildRow, runImport } from './import.fixture.ts';

let server: TestApp;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  admin = await server.addUser({ role: 'admin' });
  return () => server.close();
});

/** Imports an agent's home and returns its ID. */
async function importHome(key: string, agent: TestUser, fields: Record<string, string> = {}) {
  const content = buildCsv(buildRow(key, { ListAgentEmail: agent.email, ...fields }));
  await runImport(server.db, makeTempFolder(), content, { now: server.clock.now(), agent: null });
  const { id } = await server.db
    .selectFrom('properties')
    .select('id')
    .where('listing_key', '=', key)
    .executeTakeFirstOrThrow();
  return id;
}

describe('a home that a file assigns to another agent', () => {
  const FORM = {
    name: 'Ann Smith',
    email: 'ann@example.org',
    message: 'Is the garden included?',
  };

  async function reassignByImport(key: string) {
    const { agent: oldAgent } = await addTourAgent(server);
    const { agent: newAgent } = await addTourAgent(server);
    const home = await importHome(key, oldAgent);
    const question = await server.ok(endpoints.ask, { params: { id: home }, body: FORM });
    await server.ok(endpoints.answerInquiry, {
      as: oldAgent,
      params: { id: question._id },
      body: { message: 'Yes, all of it.' },
    });
    const ownQuestion = await server.ok(endpoints.ask, {
      as: newAgent,
      params: { id: home },
      body: FORM,
    });
    // Unproven addresses receive at most three emails a day, so each test uses its own.
    const booking = await book(server, home, { name: 'Bo Booker', email: `${key}@example.org` });
    await server.waitUntilIdle();
    server.emails.length = 0;
    await importHome(key, newAgent);
    return { oldAgent, newAgent, home, question, ownQuestion, booking };
  }

  const inquiryIdsOf = async (as: TestUser) =>
    (await server.ok(endpoints.listInquiries, { as })).map(({ _id }) => _id);

  test('moves its inquiries, except those from the new agent', async () => {
    const { oldAgent, newAgent, home, question, ownQuestion } = await reassignByImport('question');
    const [inquiry] = await server.ok(endpoints.listInquiries, {
      as: newAgent,
      query: { searchTerm: FORM.email },
    });
    expect(inquiry).toMatchObject({
      _id: question._id,
      agent: { _id: newAgent._id },
      stage: 'contacted',
      isRead: false,
    });
    expect(await inquiryIdsOf(oldAgent)).toEqual([ownQuestion._id]);
    const error = await server.error(endpoints.getInquiry, {
      as: oldAgent,
      params: { id: question._id },
    });
    expect(error.status).toBe(404);
    const ownInquiry = await server.ok(endpoints.getInquiry, {
      as: newAgent,
      params: { id: ownQuestion._id },
    });
    expect(ownInquiry).not.toHaveProperty('note');
    // A follow-up question continues the conversation with the new agent.
    const body = { ...FORM, message: 'Is the attic included, too?', token: question.token };
    expect((await server.ok(endpoints.ask, { params: { id: home }, body }))._id).toBe(question._id);
    await server.waitUntilIdle();
    const emails = server.emails.filter(({ text }) => text.includes('the attic'));
    expect(emails.map((mail) => mail.to)).toEqual([newAgent.email]);
  });

  test('sends events to the new agent', async () => {
    const { newAgent, ownQuestion } = await reassignByImport('events');
    const events = await server.db
      .selectFrom('events')
      .select('data')
      .where('user_id', '=', newAgent._id)
      .where('kind', '=', 'inquiry')
      .execute();
    // One event, for any of the inquiries, makes the agent's client fetch the list.
    const movedIds = (await inquiryIdsOf(newAgent)).filter((id) => id !== ownQuestion._id);
    expect(movedIds.map((_id) => ({ _id }))).toContainEqual(events.at(-1)?.data);
  });

  test('cancels its tours with the previous agent', async () => {
    const { oldAgent, newAgent, home, booking } = await reassignByImport('toured');
    const tour = await server.ok(endpoints.getTour, byToken(booking));
    expect(tour).toMatchObject({ status: 'canceled', agent: { _id: oldAgent._id } });
    await server.waitUntilIdle();
    const emails = server.emails.filter(({ calendar }) => calendar?.method === 'CANCEL');
    expect(emails.map((mail) => mail.to).toSorted()).toEqual(
      ['toured@example.org', oldAgent.email].toSorted(),
    );
    expect(emails[0]?.text).toContain('A different agent now represents');
    // An import that changes only the price does not cancel a tour with the new agent.
    const newBooking = await book(server, home);
    await importHome('toured', newAgent, { ListPrice: '1300' });
    expect((await server.ok(endpoints.getTour, byToken(newBooking))).status).toBe('booked');
  });
});

test('a row that changes only the price moves neither inquiries nor tours of other agents', async () => {
  const { agent } = await addTourAgent(server);
  const { agent: colleague } = await addTourAgent(server);
  const home = await importHome('assigned', agent);
  const question = await server.ok(endpoints.ask, {
    params: { id: home },
    body: { name: 'Ann Smith', email: 'ann@example.org', message: 'Is the garden included?' },
  });
  const booking = await book(server, home);
  for (const table of ['inquiries', 'tours'] as const)
    await server.db
      .updateTable(table)
      .set({ agent_id: colleague._id })
      .where('property_id', '=', home)
      .execute();
  await importHome('assigned', agent, { ListPrice: '1300' });
  const inquiry = await server.ok(endpoints.getInquiry, {
    as: colleague,
    params: { id: question._id },
  });
  expect(inquiry.agent._id).toBe(colleague._id);
  const tour = await server.ok(endpoints.getTour, byToken(booking));
  expect(tour).toMatchObject({ status: 'booked', agent: { _id: colleague._id } });
});

test('a row with a key reserved for synced listings is rejected', async () => {
  const { agent } = await addTourAgent(server);
  const content = buildCsv(buildRow('source:1:A1', { ListAgentEmail: agent.email }));
  const { summary, report } = await runImport(server.db, makeTempFolder(), content, {
    now: server.clock.now(),
    agent: null,
  });
  expect(summary).toMatchObject({ refused: 1 });
  expect(report).toContain('managed by a data source');
});

test('a row with an unknown status changes neither the home nor its tours', async () => {
  const { agent } = await addTourAgent(server);
  const home = await importHome('option', agent);
  const booking = await book(server, home);
  for (const StandardStatus of ['Active Option Contract', 'A', 'For Sale']) {
    const content = buildCsv(buildRow('option', { ListAgentEmail: agent.email, StandardStatus }));
    const { summary, report } = await runImport(server.db, makeTempFolder(), content, {
      now: server.clock.now(),
      agent: null,
    });
    expect(summary).toMatchObject({ refused: 1, updated: 0 });
    expect(report).toContain(`Unknown status (StandardStatus is "${StandardStatus}"; accepted:`);
  }
  const { isAvailable } = await server.ok(endpoints.getProperty, { params: { id: home } });
  expect(isAvailable).toBe(true);
  expect((await server.ok(endpoints.getTour, byToken(booking))).status).toBe('booked');
});

test('deleting the new agent cancels tours that a reassignment left behind', async () => {
  const { agent: oldAgent, homeId } = await addTourAgent(server);
  const newAgent = await server.addUser({ role: 'agent' });
  const booking = await book(server, homeId);
  const { _id: agent_id } = newAgent;
  // Simulates a reassignment that did not cancel the tours.
  await server.db.updateTable('properties').set({ agent_id }).where('id', '=', homeId).execute();
  const newTime = { ...byToken(booking), body: { start: NEXT_SLOT } };
  expect((await server.error(endpoints.changeTour, newTime)).status).toBe(409);
  await server.ok(endpoints.deleteUser, { as: admin, params: { id: newAgent._id } });
  expect((await server.ok(endpoints.getTour, byToken(booking))).status).toBe('canceled');
  await server.waitUntilIdle();
  expect(server.emails.at(-1)?.to).toBe(oldAgent.email);
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

  test('is restored with the status of the latest import', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const id = await importHome('hidden', agent);
    const unhideSold = await hide(id);
    await importHome('hidden', agent, { StandardStatus: 'Closed' });
    const readIsOffMarket = async () =>
      (await server.ok(endpoints.getProperty, { params: { id } })).isOffMarket;
    expect(await readIsOffMarket()).toBe(true);
    await unhideSold();
    expect(await isAvailable(id)).toBe(false);
    expect(await readIsOffMarket()).toBe(false);
    await importHome('hidden', agent);
    const unhideWithdrawn = await hide(id);
    await importHome('hidden', agent, { StandardStatus: 'Withdrawn' });
    await unhideWithdrawn();
    expect(await isAvailable(id)).toBe(false);
    expect(await readIsOffMarket()).toBe(true);
    const unhideActive = await hide(id);
    await importHome('hidden', agent);
    expect(await isAvailable(id)).toBe(false);
    await unhideActive();
    expect(await isAvailable(id)).toBe(true);
  });
});
