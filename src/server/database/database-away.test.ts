import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedDatabase } from './embedded/embedded-database.ts';
import { describeLayout } from './embedded/layout.ts';
import { enterGate } from './embedded/locks.ts';
import { signalServer } from './embedded/server-process.ts';
import { migrateToLatest } from './migrate.ts';

test('a database outage gives 503, and recovers by itself', async () => {
  const dataDir = makeTempFolder();
  const embedded = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  const { db } = openDatabase(embedded.connection);
  await migrateToLatest(db);
  const server = await startTestApp({ db, readDb: db });
  const statuses = () =>
    Promise.all(
      [endpoints.health, endpoints.listProperties, endpoints.listAgents].map((endpoint) =>
        server.status(endpoint),
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200]);

  // Nothing can start it while the gate is held.
  const layout = describeLayout(dataDir);
  const gate = await enterGate(layout.gateFile, 60_000);
  // Immediate shutdown: clients are cut off, and nothing is flushed.
  signalServer(layout, 'SIGQUIT');
  await expect.poll(statuses).toEqual([503, 503, 503]);
  gate.release();
  // Users of an embedded server restart it when it has ended.
  await expect.poll(statuses).toEqual([200, 200, 200]);
  await server.close();
  await db.destroy();
  await embedded.stop();
  await rm(dataDir, { recursive: true });
});
