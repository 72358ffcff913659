import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { addOffice } from '#server/features/offices/office.fixture.ts';
import { deleteRowsBefore, inTransaction, openDatabase } from '#server/database/database.ts';
import { deleteSession } from '#server/features/accounts/sessions/session-repository.ts';
import { hashToken } from '#server/http/endpoints/authentication.ts';
import { listenWithLongTimeout } from '#tests/helpers/listen-with-long-timeout.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addNotification } from './notification-service.ts';
import { announceEvent } from './event-service.ts';
import { createEventHub, type EventHub } from './event-hub.ts';

const HOUR_MS = 60 * 60_000;

let server: TestApp;
let base: string;
let ann: TestUser;
let ben: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  const live = Promise.withResolvers<void>();
  const listener = listenWithLongTimeout(server.databaseUrl, {
    onChange: () => undefined,
    onEvent: server.events.handleMessage,
    onLive: () => {
      server.events.catchUp();
      live.resolve();
    },
    onLost: () => undefined,
  });
  await live.promise;
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  ann = await server.addUser();
  ben = await server.addUser();
  return async () => {
    await server.close();
    await listener.close();
  };
});

const controllers = new Set<AbortController>();
afterEach(async () => {
  for (const controller of controllers) controller.abort();
  controllers.clear();
  await vi.waitUntil(() => server.events.count() === 0, { timeout: 60_000 });
});

/** Opens a stream and collects its text and events. */
async function openStream(as: TestUser, headers: Record<string, string> = {}) {
  const controller = new AbortController();
  controllers.add(controller);
  const response = await fetch(`${base}/api/events`, {
    headers: { authorization: `Bearer ${as.token}`, ...headers },
    signal: controller.signal,
  });
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  })().catch(() => undefined);
  await expect.poll(() => text).toContain('\n\n');
  return {
    response,
    ended,
    abort: () => controller.abort(),
    text: () => text,
    lastId: () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '',
    events: () =>
      [...text.matchAll(/event: (\w+)\ndata: (.+)/g)].map(([, kind, data]) => ({
        kind,
        data: JSON.parse(data ?? '') as unknown,
      })),
  };
}

async function notify(user: { _id: string }, title: string): Promise<void> {
  await inTransaction(server.db, null, (transaction) =>
    addNotification(transaction, {
      userId: user._id,
      kind: 'inquiry',
      title,
      link: '/inquiries',
      createdAt: server.clock.now(),
    }),
  );
}

const titlesOf = (stream: { events: () => { kind?: string | undefined; data: unknown }[] }) =>
  stream.events().map(({ kind, data }) => (kind === 'reset' ? 'reset' : (data as Title).title));
type Title = { title: string };

