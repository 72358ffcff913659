import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FORM = {
  name: 'Ann Smith',
  email: 'ann@example.org',
  subject: 'The house in Willow Lane',
  message: 'Is it still available?\n\nAnn',
};

let server: TestApp;
let people: Record<Role, TestUser>;

beforeAll(async () => {
  server = await startTestApp({ contactEmail: 'desk@example.org' });
  people = await server.addPeople();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clock.advance(10 * MINUTE_MS);
  await server.waitUntilIdle();
  server.emails.length = 0;
  await server.db.deleteFrom('contact_messages').execute();
});

const readInbox = (query: Record<string, string | number> = {}) =>
  server.ok(endpoints.listMessages, { as: people.admin, query });

test('messages are deleted after INQUIRY_KEEP_DAYS', async () => {
  await server.ok(endpoints.sendMessage, { body: FORM });
  const sentAt = server.clock.now().getTime();
  await server.runJobs(new Date(sentAt + 729 * DAY_MS));
  expect(await readInbox()).toHaveLength(1);
  await server.runJobs(new Date(sentAt + 732 * DAY_MS));
  expect(await readInbox()).toEqual([]);
});

describe('POST /contact', () => {
  test('stores an unread message for the admins', async () => {
    const body = { ...FORM, name: ' Ann Smith ', isRead: true };
    expect(await server.ok(endpoints.sendMessage, { body })).toEqual({
      message: 'Your message was sent.',
    });
    expect(await readInbox()).toStrictEqual([
      {
        ...FORM,
        _id: expect.stringMatching(/^\d+$/),
        isRead: false,
        createdAt: server.clock.now().toISOString(),
      },
    ]);
  });

  test.each([
    ['name', 'A', 'Name is required'],
    ['email', 'ann', 'Please enter a valid email address'],
    ['email', 'ann@example.org\r\nBcc: eve@example.org', 'Please enter a valid email address'],
    ['subject', 'Hey!', 'Subject must be at least 5 characters'],
    ['subject', 'x'.repeat(201), 'Subject must be at most 200 characters.'],
    ['message', 'Too short', 'Message must be at least 10 characters'],
    ['message', 'x'.repeat(20_001), 'Message must be at most 20,000 characters.'],
  ])('rejects the %s %j', async (path, value, message) => {
    const body = { ...FORM, [path]: value };
    expect(await server.error(endpoints.sendMessage, { body })).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      errors: [{ path, message }],
    });
    expect(await readInbox()).toEqual([]);
  });

  test('reports every invalid field of an empty form', async () => {
    const { errors } = await server.error(endpoints.sendMessage, { body: {} });
    expect(errors).toEqual([
      { path: 'name', message: 'Name is required' },
      { path: 'email', message: 'Please enter a valid email address' },
      { path: 'subject', message: 'Subject must be at least 5 characters' },
      { path: 'message', message: 'Message must be at least 10 characters' },
    ]);
  });

  test('is limited to 5 in 10 minutes per IP address, without counting rejected messages', async () => {
    const ip = '203.0.113.1';
    const send = (body: object = FORM, from = ip) =>
      server.status(endpoints.sendMessage, { ip: from, body });
    expect(await send({})).toBe(400);
    const statuses = await Promise.all(Array.from({ length: 7 }, () => send()));
    expect(statuses.toSorted((one, two) => one - two)).toEqual([201, 201, 201, 201, 201, 429, 429]);
    const error = await server.error(endpoints.sendMessage, { ip, body: FORM });
    expect(error.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(error.headers['retry-after'])).toBeLessThanOrEqual(600);
    expect(await send({})).toBe(400);
    expect(await send(FORM, '203.0.113.2')).toBe(201);
    await server.clock.advance(10 * MINUTE_MS);
    expect(await send()).toBe(201);
    expect(DEFAULT_RATE_LIMITS.contactPerIp).toEqual({ max: 5, seconds: 600 });
  });

  test('forwards a message by email, with its sender as the reply address', async () => {
    await server.ok(endpoints.sendMessage, { body: FORM });
    await server.waitUntilIdle();
    expect(server.emails).toHaveLength(1);
    expect(server.emails[0]).toMatchObject({
      to: 'desk@example.org',
      replyTo: { name: 'Ann Smith', address: 'ann@example.org' },
      subject: 'Contact form: The house in Willow Lane',
    });
    expect(server.emails[0]?.text).toContain('From: Ann Smith <ann@example.org>\n');
    expect(server.emails[0]?.text).toContain('> Is it still available?\n> \n> Ann\n');
  });

  test('escapes a sender’s markup in the email', async () => {
    const body = { ...FORM, name: '<b>Ann</b>', message: '<script>alert(1)</script> & "more"' };
    await server.ok(endpoints.sendMessage, { body });
    await server.waitUntilIdle();
    const { html = '' } = server.emails[0] ?? {};
    expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;more&#34;');
    expect(html).not.toMatch(/<script|<b>/);
  });

  test('does not forward a deleted message', async () => {
    await server.ok(endpoints.sendMessage, { body: FORM });
    await server.db.deleteFrom('contact_messages').execute();
    await server.waitUntilIdle();
    expect(server.emails).toEqual([]);
  });

  test('forwards a message later if the mail server is down', async () => {
    server.mailFailure.error = new Error('The mail server is down');
    await server.ok(endpoints.sendMessage, { body: FORM });
    await server.waitUntilIdle();
    server.mailFailure.error = null;
    expect(await readInbox()).toHaveLength(1);
    expect(server.emails).toEqual([]);
    await server.clock.advance(MINUTE_MS);
    await server.waitUntilIdle();
    expect(server.emails).toHaveLength(1);
  });

  test('sends no email if no address is set', async () => {
    const serverWithoutAddress = await startTestApp();
    try {
      await serverWithoutAddress.ok(endpoints.sendMessage, { body: FORM });
      await serverWithoutAddress.waitUntilIdle();
      expect(serverWithoutAddress.emails).toEqual([]);
    } finally {
      await serverWithoutAddress.close();
    }
  });
});

