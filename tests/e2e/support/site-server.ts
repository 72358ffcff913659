/** The production server that end-to-end tests use. */

import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { type ServerProcess, startServerProcess } from '../../helpers/server-process.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { copyTemplate } from '../../helpers/test-cluster.ts';

const accessSchema = z.object({
  adminUrl: z.string(),
  ownerUrl: z.string(),
  template: z.string(),
  prefix: z.string(),
  copyStrategy: z.enum(['file_copy', 'wal_log']),
});

/** A running site with a database and a data folder of its own. */
export interface SiteServer {
  /** Without a trailing slash. */
  url: string;
  databaseUrl: string;
  dataDir: string;
}

/** Starts the server on a database; fills in the demo data if the database is empty. */
export function startSiteServer(site: {
  databaseUrl: string;
  dataDir: string;
}): Promise<ServerProcess> {
  return startServerProcess({
    DATABASE_URL: site.databaseUrl,
    DATA_DIR: site.dataDir,
    DEMO: '1',
    // Webhooks of tests go to this machine.
    WEBHOOK_ALLOW_PRIVATE: '1',
    LOG_LEVEL: 'warn',
    // A picture of the site's own. Answering for another site would switch the browser's cache off.
    MAP_TILE_URL: '/favicon.svg?tile={z}/{x}/{y}',
    // Each test comes from its own IP address, so that limits per IP address do not add up over tests.
    TRUST_PROXY: '1',
    // A test expects its own changes at once, however busy the machine is.
    RESPONSE_CACHE_STALE_S: '0',
  });
}

/** Runs `use` with a site on a fresh copy of the demo database, and removes the site afterwards. */
export async function withSiteServer(use: (site: SiteServer) => Promise<void>): Promise<void> {
  const access = accessSchema.parse(JSON.parse(process.env['E2E_CLUSTER'] ?? ''));
  const database = await copyTemplate(access);
  const dataDir = makeTempFolder();
  const server = await startSiteServer({ databaseUrl: database.url, dataDir });
  try {
    await use({ url: server.url, databaseUrl: database.url, dataDir });
  } finally {
    await server.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
