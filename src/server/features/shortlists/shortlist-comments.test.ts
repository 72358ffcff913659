import { type KyselyPlugin, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { createShortlistService } from './shortlist-service.ts';
import { createShortlistSharingService } from './shortlist-sharing-service.ts';

let server: TestApp;
let owner: TestUser;
let friend: TestUser;
let home: string;
/** The owner's list with one home, which the friend has joined. */
let id: string;
beforeAll(async () => {
  server = await startTestApp();
  owner = await server.addUser();
  friend = await server.addUser();
  home = await server.addProperty(await server.addUser({ role: 'agent' }));
  const shortlist = await server.ok(endpoints.createShortlist, {
    as: owner,
    body: { name: 'Ours' },
  });
  id = shortlist._id;
  await server.ok(endpoints.addShortlistHome, { as: owner, params: { id, propertyId: home } });
  const options = { as: owner, params: { id }, body: { mode: 'edit' } };
  const { token } = await server.ok(endpoints.createShortlistLink, options);
  await server.ok(endpoints.joinShortlist, { as: friend, body: { token } });
  return () => server.close();
});

test('comments are limited per account per hour, and rejected ones do not count', async () => {
  expect(DEFAULT_RATE_LIMITS.shortlistCommentsPerAccount).toEqual({ max: 2_000, seconds: 3_600 });
  const limitedServer = await startTestApp({
    db: server.db,
    readDb: server.db,
    rateLimits: {
      ...DEFAULT_RATE_LIMITS,
      shortlistCommentsPerAccount: { max: 2, seconds: 3_600 },
    },
  });
  const comment = (as: TestUser, propertyId = home) =>
    limitedServer.status(endpoints.commentOnShortlistHome, {
      as,
      params: { id, propertyId },
      body: { text: 'Hello' },
    });
  expect(await comment(owner, '999999999')).toBe(404);
  for (const status of [201, 201, 429]) expect(await comment(owner)).toBe(status);
  expect(await comment(friend)).toBe(201);
  await limitedServer.close();
});

test('events are limited per account per hour, and additional changes succeed without an event', async () => {
  expect(DEFAULT_RATE_LIMITS.shortlistAnnouncementsPerAccount).toEqual({
    max: 600,
    seconds: 3_600,
  });
  const limitedServer = await startTestApp({
    db: server.db,
    readDb: server.db,
    rateLimits: {
      ...DEFAULT_RATE_LIMITS,
      shortlistAnnouncementsPerAccount: { max: 2, seconds: 3_600 },
    },
  });
  const countEvents = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from events where user_id = ${owner._id}`.execute(server.db);
    return rows[0]?.count ?? 0;
  };
  const before = await countEvents();
  for (let number = 0; number < 4; number += 1) {
    const body = { text: `Comment ${number}` };
    const options = { as: owner, params: { id, propertyId: home }, body };
    expect(await limitedServer.status(endpoints.commentOnShortlistHome, options)).toBe(201);
  }
  expect(await countEvents()).toBe(before + 2);
  const { url } = await limitedServer.ok(endpoints.createShortlistLink, {
    as: owner,
    params: { id },
    body: { mode: 'edit' },
  });
  const body = { token: new URL(url).searchParams.get('token') };
  const params = { id, userId: 'me' };
  const guest = await server.addUser();
  // The first two of these changes send events.
  for (let number = 0; number < 2; number += 1) {
    await limitedServer.ok(endpoints.joinShortlist, { as: guest, body });
    await limitedServer.ok(endpoints.removeShortlistMember, { as: guest, params });
  }
  expect(await countEvents()).toBe(before + 4);
  await limitedServer.close();
});

describe('a list with many comments', () => {
  const unlimitedLimiter = {
    consume: async () => undefined,
    check: async () => undefined,
    refund: async () => undefined,
  };
  const createService = (findListings: (ids: readonly string[]) => Promise<Property[]>) =>
    createShortlistService({
      db: server.db,
      findListings,
      commentsPerAccount: unlimitedLimiter,
      announcements: unlimitedLimiter,
      now: server.clock.now,
    });

  test('does not read a home’s ID again for each comment', async () => {
    await server.db.deleteFrom('shortlist_comments').execute();
    await sql`
      insert into shortlist_comments (shortlist_id, property_id, user_id, text, created_at)
      select ${id}, ${home}, ${owner._id}, 'x', now() from generate_series(1, 100)`.execute(
      server.db,
    );
    let readCount = 0;
    const list = await createService(async (ids) =>
      ids.map(
        (propertyId) =>
          ({
            get _id() {
              readCount += 1;
              return propertyId;
            },
          }) as Property,
      ),
    ).get(owner._id, id);
    expect(list.homes[0]?.comments).toHaveLength(100);
    expect(readCount).toBeLessThan(10);
  });

  test('does not delay other reads of personal data while it is read', async () => {
    const busyServer = await startTestApp({}, { maxConnections: 12 });
    const people = [];
    for (let count = 0; count < 3; count += 1) {
      const as = await busyServer.addUser();
      const body = { name: 'Long' };
      const { _id } = await busyServer.ok(endpoints.createShortlist, { as, body });
      people.push({ as, params: { id: _id }, ip: `192.0.2.${count}` });
    }
    const locked = Promise.withResolvers<void>();
    const canUnlock = Promise.withResolvers<void>();
    const lock = busyServer.db.transaction().execute(async (transaction) => {
      await sql`lock table shortlist_comments in access exclusive mode`.execute(transaction);
      locked.resolve();
      await canUnlock.promise;
    });
    await locked.promise;
    const reads = people.flatMap((options) =>
      Array.from({ length: 4 }, () => busyServer.status(endpoints.getShortlist, options)),
    );
    // At most two reads per IP address run at the same time, and four in total.
    await expectWaiting(busyServer, 'relation', 4);
    const other = await busyServer.addUser();
    expect(
      await busyServer.status(endpoints.getPreferences, { as: other, ip: '198.51.100.7' }),
    ).toBe(200);
    await expectWaiting(busyServer, 'relation', 4);
    canUnlock.resolve();
    await lock;
    expect(await Promise.all(reads)).toEqual(Array(12).fill(200));
    await busyServer.close();
  });

  test('includes the newest comments on each home up to a size limit, and returns all of them in pages', async () => {
    const other = await server.addProperty(await server.addUser({ role: 'agent' }));
    await server.ok(endpoints.addShortlistHome, { as: owner, params: { id, propertyId: other } });
    await server.db.deleteFrom('shortlist_comments').execute();
    await sql`
      insert into shortlist_comments (shortlist_id, property_id, user_id, text, created_at)
      select ${id}, property, ${friend._id}, rpad(n || ' ', 1000, 'я'), now()
      from generate_series(1, 500) n, unnest(${[home, other]}::bigint[]) property order by n`.execute(
      server.db,
    );
    const list = await server.send(endpoints.getShortlist, { as: owner, params: { id } });
    expect(Buffer.byteLength(JSON.stringify(list.body))).toBeLessThan(1_000_000);
    const [first, second] = list.body.homes;
    expect(first?.commentCount).toBe(500);
    expect(first?.comments.length).toBeGreaterThan(100);
    expect(Math.abs((first?.comments.length ?? 0) - (second?.comments.length ?? 0))).toBeLessThan(
      2,
    );
    expect(first?.comments.at(-1)?.text).toMatch(/^500 /);

    const page = await server.send(endpoints.listShortlistComments, {
      as: owner,
      params: { id, propertyId: other },
      query: { page: 5, limit: 100 },
    });
    expect(page.headers).toMatchObject({ 'x-total-count': '500' });
    expect(page.body).toHaveLength(100);
    expect(page.body.at(-1)?.text).toMatch(/^1 /);
  });

  test('is viewed through a link without reading comments', async () => {
    const statements: string[] = [];
    const log: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements.push(JSON.stringify(node));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { token } = await server.ok(endpoints.createShortlistLink, {
      as: owner,
      params: { id },
      body: { mode: 'view' },
    });
    const { view } = createShortlistSharingService({
      db: server.db.withPlugin(log),
      findListings: async () => [],
      announcements: unlimitedLimiter,
      now: server.clock.now,
      publicUrl: () => '',
    });
    expect((await view(token)).name).toBe('Ours');
    expect(statements.join()).toContain('shortlist_votes');
    expect(statements.join()).not.toContain('shortlist_comments');
  });
});
