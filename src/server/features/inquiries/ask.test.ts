import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const HOUR_MS = 60 * 60_000;
const FORM = {
  name: 'Ann Smith',
  email: 'ann@example.org',
  phone: '+1 512 555 0100',
  message: 'Is the garden included?',
};

let server: TestApp;
let people: Record<Role, TestUser>;
let home: string;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople({ user: { name: 'Uma User' }, agent: { name: 'Alex Agent' } });
  return () => server.close();
});
beforeEach(async () => {
  await server.clock.advance(24 * HOUR_MS);
  await server.waitUntilIdle();
  server.emails.length = 0;
  await server.db.deleteFrom('inquiries').execute();
  home = await server.addProperty(people.agent, { title: 'A house with a garden' });
});

type AskOptions = { as?: TestUser; ip?: string; id?: string };
const ask = (body: object = FORM, { as, ip, id }: AskOptions = {}) =>
  server.ok(endpoints.ask, {
    params: { id: id ?? home },
    body,
    ...(as === undefined ? {} : { as }),
    ...(ip === undefined ? {} : { ip }),
  });
const readAskError = (body: object, { as, ip, id }: AskOptions = {}) =>
  server.error(endpoints.ask, {
    params: { id: id ?? home },
    body,
    ...(as === undefined ? {} : { as }),
    ...(ip === undefined ? {} : { ip }),
  });
const listAgentInquiries = () => server.ok(endpoints.listInquiries, { as: people.agent });

