import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startCutProxy } from '#tests/helpers/cut-proxy.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { inTransaction, isDatabaseDown, openDatabase, UNHURRIED_MARK } from './database.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/**
 * Opens one connection to a separate database, directly or through a proxy that can stop
 * responding.
 */
async function openOne(options: { responseTimeoutMs: number }) {
  const database = await createTestDatabase();
  closers.push(database.drop);
  const proxy = await startCutProxy(database.url, 'doorstep');
  closers.push(proxy.close);
  const straight = openDatabase(database.url, { maxConnections: 1, ...options });
  const far = openDatabase(proxy.url, { maxConnections: 1, ...options });
  closers.push(
    () => straight.pool.end(),
    () => far.pool.end(),
  );
  return { straight, far, swallow: proxy.swallow };
}

const backendOf = async ({ pool }: Pick<ReturnType<typeof openDatabase>, 'pool'>) =>
  (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;

// With another server, its processes may be on another machine.
const hasOwnServer = process.env['TEST_DATABASE_URL'] === undefined;

test.runIf(hasOwnServer)(
  'a frozen backend gives 503, and the next request gets another connection',
  async () => {
    const { straight } = await openOne({ responseTimeoutMs: 500 });
    const server = await startTestApp({ db: straight.db, readDb: straight.db });
    closers.push(() => server.close());
    expect(await server.status(endpoints.listAgents)).toBe(200);
    const frozen = await backendOf(straight);
    process.kill(frozen, 'SIGSTOP');
    try {
      expect(await server.refused(endpoints.listAgents)).toMatchObject({
        status: 503,
        code: 'UNAVAILABLE',
      });
      expect(await server.status(endpoints.listAgents)).toBe(200);
      expect(await backendOf(straight)).not.toBe(frozen);
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
  },
);

test('a silent connection ends statements, transactions, and rate limit counters', async () => {
  const { far, swallow } = await openOne({ responseTimeoutMs: 300 });
  const attempts = {
    statement: () => sql`select 1`.execute(far.db),
    transaction: () => inTransaction(far.db, null, (db) => sql`select 1`.execute(db)),
    counter: () => far.pool.query('select 1'),
  };
  for (const attempt of Object.values(attempts)) {
    await attempt();
    swallow();
    const error: unknown = await attempt().catch((reason: unknown) => reason);
    expect(isDatabaseDown(error)).toBe(true);
    await attempt();
  }
});

test('a transaction whose connection becomes silent midway ends, too', async () => {
  const { far, swallow } = await openOne({ responseTimeoutMs: 300 });
  const change = inTransaction(far.db, null, async (db) => {
    await sql`select 1`.execute(db);
    swallow();
    await sql`select 1`.execute(db);
  });
  expect(isDatabaseDown(await change.catch((reason: unknown) => reason))).toBe(true);
  await sql`select 1`.execute(far.db);
});

test('statements that can take a long time, such as migrations, do not time out', async () => {
  const { straight } = await openOne({ responseTimeoutMs: 200 });
  await sql.raw(`${UNHURRIED_MARK}select pg_sleep(0.5)`).execute(straight.db);
  await expect(sql`select pg_sleep(0.5)`.execute(straight.db)).rejects.toThrow();
});