describe('GET /events', () => {
  test('requires a signed-in user', async () => {
    const { code } = await server.error(endpoints.streamEvents);
    expect(code).toBe('UNAUTHENTICATED');
    const head = await fetch(`${base}/api/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${ann.token}` },
    });
    expect(head.status).toBe(200);
  });

  test('sends a user’s notifications in the list’s format', async () => {
    const stream = await openStream(ann);
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    await notify(ben, 'For another user');
    await notify(ann, 'A line\nand another');
    await expect.poll(() => titlesOf(stream)).toEqual(['A line\nand another']);
    const [newestNotification] = await server.ok(endpoints.listNotifications, { as: ann });
    expect(stream.events()).toEqual([{ kind: 'notification', data: newestNotification }]);
  });

  test('does not count as an in-flight request', async () => {
    await openStream(ann);
    expect(server.app.load.inFlight()).toBe(0);
  });

  test('sends nothing if a transaction is rolled back', async () => {
    const stream = await openStream(ann);
    await inTransaction(server.db, null, async (transaction) => {
      await announceEvent(transaction, {
        userIds: [ann._id],
        kind: 'tour',
        data: {},
        createdAt: server.clock.now(),
      });
      throw new Error('Roll back');
    }).catch(() => undefined);
    await notify(ann, 'After');
    await expect.poll(() => titlesOf(stream)).toEqual(['After']);
  });

  test('resumes where it was interrupted, even if a transaction commits late', async () => {
    const first = await openStream(ann);
    await notify(ann, 'Before');
    await expect.poll(() => titlesOf(first)).toEqual(['Before']);
    first.abort();
    // This transaction begins before the next notification's transaction and commits after it.
    const allowCommit = Promise.withResolvers<void>();
    const slow = inTransaction(server.db, null, async (transaction) => {
      const createdAt = server.clock.now();
      const link = '/inquiries';
      await addNotification(transaction, {
        userId: ann._id,
        kind: 'inquiry',
        title: 'Slow',
        link,
        createdAt,
      });
      await allowCommit.promise;
    });
    await notify(ann, 'Fast');
    const second = await openStream(ann, { 'last-event-id': first.lastId() });
    await expect.poll(() => titlesOf(second)).toEqual(['Fast']);
    second.abort();
    allowCommit.resolve();
    await slow;
    const third = await openStream(ann, { 'last-event-id': second.lastId() });
    await expect.poll(() => titlesOf(third)).toEqual(['Slow']);
  });

  test.each([
    ['garbage', () => 'garbage'],
    ['a position that does not exist yet', () => `99999999-${server.clock.now().getTime()}`],
    ['a position that is too old', () => `1-${server.clock.now().getTime() - HOUR_MS - 1}`],
  ])('sends reset after %s', async (_case, lastId) => {
    const stream = await openStream(ann, { 'last-event-id': lastId() });
    await expect.poll(() => titlesOf(stream)).toEqual(['reset']);
    const resumed = await openStream(ann, { 'last-event-id': stream.lastId() });
    await notify(ann, 'Next');
    await expect.poll(() => titlesOf(resumed)).toEqual(['Next']);
  });

  test('allows five streams per user: the sixth ends the oldest', async () => {
    const streams = [];
    for (let number = 1; number <= 6; number += 1) streams.push(await openStream(ann));
    await streams[0]?.ended;
    expect(server.events.count()).toBe(5);
    await notify(ann, 'Still here');
    await Promise.all(
      streams.slice(1).map((stream) => expect.poll(() => titlesOf(stream)).toEqual(['Still here'])),
    );
  });

  test('ends when its token is revoked', async () => {
    const guest = await server.addUser();
    const stream = await openStream(guest);
    const other = await openStream(ann);
    await deleteSession(server.db, hashToken(guest.token));
    await stream.ended;
    await notify(ann, 'Still here');
    await expect.poll(() => titlesOf(other)).toEqual(['Still here']);
  });

  test('ends once its account has to set up a second factor', async () => {
    const admin = await server.addUser({ role: 'admin' });
    const other = await server.addUser({ role: 'admin' });
    const blockedStream = await openStream(other);
    const openedStream = await openStream(ann);
    await server.ok(endpoints.changePolicies, { as: admin, body: { secondFactor: 'admins' } });
    await blockedStream.ended;
    await notify(ann, 'Still here');
    await expect.poll(() => openedStream.events()).toHaveLength(1);
    await server.db.deleteFrom('policies').execute();
  });

  test('notifies an account when its role or office changes', async () => {
    const admin = await server.addUser({ role: 'admin' });
    const user = await server.addUser();
    const office = await addOffice(server, 'Event Homes');
    const stream = await openStream(user);
    const expectEvents = async (count: number) => {
      await expect.poll(() => stream.events()).toHaveLength(count);
      expect(stream.events().at(-1)).toEqual({ kind: 'account', data: {} });
    };
    const params = { id: user._id };
    await server.ok(endpoints.changeRole, { as: admin, params, body: { role: 'agent' } });
    await expectEvents(1);
    const member = { as: admin, params: { id: office._id, userId: user._id } };
    await server.ok(endpoints.setOfficeMember, { ...member, body: { role: 'manager' } });
    await expectEvents(2);
    await server.ok(endpoints.deleteOffice, { as: admin, params: { id: office._id } });
    await expectEvents(3);
    expect((await server.ok(endpoints.getProfile, { as: user })).office).toBeNull();
  });

  test('ends on shutdown, and is rejected and counted as shed above the process limit', async () => {
    const { db } = openDatabase(server.databaseUrl);
    const events = createEventHub({ db, now: server.clock.now, readers: {}, maxStreams: 2 });
    const busyServer = await startTestApp({ events });
    const user = await busyServer.addUser();
    const address = await busyServer.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${user.token}` };
    const response = await fetch(`${address}/api/events`, { headers });
    const otherClient = { userId: ann._id, tokenHash: hashToken(ann.token), address: '192.0.2.2' };
    await events.open(otherClient, undefined, () => ({
      write: () => undefined,
      end: () => undefined,
    }));
    const shed: string[] = [];
    const { countShed } = busyServer.app;
    busyServer.app.countShed = (reason) => {
      shed.push(reason);
      countShed(reason);
    };
    const rejectedResponse = await busyServer.app.inject({
      url: '/api/events',
      headers,
      remoteAddress: '192.0.2.3',
    });
    expect(rejectedResponse.statusCode).toBe(503);
    expect(Number(rejectedResponse.headers['retry-after'])).toBeGreaterThan(0);
    expect(shed).toEqual(['event streams']);
    const text = response.text();
    await busyServer.close();
    expect(await text).toContain(': connected\n');
    await db.destroy();
  });

  test('limits an IP address to half of the streams; once all are in use, ends the oldest stream from the address with the most', async () => {
    const { db } = openDatabase(server.databaseUrl);
    const hub = createEventHub({ db, now: server.clock.now, readers: {}, maxStreams: 6 });
    const endedStreams: string[] = [];
    const open = async (name: string, address: string) => {
      const user = await server.addUser();
      const client = { userId: user._id, tokenHash: hashToken(user.token), address };
      await hub.open(client, undefined, () => ({
        write: () => undefined,
        end: () => void endedStreams.push(name),
      }));
    };
    for (let number = 1; number <= 5; number += 1) await open(`greedy ${number}`, '192.0.2.1');
    expect(endedStreams).toEqual(['greedy 1', 'greedy 2']);
    for (let number = 1; number <= 5; number += 1)
      await open(`other ${number}`, `192.0.2.${10 + number}`);
    expect(endedStreams).toEqual(['greedy 1', 'greedy 2', 'greedy 3', 'greedy 4']);
    expect(hub.count()).toBe(6);
    hub.close();
    await db.destroy();
  });

  test('sends comments at intervals', async () => {
    const { db } = openDatabase(server.databaseUrl);
    const hub = createEventHub({ db, now: server.clock.now, readers: {}, commentMs: 5 });
    const lines: string[] = [];
    const client = { userId: ann._id, tokenHash: hashToken(ann.token), address: '192.0.2.1' };
    const close = await hub.open(client, undefined, () => ({
      write: (text) => void lines.push(text),
      end: () => undefined,
    }));
    await expect.poll(() => lines.filter((line) => line === ':\n\n').length).toBeGreaterThan(1);
    close();
    expect(hub.count()).toBe(0);
    await db.destroy();
  });
});

test('a user’s five streams are counted across all processes', async () => {
  const { db } = openDatabase(server.databaseUrl);
  const hub = createEventHub({ db, now: server.clock.now, readers: {} });
  const live = Promise.withResolvers<void>();
  const listener = listenWithLongTimeout(server.databaseUrl, {
    onChange: () => undefined,
    onEvent: hub.handleMessage,
    onLive: () => {
      hub.catchUp();
      live.resolve();
    },
    onLost: () => undefined,
  });
  await live.promise;
  const oldestStream = await openStream(ann);
  const client = { userId: ann._id, tokenHash: hashToken(ann.token), address: '192.0.2.1' };
  const sink = () => ({ write: () => undefined, end: () => undefined });
  for (let number = 1; number <= 5; number += 1) await hub.open(client, undefined, sink);
  await oldestStream.ended;
  expect(hub.count()).toBe(5);
  hub.close();
  await listener.close();
  await db.destroy();
});

/** Opens a stream of a hub and collects its output. */
function listenTo(hub: EventHub, user: TestUser, lastId?: string) {
  const texts: string[] = [];
  let isEnded = false;
  const client = { userId: user._id, tokenHash: hashToken(user.token), address: '192.0.2.1' };
  const opened = hub.open(client, lastId, () => ({
    write: (text) => void texts.push(text),
    end: () => void (isEnded = true),
  }));
  return {
    opened,
    isEnded: () => isEnded,
    text: () => texts.join(''),
    titles: () =>
      [...texts.join('').matchAll(/"title":"([^"]+)"/g)].map(([, title]) => title ?? ''),
  };
}

const buildEventId = (position: string) => `${position}-${server.clock.now().getTime()}`;

async function announce(user: TestUser, kind: 'tour' | 'inquiry', data: unknown): Promise<void> {
  await inTransaction(server.db, null, (transaction) =>
    announceEvent(transaction, {
      userIds: [user._id],
      kind,
      data,
      createdAt: server.clock.now(),
    }),
  );
}

describe('the event hub', () => {
  test('delivers events to every stream, in batches, even with an idle stream', async () => {
    const hub = createEventHub({ db: server.db, now: server.clock.now, readers: {}, maxRead: 2 });
    const idleStream = listenTo(hub, await server.addUser());
    const users = [ann, ben, await server.addUser()];
    const streams = users.map((client) => listenTo(hub, client));
    await Promise.all([idleStream, ...streams].map(({ opened }) => opened));
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
    for (const title of titles) for (const client of users) await notify(client, title);
    hub.catchUp();
    await Promise.all(streams.map((stream) => expect.poll(stream.titles).toEqual(titles)));
    expect(idleStream.titles()).toEqual([]);
    // The idle stream is at the end of the log, so nothing is delivered twice.
    await notify(ann, 'Six');
    hub.catchUp();
    await expect.poll(() => streams[0]?.titles()).toEqual([...titles, 'Six']);
    expect(streams[1]?.titles()).toEqual(titles);
    hub.close();
  });

  test('ends a stream if its token is revoked while the stream opens', async () => {
    const guest = await server.addUser();
    await announce(guest, 'tour', { _id: '1' });
    const hub = createEventHub({
      db: server.db,
      now: server.clock.now,
      readers: {
        tour: async () => {
          await deleteSession(server.db, hashToken(guest.token));
          hub.handleMessage('session');
          await vi.waitUntil(() => hub.count() === 0, { timeout: 60_000 });
          return { _id: '1' };
        },
      },
    });
    const stream = listenTo(hub, guest, buildEventId('0'));
    await stream.opened;
    expect(stream.isEnded()).toBe(true);
    expect(stream.text()).toBe('');
    expect(hub.count()).toBe(0);
  });

  test('merges several events about an entity, and sends reset instead of a large event', async () => {
    const guest = await server.addUser();
    for (const id of ['1', '2', '1']) await announce(guest, 'tour', { _id: id });
    await announce(guest, 'inquiry', { _id: '9' });
    const hub = createEventHub({
      db: server.db,
      now: server.clock.now,
      readers: {
        tour: async (_userId, id) => ({ title: `Tour ${id}` }),
        inquiry: async () => ({ text: 'x'.repeat(600 * 1024) }),
      },
    });
    const stream = listenTo(hub, guest, buildEventId('0'));
    await stream.opened;
    expect(stream.titles()).toEqual(['Tour 2', 'Tour 1']);
    expect(stream.text()).toMatch(/id: \d+-\d+\nevent: reset\ndata: \{\}\n\n$/);
    hub.close();
  });

  test('sends reset if a stream missed too many bytes', async () => {
    const guest = await server.addUser();
    for (const id of ['1', '2', '3']) await announce(guest, 'tour', { _id: id });
    const hub = createEventHub({
      db: server.db,
      now: server.clock.now,
      readers: { tour: async (_userId, id) => ({ title: id + 'x'.repeat(400 * 1024) }) },
    });
    const stream = listenTo(hub, guest, buildEventId('0'));
    await stream.opened;
    expect(stream.titles()).toEqual([]);
    expect(stream.text()).toMatch(/^: connected\nid: \d+-\d+\n\nevent: reset\n/);
    hub.close();
  });
});

test('an event contains only data that its recipient can see when it is sent', async () => {
  const agent = await server.addUser({ role: 'agent' });
  const home = await server.addProperty(agent);
  const stream = await openStream(agent);
  const ask = (message: string) =>
    server.ok(endpoints.ask, { params: { id: home }, body: { message }, as: ben });
  const { _id: id } = await ask('Is there a garden behind the house?');
  const params = { id };
  await expect
    .poll(() => stream.events().filter(({ kind }) => kind === 'inquiry'))
    .toEqual([
      { kind: 'inquiry', data: await server.ok(endpoints.getInquiry, { params, as: agent }) },
    ]);
  const { rows } = await sql<{ data: unknown }>`
    select data from events where kind = 'inquiry' and user_id = ${agent._id}`.execute(server.db);
  expect(rows).toEqual([{ data: { _id: id } }]);
  await server.db.updateTable('users').set({ role: 'user' }).where('id', '=', agent._id).execute();
  await ask('And is there a shed in it?');
  await notify(agent, 'After');
  await expect.poll(() => titlesOf(stream)).toContain('After');
  expect(stream.events().filter(({ kind }) => kind === 'inquiry')).toHaveLength(1);
});

test('an account that is being deleted gets no events and does not block other users’ events', async () => {
  const guest = await server.addUser();
  const allowCommit = Promise.withResolvers<void>();
  const deleted = Promise.withResolvers<void>();
  const removal = inTransaction(server.db, null, async (transaction) => {
    await transaction.deleteFrom('users').where('id', '=', guest._id).execute();
    deleted.resolve();
    await allowCommit.promise;
  });
  await deleted.promise;
  const stream = await openStream(ann);
  const change = inTransaction(server.db, null, async (transaction) => {
    const createdAt = server.clock.now();
    for (const { _id: userId } of [guest, ann])
      await addNotification(transaction, {
        userId,
        kind: 'inquiry',
        title: 'Both',
        link: '/inquiries',
        createdAt,
      });
    const userIds = [guest._id, ann._id];
    await announceEvent(transaction, { userIds, kind: 'shortlist', data: { _id: '1' }, createdAt });
  });
  await expectWaiting(server, 'transactionid', 1);
  allowCommit.resolve();
  await Promise.all([removal, change]);
  await expect
    .poll(() => stream.events().map(({ kind }) => kind))
    .toEqual(['notification', 'shortlist']);
});

test('old events are deleted from the log', async () => {
  await notify(ann, 'Old');
  const after = new Date(server.clock.now().getTime() + 1);
  await deleteRowsBefore(server.db, 'events', after);
  expect(await server.db.selectFrom('events').select('id').execute()).toEqual([]);
});
