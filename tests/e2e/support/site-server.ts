/** The production server for end-to-end tests. */

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

/** A running site with a separate database and data folder. */
export interface SiteServer {
  /** Without a trailing slash. */
  url: string;
  databaseUrl: string;
  dataDir: string;
}

/** Starts the server on a database; adds the demo data if the database is empty. */
export function startSiteServer(site: {
  databaseUrl: string;
  dataDir: string;
}): Promise<ServerProcess> {
  return startServerProcess({
    DATABASE_URL: site.databaseUrl,
    DATA_DIR: site.dataDir,
    DEMO: '1',
    // The tests' webhook receivers are on this machine.
    WEBHOOK_ALLOW_PRIVATE: '1',
    LOG_LEVEL: 'warn',
    // A same-origin picture: intercepting another site's requests would disable the browser's
    // cache.
    MAP_TILE_URL: '/favicon.svg?tile={z}/{x}/{y}',
    // Each test has its own IP address so that rate limits do not add up across tests.
    TRUST_PROXY: '1',
    // Tests expect their own changes immediately, however busy the machine is.
    RESPONSE_CACHE_STALE_S: '0',
  });
}

/** Runs `use` with a site on a new copy of the demo database and removes the site afterward. */
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
