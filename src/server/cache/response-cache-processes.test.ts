import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { listenPatiently } from '#tests/helpers/listen-patiently.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { createResponseCache } from './response-cache.ts';

const CHANGES = 50;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Opens the cache of one process, with its own listening connection. */
async function openListener() {
  const cache = createResponseCache(1024 * 1024);
  const live = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  const listener = listenPatiently(database.url, {
    onChange: (message) => cache.notify(message),
    onLive: () => {
      cache.setLive(true);
      live.resolve();
    },
    onLost: () => {
      cache.setLive(false);
      lost.resolve();
    },
  });
  await live.promise;
  return {
    cache,
    lost: lost.promise,
    close: listener.close,
  };
}

test('a change by any process invalidates the cache of every process', async () => {
  const process = await openListener();
  const { db } = openDatabase(database.url);
  const response = { status: 200, headers: {}, body: Buffer.from('old'), etag: 'old' };
  for (let number = 1; number <= CHANGES; number += 1) {
    await process.cache.get('a', async () => response);
    expect(process.cache.peek('a')).toMatchObject(response);
    await db
      .insertInto('users')
      .values({
        name: 'New Agent',
        email: `agent-${number}@example.org`,
        role: 'agent',
        password_hash: '-',
      })
      .execute();
    await expect.poll(() => process.cache.peek('a'), { interval: 2 }).toBeUndefined();
  }
  await process.close();
  await db.destroy();
});

test('caches nothing while the listening connection is down', async () => {
  const process = await openListener();
  const { db, pool } = openDatabase(database.url);
  await process.cache.get('a', async () => ({
    status: 200,
    headers: {},
    body: Buffer.from('old'),
    etag: 'old',
  }));
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'doorstep-changes' and datname = current_database()`,
  );
  await process.lost;
  expect(process.cache.version()).toBeNull();
  expect(process.cache.peek('a')).toBeUndefined();
  await process.close();
  await db.destroy();
});

test('the author of a change sees it on the next request', async () => {
  const cache = createResponseCache(1024 * 1024);
  cache.setLive(true);
  const server = await startTestApp({ responseCache: cache });
  const agent = await server.addUser({ role: 'agent' });
  const id = await server.addProperty(agent);
  // The listing was inserted directly, which does not invalidate the app's cache.
  cache.raiseVersion();
  expect(await server.ok(endpoints.listProperties)).toHaveLength(1);
  await server.ok(endpoints.toggleAvailability, { as: agent, params: { id } });
  expect(await server.ok(endpoints.listProperties)).toHaveLength(0);
  expect((await server.send(endpoints.listProperties)).headers['x-total-count']).toBe('0');
  await server.close();
});