describe('GET /contact', () => {
  test('requires an admin', () => server.expectGuarded(endpoints.listMessages, people));

  test('returns messages in pages, by default newest first, and filters them', async () => {
    const ids = [
      await server.addMessage(),
      await server.addMessage({ is_read: true }),
      await server.addMessage(),
    ].toReversed();
    expect((await readInbox()).map(({ _id }) => _id)).toEqual(ids);
    const { body, headers } = await server.send(endpoints.listMessages, {
      as: people.admin,
      query: { limit: 2, page: 2 },
    });
    expect(body.map(({ _id }) => _id)).toEqual(ids.slice(2));
    expect(headers['x-total-count']).toBe('3');
    expect((await readInbox({ isRead: 'false' })).map(({ _id }) => _id)).toEqual([ids[0], ids[2]]);
    expect((await readInbox({ isRead: 'true' })).map(({ _id }) => _id)).toEqual([ids[1]]);
    expect((await readInbox({ sort: 'createdAt_asc' })).map(({ _id }) => _id)).toEqual(
      ids.toReversed(),
    );
  });

  test('rejects invalid queries', async () => {
    const query = { page: 'x', limit: 0, isRead: 'perhaps', sort: 'name' };
    const { errors } = await server.error(endpoints.listMessages, { as: people.admin, query });
    expect(errors?.map(({ path }) => path)).toEqual(['page', 'limit', 'isRead', 'sort']);
  });

  test('has no rate limit', async () => {
    for (let reads = 0; reads < 20; reads += 1) expect(await readInbox()).toEqual([]);
  });
});

