import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { openDatabase } from '../database/database.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

/** Starts a server with these settings and returns its log lines about demo accounts. */
async function readDemoWarnings(isDemoAccount: boolean, settings: Record<string, string>) {
  const database = await createTestDatabase();
  cleanups.push(database.drop);
  const folder = makeTempFolder();
  cleanups.push(() => rm(folder, { recursive: true }));
  const { db } = openDatabase(database.url);
  await db
    .insertInto('users')
    .values({ ...buildUserRow(), is_demo: isDemoAccount })
    .execute();
  await db.destroy();
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    ...settings,
  });
  await server.stop();
  return server
    .output()
    .split('\n')
    .filter((line) => line.includes('demo accounts'));
}

test('a single warning reports that demo accounts cannot sign in, even with several processes', async () => {
  expect(await readDemoWarnings(true, { DEMO: '0', WEB_CONCURRENCY: '2' })).toEqual([
    expect.stringContaining('They cannot sign in unless DEMO is 1.'),
  ]);
});

test('there is no warning if demo accounts can sign in or do not exist', async () => {
  expect(await readDemoWarnings(true, { DEMO: '1' })).toEqual([]);
  expect(await readDemoWarnings(false, { DEMO: '0' })).toEqual([]);
});