describe('POST /properties/:id/inquiries', () => {
  test('rejects a user whose session has ended, instead of treating them as a visitor', async () => {
    const formerUser = { ...people.user, token: 'a-token-of-an-ended-session' };
    const { status } = await readAskError(FORM, { as: formerUser });
    expect(status).toBe(401);
    expect(await listAgentInquiries()).toEqual([]);
  });

  test('opens an inquiry for a visitor without an account, with a token', async () => {
    const { _id, token } = await ask();
    expect(await listAgentInquiries()).toStrictEqual([
      {
        _id,
        property: {
          _id: home,
          title: 'A house with a garden',
          price: expect.any(Number),
          image: null,
        },
        agent: { _id: people.agent._id, name: 'Alex Agent' },
        name: FORM.name,
        email: FORM.email,
        phone: FORM.phone,
        createdAt: server.clock.now().toISOString(),
        lastMessageAt: server.clock.now().toISOString(),
        isRead: false,
        lastMessage: {
          _id: expect.any(String),
          from: 'sender',
          name: FORM.name,
          text: FORM.message,
          createdAt: server.clock.now().toISOString(),
        },
        stage: 'new',
        note: '',
        remindAt: null,
        adminReads: [],
      },
    ]);
    const inquiry = await server.ok(endpoints.getInquiry, {
      params: { id: _id },
      query: { token },
    });
    expect(inquiry.messages.map(({ text }) => text)).toEqual([FORM.message]);
  });

  test('stores no token in plain text', async () => {
    const { token } = await ask();
    const rows = await server.db.selectFrom('inquiry_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.some((row) => row.token_hash.toString('latin1').includes(token))).toBe(false);
  });

  test('uses the account’s name and email address instead of the form’s', async () => {
    const { _id, token } = await ask({ ...FORM, name: '', email: 'x' }, { as: people.user });
    const [inquiry] = await listAgentInquiries();
    expect(inquiry).toMatchObject({ name: 'Uma User', email: people.user.email });
    // The response still contains a token that opens the inquiry.
    await server.ok(endpoints.getInquiry, { params: { id: _id }, query: { token } });
    expect(await server.ok(endpoints.listMyInquiries, { as: people.user })).toHaveLength(1);
  });

  test('continues an account’s inquiry only for the same home', async () => {
    const first = await ask(FORM, { as: people.user });
    const second = await ask({ ...FORM, message: 'And the attic, too?' }, { as: people.user });
    expect(second._id).toBe(first._id);
    expect(second.token).not.toBe(first.token);
    const other = await server.addProperty(people.agent);
    expect((await ask(FORM, { as: people.user, id: other }))._id).not.toBe(first._id);
    for (const { token } of [first, second]) {
      const query = { token };
      const params = { id: first._id };
      const { messages } = await server.ok(endpoints.getInquiry, { params, query });
      expect(messages).toHaveLength(2);
    }
  });

  test('continues an inquiry by its token, never by the email address', async () => {
    const { _id, token } = await ask();
    expect((await ask())._id).not.toBe(_id);
    const otherSender = { ...FORM, name: 'Eve Other', email: 'eve@example.org', token };
    expect((await ask(otherSender))._id).toBe(_id);
    const inquiry = (await listAgentInquiries()).find((item) => item._id === _id);
    expect(inquiry).toMatchObject({ name: FORM.name, email: FORM.email });
    const other = await server.addProperty(people.agent);
    expect((await ask({ ...FORM, token }, { id: other }))._id).not.toBe(_id);
    expect((await ask({ ...FORM, token: 'garbage' }))._id).not.toBe(_id);
  });

  test.each(['closed', 'contacted'] as const)(
    'opens an inquiry with the home’s new agent if the earlier one (%s) stayed with the former agent',
    async (stage) => {
      const formerAgent = await server.addUser({ role: 'agent' });
      const id = await server.addProperty(formerAgent);
      const first = await ask(FORM, { as: people.user, id });
      const visitorsFirst = await ask(FORM, { id });
      for (const { _id } of [first, visitorsFirst])
        await server.ok(endpoints.changeInquiry, {
          as: formerAgent,
          params: { id: _id },
          body: { stage },
        });
      await server.ok(endpoints.reassignProperties, {
        as: people.admin,
        body: { propertyIds: [id], agentId: people.agent._id, withInquiries: stage === 'closed' },
      });
      const second = await ask(FORM, { as: people.user, id });
      const visitorsSecond = await ask({ ...FORM, token: visitorsFirst.token }, { id });
      const ids = (await listAgentInquiries()).map(({ _id }) => _id);
      expect(ids).toEqual([visitorsSecond._id, second._id]);
      expect((await ask(FORM, { as: people.user, id }))._id).toBe(second._id);
    },
  );

  test('continues an inquiry assigned to another agent, until that agent is demoted', async () => {
    const otherAgent = await server.addUser({ role: 'agent' });
    const { _id, token } = await ask();
    await server.ok(endpoints.assignInquiry, {
      as: people.admin,
      params: { id: _id },
      body: { agentId: otherAgent._id },
    });
    expect((await ask({ ...FORM, token }))._id).toBe(_id);
    const demotion = { as: people.admin, params: { id: otherAgent._id }, body: { role: 'user' } };
    await server.ok(endpoints.changeRole, demotion);
    const next = await ask({ ...FORM, token });
    expect((await listAgentInquiries()).map((inquiry) => inquiry._id)).toEqual([next._id]);
  });

  test('opens an inquiry with the home’s new agent if the home changed agents after its inquiry was assigned', async () => {
    const [first, second] = [
      await server.addUser({ role: 'agent' }),
      await server.addUser({ role: 'agent' }),
    ];
    const id = await server.addProperty(first);
    const { _id, token } = await ask(FORM, { id });
    const assignment = { params: { id: _id }, body: { agentId: second._id } };
    await server.ok(endpoints.assignInquiry, { as: people.admin, ...assignment });
    for (const { _id: agentId } of [second, people.agent])
      await server.ok(endpoints.reassignProperties, {
        as: people.admin,
        body: { propertyIds: [id], agentId, withInquiries: false },
      });
    const next = await ask({ ...FORM, token }, { id });
    expect((await listAgentInquiries()).map((inquiry) => inquiry._id)).toEqual([next._id]);
  });

  test('opens one inquiry for concurrent questions from an account', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        ask({ ...FORM, message: `Question number ${number}` }, { as: people.user }),
      ),
    );
    expect(new Set(responses.map(({ _id }) => _id)).size).toBe(1);
  });

  test('is rejected for unknown or unavailable homes, and for the caller’s own listings', async () => {
    expect(await readAskError(FORM, { id: '999999' })).toMatchObject({ status: 404 });
    expect(await readAskError(FORM, { id: 'x' })).toMatchObject({ status: 404 });
    expect(await readAskError(FORM, { as: people.agent })).toMatchObject({
      status: 409,
      message: 'This is your own listing.',
    });
    const unavailable = await server.addProperty(people.agent, { is_available: false });
    expect(await readAskError(FORM, { id: unavailable })).toMatchObject({
      status: 409,
      message: 'This home is no longer available.',
    });
    expect(await listAgentInquiries()).toEqual([]);
  });

  test.each([
    ['name', 'A', 'Please enter your name.'],
    ['name', 'x'.repeat(201), 'Name must be at most 200 characters.'],
    ['email', 'ann', 'Please enter a valid email address.'],
    ['phone', '1'.repeat(31), 'Phone must be at most 30 characters.'],
    ['message', 'Too short', 'Please write at least 10 characters.'],
    ['message', 'x'.repeat(5_001), 'Message must be at most 5,000 characters.'],
  ])('rejects the %s %j', async (path, value, message) => {
    expect(await readAskError({ ...FORM, [path]: value })).toMatchObject({
      status: 400,
      errors: [{ path, message }],
    });
    expect(await listAgentInquiries()).toEqual([]);
  });

  test('gives bots the same kind of response but stores no inquiry', async () => {
    const regularResponse = await ask();
    const botResponse = await ask({ ...FORM, website: 'https://spam.example' });
    expect(botResponse.token).toHaveLength(regularResponse.token.length);
    expect(botResponse._id).toMatch(/^\d+$/);
    await server.waitUntilIdle();
    expect(await listAgentInquiries()).toHaveLength(1);
    expect(server.emails).toHaveLength(2);
  });

  test('is limited to 30 an hour per IP address, without counting accounts or rejected questions', async () => {
    const ip = '203.0.113.9';
    for (let count = 0; count < 30; count += 1) await ask(FORM, { ip });
    expect((await readAskError({ ...FORM, message: 'x' }, { ip })).status).toBe(400);
    const error = await readAskError(FORM, { ip });
    expect(error.status).toBe(429);
    expect(Number(error.headers['retry-after'])).toBeGreaterThan(0);
    await ask(FORM, { ip: '203.0.113.10' });
    // Accounts are counted separately, regardless of IP address.
    await ask(FORM, { ip, as: people.user });
    await server.clock.advance(HOUR_MS);
    await ask(FORM, { ip });
  });
});

