import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markProven } from '#server/jobs/mail-proof-repository.ts';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import type { TestDatabase } from '#tests/helpers/test-cluster.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';

const SCRIPT = path.join(import.meta.dirname, '../../../scripts/admin.ts');
const ADMIN_SETTINGS = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'a long password' };

const folder = makeTempFolder();
let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = openDatabase(database.url));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Starts a server and returns its output lines about the configured admin. */
async function readStartupLines(settings: Record<string, string>) {
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    DEMO: '0',
    ...settings,
  });
  await server.stop();
  return server
    .output()
    .split('\n')
    .filter((line) => line.includes('ADMIN_EMAIL'));
}

/** Runs `npm run admin -- EMAIL` and returns its output. */
async function runAdminCommand(email: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, email], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATABASE_URL: database.url,
      DATA_DIR: folder,
    },
  });
  return stdout;
}

test('startup reports an admin that it created, and an account that is not an admin', async () => {
  expect(await readStartupLines(ADMIN_SETTINGS)).toEqual([
    expect.stringContaining('Created the admin account for ADMIN_EMAIL.'),
  ]);
  expect(await readStartupLines(ADMIN_SETTINGS)).toEqual([]);
  await db.updateTable('users').set({ role: 'user' }).execute();
  expect(await readStartupLines(ADMIN_SETTINGS)).toEqual([
    expect.stringContaining('exists, but it is not an admin.'),
  ]);
});

test('the command that makes an account an admin warns about an unproven address', async () => {
  const user = buildUserRow();
  const { id } = await db
    .insertInto('users')
    .values(user)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await runAdminCommand(user.email)).toMatch(
    /is now an admin\.\n[^]*The person who signed up with it is now an\s+admin[^]*reset the password/,
  );
  await markProven(db, { userId: id, address: user.email });
  expect(await runAdminCommand(user.email)).toBe(`${user.name} (${user.email}) is now an admin.\n`);
});
