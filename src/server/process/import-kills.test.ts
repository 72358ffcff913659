/** Kills a server while it imports a file (docs/product/import.md, In the browser). */

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { buildUserRow, USER_PASSWORD } from '#tests/factories/build-user-row.ts';
import { IS_FULL_RUN } from '#tests/helpers/full-run.ts';
import { type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import type { TestDatabase } from '#tests/helpers/test-cluster.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { buildCsv, buildRow } from '../features/import/import.fixture.ts';

/** Includes the time after which the jobs of a killed process run again. */
const TIMEOUT_MS = 120_000;

let database: TestDatabase;
let db: Database;
let server: ServerProcess | undefined;
const dataDir = makeTempFolder();
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = openDatabase(database.url));
});
afterAll(async () => {
  await server?.stop();
  await db.destroy();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

async function start(): Promise<ServerProcess> {
  server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: '0',
  });
  return server;
}

async function kill(): Promise<void> {
  if (server === undefined) return;
  const exited = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await exited;
  server = undefined;
}

async function upload(url: string, email: string, file: string): Promise<void> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: USER_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const body = new FormData();
  body.append('file', new Blob([file]), 'homes.csv');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/imports`, { method: 'POST', headers, body });
  expect(response.status).toBe(202);
}

async function readRun() {
  const { rows } = await sql<{ state: string; total_rows: number | null; error: string | null }>`
    select state, total_rows, error from imports`.execute(db);
  return rows[0];
}

test.runIf(IS_FULL_RUN)(
  'an import whose server is killed starts over once, then fails',
  async () => {
    const agent = await db
      .insertInto('users')
      .values(buildUserRow({ role: 'agent' }))
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow();
    await db
      .insertInto('properties')
      .values(buildPropertyRow(agent.id, { listing_key: 'a' }))
      .execute();
    const unlock = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    // Blocks the import in its first batch, so that it is running when the server is killed.
    const lockHolder = db.transaction().execute(async (transaction) => {
      await sql`select from properties where listing_key = 'a' for update`.execute(transaction);
      locked.resolve();
      await unlock.promise;
    });
    await locked.promise;
    const running = { state: 'running', total_rows: 2, error: null };

    await upload((await start()).url, agent.email, buildCsv(buildRow('a'), buildRow('b')));
    await expect.poll(readRun, { timeout: TIMEOUT_MS }).toEqual(running);
    await kill();
    await sql`update imports set total_rows = null`.execute(db);
    await start();
    await expect.poll(readRun, { timeout: TIMEOUT_MS }).toEqual(running);
    await kill();
    const { url } = await start();
    await expect
      .poll(readRun, { timeout: TIMEOUT_MS })
      .toMatchObject({ state: 'failed', error: expect.stringContaining('interrupted twice') });
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    unlock.resolve();
    await lockHolder;
    expect(await db.selectFrom('properties').select('listing_key').execute()).toHaveLength(1);
  },
  5 * TIMEOUT_MS,
);