describe('PATCH /contact/:id/read', () => {
  test('requires an admin', async () => {
    const params = { id: await server.addMessage() };
    await server.expectGuarded(endpoints.markMessageRead, people, { params });
    expect((await readInbox())[0]?.isRead).toBe(false);
  });

  test('marks a message as read, even repeatedly', async () => {
    const [id, other] = [await server.addMessage(), await server.addMessage()];
    for (let times = 0; times < 2; times += 1) {
      const message = await server.ok(endpoints.markMessageRead, {
        as: people.admin,
        params: { id },
      });
      expect(message).toMatchObject({ _id: id, isRead: true });
    }
    const inbox = await readInbox();
    expect(inbox.map(({ _id, isRead }) => [_id, isRead])).toEqual([
      [other, false],
      [id, true],
    ]);
  });

  test('rejects unknown messages and malformed identifiers', async () => {
    for (const id of ['999999', 'abc', '-1']) {
      const options = { as: people.admin, params: { id } };
      expect(await server.error(endpoints.markMessageRead, options)).toMatchObject({
        status: 404,
      });
    }
  });
});

describe('DELETE /contact/:id', () => {
  test('requires an admin', async () => {
    const params = { id: await server.addMessage() };
    await server.expectGuarded(endpoints.deleteMessage, people, { params });
    expect(await readInbox()).toHaveLength(1);
  });

  test('deletes a message', async () => {
    const [id, other] = [await server.addMessage(), await server.addMessage()];
    const options = { as: people.admin, params: { id } };
    expect(await server.ok(endpoints.deleteMessage, options)).toBeNull();
    // The audit log is permanent, so it does not contain the subject.
    const query = { action: 'message.deleted', entity: `message:${id}` };
    expect(await server.ok(endpoints.listAudit, { as: people.admin, query })).toMatchObject([
      { entity: { title: 'Contact message' } },
    ]);
    expect((await readInbox()).map(({ _id }) => _id)).toEqual([other]);
    expect(await server.error(endpoints.deleteMessage, options)).toMatchObject({
      status: 404,
      message: 'Message not found.',
    });
  });

  test('rejects malformed identifiers', async () => {
    const options = { as: people.admin, params: { id: 'abc' } };
    expect((await server.error(endpoints.deleteMessage, options)).status).toBe(404);
  });
});

describe('POST /contact/bulk', () => {
  const { changeMessages } = endpoints;
  const change = (ids: readonly string[], action: string) =>
    server.ok(changeMessages, { as: people.admin, body: { ids, action } });

  test('requires an admin', async () => {
    const body = { ids: [await server.addMessage()], action: 'delete' };
    await server.expectGuarded(changeMessages, people, { body });
    expect(await readInbox()).toHaveLength(1);
  });

  test('marks messages as read and as unread, and deletes them', async () => {
    const ids = [await server.addMessage(), await server.addMessage()];
    const other = await server.addMessage();
    const listUnreadIds = async () => (await readInbox({ isRead: 'false' })).map(({ _id }) => _id);
    expect(await change(ids, 'mark-read')).toEqual({ done: ids, failed: [] });
    expect(await listUnreadIds()).toEqual([other]);
    expect(await change(ids.slice(1), 'mark-unread')).toEqual({ done: ids.slice(1), failed: [] });
    expect(await listUnreadIds()).toEqual([other, ids[1]]);
    expect(await change(ids, 'delete')).toEqual({ done: ids, failed: [] });
    expect((await readInbox()).map(({ _id }) => _id)).toEqual([other]);
  });

  test('lists the messages that were already marked', async () => {
    const ids = [await server.addMessage(), await server.addMessage()];
    await change(ids.slice(1), 'mark-read');
    expect(await change(ids, 'mark-read')).toEqual({
      done: ids,
      failed: [],
      unchanged: ids.slice(1),
    });
  });

  test('reports unknown messages and deletes repeated ones once', async () => {
    const id = await server.addMessage();
    expect(await change([id, '999999', id], 'delete')).toEqual({
      done: [id],
      failed: [{ _id: '999999', code: 'NOT_FOUND', message: 'Message not found.' }],
    });
  });

  test('rejects invalid requests', async () => {
    const body = { ids: [], action: 'burn' };
    const { errors } = await server.error(changeMessages, { as: people.admin, body });
    expect(errors?.map(({ path }) => path)).toEqual(['ids', 'action']);
  });
});
