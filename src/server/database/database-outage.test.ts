import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedDatabase } from './embedded/embedded-database.ts';
import { describeLayout } from './embedded/layout.ts';
import { acquireControlLock } from './embedded/locks.ts';
import { signalServer } from './embedded/server-process.ts';
import { migrateToLatest } from './migrate.ts';

test('returns 503 while the database is down and recovers automatically', async () => {
  const dataDir = makeTempFolder();
  const embedded = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  const { db } = openDatabase(embedded.connection);
  await migrateToLatest(db);
  const lines: string[] = [];
  const server = await startTestApp({
    db,
    readDb: db,
    shedLogMs: 600_000,
    logLevel: 'info',
    logStream: { write: (line) => void lines.push(line) },
  });
  const statuses = () =>
    Promise.all(
      [endpoints.health, endpoints.listProperties, endpoints.listAgents].map((endpoint) =>
        server.status(endpoint),
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200]);

  // No process can restart the server while this test holds the control lock.
  const layout = describeLayout(dataDir);
  const controlLock = await acquireControlLock(layout.controlLockFile, 60_000);
  // Immediate shutdown: clients are disconnected, and nothing is flushed.
  signalServer(layout, 'SIGQUIT');
  await expect.poll(statuses).toEqual([503, 503, 503]);
  const token = await server.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials&client_id=a&client_secret=b',
  });
  expect(token.statusCode).toBe(503);
  await server.ok(endpoints.forgotPassword, { body: { email: 'ann@example.org' } });
  await server.app.background.waitUntilIdle();
  controlLock.release();
  // Processes that use an embedded server restart it when it exits.
  await expect.poll(statuses).toEqual([200, 200, 200]);
  await server.close();
  // Failed requests are counted by their reason instead of being logged one by one.
  const [line, ...others] = lines.map((text) => JSON.parse(text) as { refused: object });
  expect(Object.keys(line?.refused ?? {}).join()).toMatch(/^database: /);
  expect(others).toEqual([]);
  await db.destroy();
  await embedded.stop();
  await rm(dataDir, { recursive: true });
});
