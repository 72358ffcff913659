/** Starts one production server with demo data for all end-to-end tests, and ends it after them. */

import { rm } from 'node:fs/promises';
import { startServerProcess } from '../helpers/server-process.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { copyTemplate, startTestCluster } from '../helpers/test-cluster.ts';

/** Stories find the server, its database and its data folder by these variables. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const database = await copyTemplate(cluster.access);
  const dataDir = makeTempFolder();
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: '1',
    LOG_LEVEL: 'warn',
    // Each end-to-end test comes from an IP address of its own, so that limits per IP address do not join them.
    TRUST_PROXY: '1',
  });
  process.env['E2E_URL'] = server.url;
  process.env['E2E_DATABASE_URL'] = database.url;
  process.env['E2E_DATA_DIR'] = dataDir;
  return async () => {
    await server.stop();
    await database.drop();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
