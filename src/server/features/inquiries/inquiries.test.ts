import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MESSAGE = 'Is the garden included?';

let server: TestApp;
let people: Record<Role, TestUser>;
let other: Record<Role, TestUser>;
let home: string;
/** An inquiry from `people.user` about a home of `people.agent`. */
let id: string;
let token: string;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople({
    user: { name: 'Uma User', isProven: true },
    agent: { name: 'Alex Agent' },
  });
  other = await server.addPeople();
  return () => server.close();
});
beforeEach(async () => {
  await server.clock.advance(HOUR_MS);
  await server.waitUntilIdle();
  await server.db.deleteFrom('inquiries').execute();
  await server.db.deleteFrom('notifications').execute();
  await server.db.deleteFrom('events').execute();
  home = await server.addProperty(people.agent, { title: 'A house with a garden', price: 500_000 });
  ({ _id: id, token } = await ask('Uma User', people.user));
  await server.waitUntilIdle();
  server.emails.length = 0;
});

const ask = (name: string, as?: TestUser, message = MESSAGE) =>
  server.ok(endpoints.ask, {
    params: { id: home },
    body: {
      name,
      email: `${name
        .replaceAll(/\W+/g, '.')
        .slice(0, 20)
        .replace(/^\.|\.$/g, '')}@example.org`,
      message,
    },
    ...(as === undefined ? {} : { as }),
  });
const toOptions = (as: TestUser | undefined, query: Record<string, string> = {}) => ({
  params: { id },
  query,
  ...(as === undefined ? {} : { as }),
});
const get = (as: TestUser | undefined, query: Record<string, string> = {}) =>
  server.ok(endpoints.getInquiry, toOptions(as, query));
const write = (as: TestUser | undefined, message: string, query: Record<string, string> = {}) =>
  server.ok(endpoints.answerInquiry, { ...toOptions(as, query), body: { message } });

/** Checks that callers who are not part of the inquiry are rejected. */
async function expectRejectedForOthers(
  endpoint: (typeof endpoints)['getInquiry' | 'answerInquiry' | 'readInquiry'],
  body?: object,
) {
  const stranger = await ask('Another Visitor');
  const cases: [TestUser | undefined, Record<string, string>, number][] = [
    [undefined, {}, 401],
    [{ ...people.user, token: 'garbage' }, {}, 401],
    [undefined, { token: 'garbage' }, 404],
    [undefined, { token: stranger.token }, 404],
    [other.user, {}, 404],
    [other.agent, {}, 404],
    [other.user, { token: stranger.token }, 404],
  ];
  for (const [as, query, status] of cases) {
    const options = { ...toOptions(as, query), ...(body === undefined ? {} : { body }) };
    expect((await server.error(endpoint, options)).status).toBe(status);
  }
  const unknownInquiry = { params: { id: '999999' }, as: people.agent, ...(body && { body }) };
  expect((await server.error(endpoint, unknownInquiry)).status).toBe(404);
}

/** Checks that neither notifications nor the event log mention a person. */
async function expectNoTraceOf(name: string) {
  const notifications = await server.db.selectFrom('notifications').select('title').execute();
  const events = await server.db.selectFrom('events').select('data').execute();
  expect(JSON.stringify([notifications, events])).not.toContain(name);
}

describe('GET /inquiries', () => {
  test('requires an agent or admin', () => server.expectGuarded(endpoints.listInquiries, people));

  test('returns the agent’s inquiries, filtered and newest activity first, with the unread count', async () => {
    await server.clock.advance(1_000);
    const second = await ask('Bo Two');
    const list = (query: Record<string, string | number> = {}) =>
      server.send(endpoints.listInquiries, { as: people.agent, query });
    const { body, headers } = await list();
    expect(body.map(({ _id }) => _id)).toEqual([second._id, id]);
    expect(headers).toMatchObject({
      'x-total-count': '2',
      'x-unread-count': '2',
      'cache-control': 'no-store',
    });
    await server.clock.advance(1_000);
    await write(people.agent, 'Yes, all of it.');
    expect((await list()).body.map(({ _id }) => _id)).toEqual([id, second._id]);
    expect((await list({ unread: 'true' })).body.map(({ _id }) => _id)).toEqual([second._id]);
    expect((await list({ stage: 'contacted' })).body.map(({ _id }) => _id)).toEqual([id]);
    expect((await list({ searchTerm: 'bo.two@EXAMPLE' })).body).toHaveLength(1);
    expect((await list({ searchTerm: 'gárden' })).body).toHaveLength(2);
    expect((await list({ searchTerm: '%' })).body).toHaveLength(0);
    expect((await list({ page: 2, limit: 1 })).body.map(({ _id }) => _id)).toEqual([second._id]);
    expect(await server.ok(endpoints.listInquiries, { as: other.agent })).toEqual([]);
  });

  test.each([{ stage: 'x' }, { unread: 'x' }, { page: '0' }])('rejects %j', async (query) => {
    const error = await server.error(endpoints.listInquiries, { as: people.agent, query });
    expect(error.status).toBe(400);
  });
});

