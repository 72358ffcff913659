import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { deleteRowsBefore, inTransaction } from '#server/database/database.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addNotification } from './notification-service.ts';

let server: TestApp;
let ann: TestUser;
let ben: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  ann = await server.addUser();
  ben = await server.addUser();
  return () => server.close();
});
beforeEach(() => server.db.deleteFrom('notifications').execute());

const SECOND_MS = 1_000;

async function add(user: { _id: string }, title: string, createdAt = server.clock.now()) {
  await inTransaction(server.db, null, (transaction) =>
    addNotification(transaction, {
      userId: user._id,
      kind: 'inquiry',
      title,
      link: '/inquiries',
      createdAt,
    }),
  );
}

const list = (as: TestUser, query: Record<string, number> = {}) =>
  server.send(endpoints.listNotifications, { as, query });

describe('GET /notifications', () => {
  test('requires a signed-in user', async () => {
    for (const as of [undefined, { token: 'garbage' }]) {
      const { code } = await server.error(endpoints.listNotifications, { as });
      expect(code).toBe('UNAUTHENTICATED');
    }
  });

  test('returns the caller’s notifications in pages, newest first, with the unread count', async () => {
    const time = server.clock.now().getTime();
    for (let number = 1; number <= 3; number += 1)
      await add(ann, `Number ${number}`, new Date(time + number * SECOND_MS));
    await add(ben, 'Of another user');
    const { body, headers } = await list(ann, { page: 1, limit: 2 });
    expect(body).toStrictEqual(
      [3, 2].map((number) => ({
        _id: expect.stringMatching(/^\d+$/) as string,
        kind: 'inquiry',
        title: `Number ${number}`,
        link: '/inquiries',
        isRead: false,
        createdAt: new Date(time + number * SECOND_MS).toISOString(),
      })),
    );
    expect(headers).toMatchObject({
      'x-total-count': '3',
      'x-unread-count': '3',
      'cache-control': 'no-store',
    });
    expect((await list(ann, { page: 2, limit: 2 })).body.map(({ title }) => title)).toEqual([
      'Number 1',
    ]);
  });

  test('deletes notifications from before a time', async () => {
    await add(ann, 'Old', new Date(server.clock.now().getTime() - SECOND_MS));
    await add(ann, 'New');
    await deleteRowsBefore(server.db, 'notifications', server.clock.now());
    expect((await list(ann)).body.map(({ title }) => title)).toEqual(['New']);
  });

  test('adds no notification for a nonexistent user', async () => {
    await add({ _id: '999999' }, 'For a nonexistent user');
    expect(await server.db.selectFrom('notifications').select('title').execute()).toEqual([]);
  });

  test('truncates a long title', async () => {
    await add(ann, '🏡'.repeat(600));
    expect((await list(ann)).body[0]?.title).toBe(`${'🏡'.repeat(249)}…`);
  });
});

describe('POST /notifications/read', () => {
  const read = (as: TestUser | undefined, body: unknown) =>
    server.send(endpoints.readNotifications, { as, body });

  test('requires a signed-in user', async () => {
    const { code } = await server.error(endpoints.readNotifications, { body: { all: true } });
    expect(code).toBe('UNAUTHENTICATED');
  });

  test('marks some or all as read but never another user’s', async () => {
    await add(ann, 'One');
    await add(ann, 'Two');
    await add(ben, 'Three');
    const ids = (await list(ann)).body.map(({ _id }) => _id);
    const [bensNotification] = (await list(ben)).body;
    expect((await read(ann, { ids: [ids[0], bensNotification?._id] })).body).toEqual({
      unreadCount: 1,
    });
    expect((await list(ann)).body.map(({ isRead }) => isRead)).toEqual([true, false]);
    expect((await read(ann, { all: true })).body).toEqual({ unreadCount: 0 });
    expect((await list(ben)).headers['x-unread-count']).toBe('1');
  });

  test.each([{}, { all: false }, { ids: [] }, { ids: ['x'] }, { ids: 'all' }])(
    'rejects %j and changes nothing',
    async (body) => {
      await add(ann, 'One');
      const error = await server.error(endpoints.readNotifications, { as: ann, body });
      expect(error.status).toBe(400);
      expect((await list(ann)).headers['x-unread-count']).toBe('1');
    },
  );
});
