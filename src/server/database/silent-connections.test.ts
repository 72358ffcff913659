import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startStallingProxy } from '#tests/helpers/stalling-proxy.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import {
  allowLongStatements,
  inTransaction,
  isDatabaseDown,
  openDatabase,
  NO_TIMEOUT_MARK,
} from './database.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

/** Opens a direct connection to a new database, and one through a proxy that can stop responding. */
async function openConnections(options: {
  responseTimeoutMs: number;
  statementTimeoutMs?: number;
}) {
  const database = await createTestDatabase();
  cleanups.push(database.drop);
  const proxy = await startStallingProxy(database.url, 'doorstep');
  cleanups.push(proxy.close);
  const directConnection = openDatabase(database.url, { maxConnections: 1, ...options });
  const proxiedConnection = openDatabase(proxy.url, { maxConnections: 1, ...options });
  cleanups.push(
    () => directConnection.pool.end(),
    () => proxiedConnection.pool.end(),
  );
  return { directConnection, proxiedConnection, stall: proxy.stall };
}

const readBackendPid = async ({ pool }: Pick<ReturnType<typeof openDatabase>, 'pool'>) =>
  (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;

// The processes of a server given by `TEST_DATABASE_URL` may run on another machine.
const hasOwnServer = process.env['TEST_DATABASE_URL'] === undefined;

test.runIf(hasOwnServer)(
  'a frozen backend causes a 503, and the next request gets another connection',
  async () => {
    const { directConnection } = await openConnections({ responseTimeoutMs: 500 });
    const server = await startTestApp({ db: directConnection.db, readDb: directConnection.db });
    cleanups.push(() => server.close());
    expect(await server.status(endpoints.listAgents)).toBe(200);
    const frozenPid = await readBackendPid(directConnection);
    process.kill(frozenPid, 'SIGSTOP');
    try {
      expect(await server.error(endpoints.listAgents)).toMatchObject({
        status: 503,
        code: 'UNAVAILABLE',
      });
      expect(await server.status(endpoints.listAgents)).toBe(200);
      expect(await readBackendPid(directConnection)).not.toBe(frozenPid);
    } finally {
      process.kill(frozenPid, 'SIGCONT');
    }
  },
);

test('statements, transactions, and rate limit counters fail on a silent connection', async () => {
  const { proxiedConnection, stall } = await openConnections({ responseTimeoutMs: 300 });
  const attempts = {
    statement: () => sql`select 1`.execute(proxiedConnection.db),
    transaction: () => inTransaction(proxiedConnection.db, null, (db) => sql`select 1`.execute(db)),
    counter: () => proxiedConnection.pool.query('select 1'),
  };
  for (const attempt of Object.values(attempts)) {
    await attempt();
    stall();
    const error: unknown = await attempt().catch((reason: unknown) => reason);
    expect(isDatabaseDown(error)).toBe(true);
    await attempt();
  }
});

test('a transaction fails if its connection becomes silent midway', async () => {
  const { proxiedConnection, stall } = await openConnections({ responseTimeoutMs: 300 });
  const change = inTransaction(proxiedConnection.db, null, async (db) => {
    await sql`select 1`.execute(db);
    stall();
    await sql`select 1`.execute(db);
  });
  expect(isDatabaseDown(await change.catch((reason: unknown) => reason))).toBe(true);
  await sql`select 1`.execute(proxiedConnection.db);
});

test('statements with the no-timeout mark do not time out, but others do', async () => {
  const { directConnection } = await openConnections({ responseTimeoutMs: 200 });
  await sql.raw(`${NO_TIMEOUT_MARK}select pg_sleep(0.5)`).execute(directConnection.db);
  await expect(sql`select pg_sleep(0.5)`.execute(directConnection.db)).rejects.toThrow();
});

test('a transaction that allows long statements does not time out, but later statements do', async () => {
  const { directConnection } = await openConnections({
    statementTimeoutMs: 1_000,
    responseTimeoutMs: 1_000,
  });
  const sleep = sql`select pg_sleep(2)`;
  await inTransaction(directConnection.db, null, async (db) => {
    await allowLongStatements(db);
    await sleep.execute(db);
  });
  await expect(sleep.execute(directConnection.db)).rejects.toThrow('timeout');
  const failedTransaction = inTransaction(directConnection.db, null, async (db) => {
    await allowLongStatements(db);
    throw new Error('rolled back');
  });
  await expect(failedTransaction).rejects.toThrow('rolled back');
  await expect(sleep.execute(directConnection.db)).rejects.toThrow('timeout');
});