describe('GET /inquiries/mine', () => {
  test('lists inquiries sent with the account, not those with its email address', async () => {
    await server.ok(endpoints.ask, {
      params: { id: home },
      body: { name: 'Not Uma', email: people.user.email, message: MESSAGE },
    });
    const ownInquiries = await server.ok(endpoints.listMyInquiries, { as: people.user });
    expect(ownInquiries.map(({ _id }) => _id)).toEqual([id]);
    expect(ownInquiries[0]).not.toHaveProperty('stage');
    expect(ownInquiries[0]).toMatchObject({ isRead: true, lastMessage: { text: MESSAGE } });
    expect(await server.ok(endpoints.listMyInquiries, { as: other.user })).toEqual([]);
    expect((await server.error(endpoints.listMyInquiries)).status).toBe(401);
  });
});

describe('GET /inquiries/all', () => {
  test('requires an admin', () => server.expectGuarded(endpoints.listAllInquiries, people));

  test('lists all agents’ inquiries, without messages', async () => {
    const { body } = await server.send(endpoints.listAllInquiries, { as: people.admin });
    expect(body.map(({ _id, lastMessage }) => [_id, lastMessage])).toEqual([[id, null]]);
    expect(JSON.stringify(body)).not.toContain(MESSAGE);
  });

  test('returns the time of the oldest unanswered message and supports filters', async () => {
    const listTimes = async (query: Record<string, string> = {}) =>
      (await server.ok(endpoints.listAllInquiries, { as: people.admin, query })).map(
        ({ oldestUnansweredAt }) => oldestUnansweredAt,
      );
    const createdAt = (await get(people.agent)).createdAt;
    expect(await listTimes()).toEqual([createdAt]);
    await write(people.user, 'And the shed?');
    expect(await listTimes()).toEqual([createdAt]);
    await write(people.agent, 'There is one.');
    expect(await listTimes()).toEqual([null]);
    await server.clock.advance(60_000);
    await write(people.user, 'How large is it?');
    const later = server.clock.now().toISOString();
    expect(await listTimes()).toEqual([later]);
    expect(await listTimes({ stage: 'contacted', searchTerm: people.user.name })).toEqual([later]);
    expect(await listTimes({ stage: 'offer' })).toEqual([]);
    await server.ok(endpoints.changeInquiry, {
      ...toOptions(people.agent),
      body: { stage: 'lost' },
    });
    expect(await listTimes()).toEqual([null]);
  });
});

describe('GET /inquiries.csv', () => {
  test('requires an agent or admin', () => server.expectGuarded(endpoints.exportInquiries, people));

  test('escapes formulas', async () => {
    await ask('=HYPERLINK("https://x.example")', undefined, '@SUM(1), "quoted"\nand more');
    const response = await server.app.inject({
      url: '/api/inquiries.csv',
      headers: { authorization: `Bearer ${people.agent.token}` },
    });
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="inquiries.csv"',
      'cache-control': 'no-store',
    });
    expect(response.body).toContain(`"'=HYPERLINK(""https://x.example"")"`);
    expect(response.body).toContain(`"'@SUM(1), ""quoted""\nand more"`);
    expect(response.body.split('\r\n')).toHaveLength(4);
    const filteredResponse = await server.app.inject({
      url: '/api/inquiries.csv?searchTerm=uma',
      headers: { authorization: `Bearer ${people.agent.token}` },
    });
    expect(filteredResponse.body.split('\r\n')).toHaveLength(3);
  });

  test('quotes cells that a spreadsheet would split at a semicolon or tab', async () => {
    await ask('Ann;=1+1', undefined, 'One;=HYPERLINK("x")\tand more');
    const { body } = await server.app.inject({
      url: '/api/inquiries.csv',
      headers: { authorization: `Bearer ${people.agent.token}` },
    });
    expect(body).toContain('"Ann;=1+1"');
    expect(body).toContain('"One;=HYPERLINK(""x"")\tand more"');
  });
});

