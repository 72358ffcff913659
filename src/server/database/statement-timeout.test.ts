import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toAppError } from '#server/http/error-handler.ts';
import { startCutProxy } from '#tests/helpers/cut-proxy.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { openDatabase } from './database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a statement that takes too long is ended, and answered as a service that is busy', async () => {
  const { db } = openDatabase(database.url, { statementTimeoutMs: 50 });
  const error: unknown = await sql`select pg_sleep(30)`
    .execute(db)
    .catch((reason: unknown) => reason);
  expect(toAppError(error)).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  await db.destroy();
});

test('a server that is frozen is given up, and answered as one that is away', async () => {
  const proxy = await startCutProxy(database.url, 'doorstep');
  const { db, pool } = openDatabase(proxy.url, { statementTimeoutMs: 50 });
  const ask = () =>
    sql`select 1`.execute(db).then(
      () => 'answered',
      (reason: unknown) => toAppError(reason).code,
    );
  expect(await ask()).toBe('answered');
  proxy.swallow();
  expect(await ask()).toBe('UNAVAILABLE');
  // What is asked next has another connection.
  expect(await ask()).toBe('answered');
  await pool.end();
  await proxy.close();
}, 20_000);