describe('emails about a question', () => {
  test('go to the agent, with the sender as the reply address', async () => {
    const { _id } = await ask({ ...FORM, name: 'Ann <b>\r\nSmith' });
    await server.waitUntilIdle();
    const mail = server.emails.find(({ to }) => to === people.agent.email);
    expect(mail?.replyTo).toMatchObject({ address: FORM.email });
    expect(mail?.text).toContain(FORM.message);
    expect(mail?.text).toContain(`/dashboard/inquiries?id=${_id}`);
    expect(mail?.html).not.toContain('<b>');
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    const [notification] = await server.ok(endpoints.listNotifications, { as: people.agent });
    expect(notification).toMatchObject({
      kind: 'inquiry',
      link: `/dashboard/inquiries?id=${_id}`,
    });
  });

  test('do not go to a former agent, even about earlier questions', async () => {
    const formerAgent = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(formerAgent);
    const { _id, token } = await ask(FORM, { id });
    const remindAt = new Date(server.clock.now().getTime() + HOUR_MS);
    await server.ok(endpoints.changeInquiry, {
      as: formerAgent,
      params: { id: _id },
      body: { remindAt: remindAt.toISOString() },
    });
    const listNotifications = () => server.ok(endpoints.listNotifications, { as: formerAgent });
    expect(await listNotifications()).toHaveLength(1);
    const demotion = { as: people.admin, params: { id: formerAgent._id }, body: { role: 'user' } };
    await server.ok(endpoints.changeRole, demotion);
    const readOptions = { as: formerAgent, params: { id: _id } };
    expect((await server.error(endpoints.getInquiry, readOptions)).status).toBe(404);
    await ask({ ...FORM, token, message: 'Is the attic included, too?' }, { id });
    await server.ok(endpoints.answerInquiry, {
      params: { id: _id },
      query: { token },
      body: { message: 'I would like to know.' },
    });
    await server.runJobs(remindAt);
    expect(server.emails.filter(({ to }) => to === formerAgent.email)).toEqual([]);
    expect(await listNotifications()).toHaveLength(1);
  });

  test('never split a character when truncating the subject', async () => {
    await ask({ ...FORM, name: `${'a'.repeat(119)}🏡` });
    await server.waitUntilIdle();
    const mail = server.emails.findLast(({ to }) => to === people.agent.email);
    expect(mail?.subject).toMatch(/^a{119} about /);
  });

  test('send a visitor without an account a link but none of the entered text', async () => {
    const enteredFields = {
      name: 'Buy-pills-name',
      phone: '555-pills',
      message: 'https://pills.example now',
    };
    await ask({ ...FORM, ...enteredFields, email: 'Victim@example.org' });
    await server.waitUntilIdle();
    const mail = server.emails.find(({ to }) => to !== people.agent.email);
    expect(mail?.to).toBe('Victim@example.org');
    const serialized = JSON.stringify(mail);
    for (const word of Object.values(enteredFields)) expect(serialized).not.toContain(word);
    expect(serialized).toContain('3-bed house for $450,000');
    expect(serialized).not.toMatch(/A house with a garden|Alex Agent/);
    const [, id = '', token = ''] =
      /\/inquiry\?id=(\d+)&token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
    const inquiry = await server.ok(endpoints.getInquiry, { params: { id }, query: { token } });
    expect(inquiry.messages).toHaveLength(1);
  });

  test('are sent to an unproven address at most 3 times a day, although all questions are accepted', async () => {
    for (let count = 0; count < 5; count += 1)
      await ask({ ...FORM, email: count % 2 === 0 ? 'v@example.org' : 'V@EXAMPLE.org' });
    await server.waitUntilIdle();
    const emailsToAddress = server.emails.filter(({ to }) => to.toLowerCase() === 'v@example.org');
    expect(emailsToAddress).toHaveLength(3);
    expect(await listAgentInquiries()).toHaveLength(5);
  });

  test('have a daily limit that does not count questions in an existing inquiry', async () => {
    const guest = { ...FORM, email: 'guest@example.org' };
    const { token } = await ask(guest);
    for (let count = 0; count < 3; count += 1) await ask({ ...guest, token });
    const other = await server.addProperty(people.agent, { bedrooms: 2 });
    await ask(guest, { id: other });
    await server.waitUntilIdle();
    const emails = server.emails.filter(({ to }) => to === guest.email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Your question about the 3-bed house for $450,000',
      'Your question about the 2-bed house for $450,000',
    ]);
  });

  test('go to the sender only if they have no account and the inquiry is new', async () => {
    const { token } = await ask();
    await ask({ ...FORM, token });
    await ask(FORM, { as: people.user });
    await server.waitUntilIdle();
    const others = server.emails.filter(({ to }) => to !== people.agent.email);
    expect(others.map(({ to }) => to)).toEqual([FORM.email]);
  });
});

test('changes to a listing that was withdrawn from display are not shown to senders', async () => {
  const { _id: id, token } = await ask();
  const readHome = async () =>
    (await server.ok(endpoints.getInquiry, { params: { id }, query: { token } })).property;
  const before = await readHome();
  await server.db
    .updateTable('properties')
    .set({ is_displayed: false, title: 'A secret title', price: 1 })
    .where('id', '=', home)
    .execute();
  expect(await readHome()).toEqual(before);
});