describe('GET /inquiries/:id', () => {
  test('rejects callers without access', () => expectRejectedForOthers(endpoints.getInquiry));

  test('returns the inquiry to its agent, its sender, and anyone with its link', async () => {
    await server.ok(endpoints.changeInquiry, {
      ...toOptions(people.agent),
      body: { note: 'Pays cash' },
    });
    for (const inquiry of [await get(people.user), await get(undefined, { token })]) {
      expect(inquiry.messages.map(({ from, text }) => [from, text])).toEqual([['sender', MESSAGE]]);
      expect(JSON.stringify(inquiry)).not.toContain('Pays cash');
      expect(inquiry).not.toHaveProperty('stage');
      expect(inquiry.isRead).toBe(true);
    }
    expect(await get(people.agent)).toMatchObject({
      note: 'Pays cash',
      stage: 'new',
      isRead: false,
    });
  });

  test('records that an admin has read it', async () => {
    await get(people.admin);
    const adminReads = [{ date: server.clock.now().toISOString(), name: people.admin.name }];
    expect(await get(people.agent)).toMatchObject({ adminReads });
    expect(await get(people.user)).not.toHaveProperty('adminReads');
  });

  test('retains the title and price of a deleted listing', async () => {
    await server.ok(endpoints.deleteProperty, { as: people.agent, params: { id: home } });
    expect((await get(people.user)).property).toEqual({
      _id: null,
      title: 'A house with a garden',
      price: 500_000,
      image: null,
    });
  });
});

describe('POST /inquiries/:id/messages', () => {
  test('rejects callers without access', () =>
    expectRejectedForOthers(endpoints.answerInquiry, { message: 'Hello' }));

  test('returns 404 for admins who are not part of the inquiry', async () => {
    const options = { ...toOptions(people.admin), body: { message: 'Hello' } };
    expect((await server.error(endpoints.answerInquiry, options)).status).toBe(404);
  });

  test.each(['', '  ', 'x'.repeat(5_001), 7])('rejects the message %j', async (message) => {
    const options = { ...toOptions(people.agent), body: { message } };
    expect((await server.error(endpoints.answerInquiry, options)).status).toBe(400);
    expect((await get(people.agent)).messages).toHaveLength(1);
  });

  test('sends messages in both directions, which are unread by the other side', async () => {
    expect(await write(people.agent, 'Yes.')).toMatchObject({ from: 'agent', text: 'Yes.' });
    expect(await get(people.agent)).toMatchObject({ stage: 'contacted', isRead: true });
    expect(await get(people.user)).toMatchObject({ isRead: false });
    await write(undefined, 'Thank you.', { token });
    expect(await get(people.agent)).toMatchObject({ stage: 'contacted', isRead: false });
    expect((await get(people.user)).messages.map(({ from }) => from)).toEqual([
      'sender',
      'agent',
      'sender',
    ]);
  });

  test('changes the stage only if it is `new`', async () => {
    await server.ok(endpoints.changeInquiry, {
      ...toOptions(people.agent),
      body: { stage: 'offer' },
    });
    await write(people.agent, 'Yes.');
    expect((await get(people.agent)).stage).toBe('offer');
  });

  test('emails an answer with a link that opens the conversation', async () => {
    await write(people.agent, 'Yes, all of it.');
    await server.waitUntilIdle();
    expect(server.emails).toHaveLength(1);
    const [mail] = server.emails;
    expect(mail?.to).toBe(people.user.email);
    expect(mail?.text).toContain('Yes, all of it.');
    expect(JSON.stringify(mail)).not.toContain(MESSAGE);
    const link = /\/inquiry\?id=(\d+)&token=([\w-]+)/.exec(mail?.text ?? '');
    expect(link?.[1]).toBe(id);
    expect((await get(undefined, { token: link?.[2] ?? '' })).messages).toHaveLength(2);
    const [notification] = await server.ok(endpoints.listNotifications, { as: people.user });
    expect(notification).toMatchObject({ kind: 'inquiry', link: `/inquiries?id=${id}` });
  });

  test('emails the account’s current address', async () => {
    const guest = await server.addUser();
    ({ _id: id } = await ask('Guest', guest));
    const email = `moved-${guest.email}`;
    await server.db.updateTable('users').set({ email }).where('id', '=', guest._id).execute();
    await server.waitUntilIdle();
    server.emails.length = 0;
    await write(people.agent, 'Yes, all of it.');
    await server.waitUntilIdle();
    expect(server.emails.map(({ to }) => to)).toEqual([email]);
    const query = { searchTerm: email };
    const matches = await server.ok(endpoints.listInquiries, { as: people.agent, query });
    expect(matches).toMatchObject([{ _id: id, email }]);
  });

  test('is limited to 120 an hour per sender, including questions', async () => {
    for (let count = 1; count < 120; count += 1) await write(people.user, `Number ${count}`);
    const options = { ...toOptions(people.user), body: { message: 'One more' } };
    expect((await server.error(endpoints.answerInquiry, options)).status).toBe(429);
    await write(people.agent, 'Still here.');
  });
});

