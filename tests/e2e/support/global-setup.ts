/** Starts the PostgreSQL server of the end-to-end tests, with a template database that has the demo data. */

import { rm } from 'node:fs/promises';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { copyTemplate, startTestCluster } from '../../helpers/test-cluster.ts';
import { startSiteServer } from './site-server.ts';

/** Sets `E2E_CLUSTER` for the workers: access to the cluster as JSON; its template has the demo data. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const demo = await copyTemplate(cluster.access);
  const dataDir = makeTempFolder();
  const server = await startSiteServer({ databaseUrl: demo.url, dataDir });
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.env['E2E_CLUSTER'] = JSON.stringify({ ...cluster.access, template: demo.name });
  return () => cluster.stop();
}