describe('POST /inquiries/:id/read', () => {
  test('rejects callers without access', () => expectRejectedForOthers(endpoints.readInquiry));

  test('marks it as read only for the caller’s side', async () => {
    await write(people.agent, 'Yes.');
    await write(people.user, 'Thanks.');
    expect(await server.ok(endpoints.readInquiry, toOptions(people.agent))).toMatchObject({
      isRead: true,
    });
    await write(people.agent, 'Welcome.');
    expect((await get(people.user)).isRead).toBe(false);
    await server.ok(endpoints.readInquiry, toOptions(undefined, { token }));
    expect((await get(people.user)).isRead).toBe(true);
    const { headers } = await server.send(endpoints.listInquiries, { as: people.agent });
    expect(headers['x-unread-count']).toBe('0');
  });
});

describe('PATCH /inquiries/:id', () => {
  const change = (body: object, as = people.agent) =>
    server.ok(endpoints.changeInquiry, { ...toOptions(as), body });

  test('requires the inquiry’s agent or a manager of their office', async () => {
    const body = { stage: 'offer' };
    await server.expectGuarded(endpoints.changeInquiry, people, {
      ...toOptions(undefined),
      body,
    });
    for (const as of [other.agent, people.admin]) {
      const error = await server.error(endpoints.changeInquiry, { ...toOptions(as), body });
      expect(error.status).toBe(404);
    }
    expect((await get(people.agent)).stage).toBe('new');
  });

  test('changes only the sent fields', async () => {
    expect(await change({ stage: 'offer' })).toMatchObject({ stage: 'offer', note: '' });
    expect(await change({ note: 'Calls back' })).toMatchObject({
      stage: 'offer',
      note: 'Calls back',
    });
    expect(await change({ note: '' })).toMatchObject({ note: '' });
  });

  test('is limited per agent per hour, without counting rejected changes', async () => {
    expect(DEFAULT_RATE_LIMITS.inquiryChangesPerAgent).toEqual({ max: 600, seconds: 3_600 });
    const limitedServer = await startTestApp({
      db: server.db,
      readDb: server.db,
      rateLimits: { ...DEFAULT_RATE_LIMITS, inquiryChangesPerAgent: { max: 2, seconds: 3_600 } },
    });
    const changeNote = (params = { id }) =>
      limitedServer.status(endpoints.changeInquiry, {
        as: people.agent,
        params,
        body: { note: 'Calls back' },
      });
    expect(await changeNote({ id: '999999' })).toBe(404);
    for (const status of [200, 200, 429]) expect(await changeNote()).toBe(status);
    await limitedServer.close();
  });

  test.each([
    { stage: 'x' },
    { note: 'x'.repeat(5_001) },
    { remindAt: 'tomorrow' },
    { remindAt: '9999-12-31T23:00:00-23:59' },
  ])('rejects %j', async (body) => {
    const error = await server.error(endpoints.changeInquiry, {
      ...toOptions(people.agent),
      body,
    });
    expect(error.status).toBe(400);
  });

  test('reminds the agent at the last set time, unless it was cleared', async () => {
    const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS);
    const listReminders = async () => {
      const all = await server.ok(endpoints.listNotifications, { as: people.agent });
      return all.filter(({ kind }) => kind === 'reminder');
    };
    await change({ remindAt: inHours(1).toISOString() });
    expect(await change({ remindAt: inHours(3).toISOString() })).toMatchObject({
      remindAt: inHours(3).toISOString(),
    });
    await server.runJobs(inHours(2));
    expect(await listReminders()).toEqual([]);
    await server.runJobs(inHours(3));
    expect(await listReminders()).toMatchObject([
      { title: 'Reminder: Uma User about A house with a garden', isRead: false },
    ]);
    await change({ remindAt: inHours(4).toISOString() });
    expect(await change({ remindAt: null })).toMatchObject({ remindAt: null });
    await server.runJobs(inHours(5));
    expect(await listReminders()).toHaveLength(1);
  });
});

describe('DELETE /inquiries/:id', () => {
  test('requires an admin', () =>
    server.expectGuarded(endpoints.deleteInquiry, people, toOptions(undefined)));

  test('deletes all traces of it', async () => {
    const remaining = await ask('Cy Remaining');
    await write(people.agent, 'Yes.');
    await server.ok(endpoints.deleteInquiry, toOptions(people.admin));
    expect((await server.error(endpoints.getInquiry, toOptions(people.user))).status).toBe(404);
    for (const table of ['inquiry_messages', 'inquiry_tokens'] as const)
      expect(await server.db.selectFrom(table).select('inquiry_id').execute()).toEqual([
        { inquiry_id: remaining._id },
      ]);
    const events = await server.db
      .selectFrom('events')
      .select('data')
      .where('kind', '=', 'inquiry')
      .execute();
    expect(events.filter(({ data }) => (data as { _id: string })._id === id)).toEqual([]);
    await expectNoTraceOf('Uma User');
    expect(await server.ok(endpoints.listNotifications, { as: people.user })).toEqual([]);
    const notifications = await server.ok(endpoints.listNotifications, { as: people.agent });
    expect(notifications.map(({ title }) => title)).toEqual([
      'Cy Remaining wrote about A house with a garden',
    ]);
    expect((await server.error(endpoints.deleteInquiry, toOptions(people.admin))).status).toBe(404);
  });
});

test('inquiries are deleted once their last message is old enough', async () => {
  const now = server.clock.now().getTime();
  // A reminder does not delay the deletion.
  const remindAt = new Date(now + 732 * DAY_MS - HOUR_MS).toISOString();
  await server.ok(endpoints.changeInquiry, { ...toOptions(people.agent), body: { remindAt } });
  await server.runJobs(new Date(now + 729 * DAY_MS));
  expect((await get(people.user))._id).toBe(id);
  await server.runJobs(new Date(now + 732 * DAY_MS));
  expect((await server.error(endpoints.getInquiry, toOptions(people.user))).status).toBe(404);
  await expectNoTraceOf('Uma User');
});

test('a deleted account leaves its messages but nothing that identifies the person', async () => {
  const guest = await server.addUser({ name: 'Gus Guest' });
  const inquiry = await server.ok(endpoints.ask, {
    params: { id: home },
    body: { message: MESSAGE, phone: '555 0199' },
    as: guest,
  });
  const params = { id: inquiry._id };
  await server.ok(endpoints.deleteUser, { as: people.admin, params: { id: guest._id } });
  const anonymizedInquiry = await server.ok(endpoints.getInquiry, { as: people.agent, params });
  expect(anonymizedInquiry).toMatchObject({ name: 'Deleted user', email: null, phone: null });
  expect(anonymizedInquiry.messages.map(({ text }) => text)).toEqual([MESSAGE]);
  const byToken = { params, query: { token: inquiry.token } };
  expect((await server.error(endpoints.getInquiry, byToken)).status).toBe(404);
});

test('agent statistics count recent and unanswered inquiries, with the median response time', async () => {
  const readStats = async () =>
    (await server.ok(endpoints.agentStats, { as: people.agent })).inquiries;
  expect(await readStats()).toEqual({ last30Days: 1, unanswered: 1, medianResponseMinutes: null });
  await server.clock.advance(90_000);
  await write(people.agent, 'Yes.');
  await write(people.agent, 'And more.');
  const second = await ask('Bo Two');
  await server.clock.advance(6_000);
  await server.ok(endpoints.answerInquiry, {
    params: { id: second._id },
    as: people.agent,
    body: { message: 'Yes.' },
  });
  const third = await ask('Cy Three');
  expect(await readStats()).toEqual({ last30Days: 3, unanswered: 1, medianResponseMinutes: 0.8 });
  await server.ok(endpoints.changeInquiry, {
    params: { id: third._id },
    as: people.agent,
    body: { stage: 'lost' },
  });
  expect((await readStats()).unanswered).toBe(0);
});
