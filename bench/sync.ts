/**
 * Measures syncing BENCH_ROWS listings from another installation through its RESO Web API: a full sync into an empty
 * database, compared with `npm run import` of the same listings; a full sync with replayed responses, as if the source
 * ran on another machine; a sync without changes; and the response times of a site of the same size during a sync. Run
 * with `BENCH_ONLY=sync npm run bench`, which creates separate databases.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type AdminPost, signInAdmin } from '#server/process/admin-session.fixture.ts';
import { findFreePort } from '#tests/helpers/free-port.ts';
import { ADMIN_TOKEN } from './dataset.ts';
import { type Measurement, measureRate } from './load.ts';
import { watchDatabase, watchProcess } from './cpu-time.ts';
import type { Servers } from './servers.ts';
import { settings } from './settings.ts';
import { startSourceProxy } from './source-proxy.ts';
import { milliseconds, printTable, ratio } from './table.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@sync.example', ADMIN_PASSWORD: 'a long password' };
const formatCount = (value: number) => value.toLocaleString('en-US');

/**
 * The databases. `source` and `visited` are filled with the same number of listings. The others are
 * empty.
 */
export type SyncDatabases = Record<
  'source' | 'imported' | 'synced' | 'syncedFromReplay' | 'visited',
  string
>;

/**
 * The duration, and the CPU seconds used by the process, its database, and the source with its
 * database.
 */
type ResourceUsage = { seconds: number; process: number; database: number; source: number };

/** Runs the sync benchmark and prints the results. */
export async function runSyncBenchmark(
  urls: SyncDatabases,
  servers: Servers,
  folder: string,
): Promise<void> {
  const port = await findFreePort();
  const proxy = await startSourceProxy(port);
  // With this PUBLIC_URL, links to next pages go through the proxy.
  const sourceServer = await servers.start({
    DATABASE_URL: urls.source,
    PORT: String(port),
    PUBLIC_URL: proxy.url,
  });
  const sourceUrl = `http://localhost:${port}`;
  const file = path.join(folder, 'listings.csv');
  await download(`${sourceUrl}/api/properties/all.csv`, file);
  const access = { baseUrl: `${proxy.url}/reso/odata`, token: await createKey(sourceUrl) };
  const source = { url: urls.source, pid: sourceServer.process.pid };

  const imported = await measureImport(urls.imported, servers, file);
  const installation = await openSyncingInstallation(urls.synced, servers, access);
  proxy.setMode('record');
  const synced = await installation.measure(source);
  const requests = proxy.requestCount();
  proxy.setMode('forward');
  const unchanged = await installation.measure(source);
  const unchangedRequests = proxy.requestCount() - requests;
  await installation.close();
  proxy.setMode('replay');
  const replaying = await openSyncingInstallation(urls.syncedFromReplay, servers, access);
  const replayed = await replaying.measure(source);
  await replaying.close();
  proxy.setMode('forward');

  console.log(
    `\n${formatCount(settings.rows)} listings into an empty database, without pictures\n`,
  );
  const toRow = (name: string, usage: ResourceUsage, ratioText: string, requestText: string) => [
    name,
    usage.seconds.toFixed(usage.seconds < 10 ? 2 : 1),
    ratioText,
    ...[usage.process, usage.database, usage.source].map((seconds) => seconds.toFixed(1)),
    requestText,
  ];
  const speedRelativeToImport = (usage: ResourceUsage) => ratio(imported.seconds, usage.seconds);
  printTable(
    ['', 'seconds', 'speed relative to import', 'CPU seconds', 'database', 'source', 'requests'],
    [
      toRow('`npm run import`', imported, '', ''),
      toRow('full sync', synced, speedRelativeToImport(synced), formatCount(requests)),
      toRow('full sync from replayed responses', replayed, speedRelativeToImport(replayed), ''),
      toRow('sync without changes', unchanged, '', formatCount(unchangedRequests)),
    ],
  );
  await printResponseTimes(urls.visited, servers, access);
  proxy.close();
}

type Access = { baseUrl: string; token: string };

/** Starts an installation that syncs from a source. */
async function openSyncingInstallation(
  databaseUrl: string,
  servers: Servers,
  { baseUrl, token }: Access,
) {
  const server = await servers.start({ DATABASE_URL: databaseUrl, ...ADMIN });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const post = await signInAdmin(server.url, ADMIN);
  const { rows } = await client.query<{ id: string }>('select id from users where email = $1', [
    ADMIN.ADMIN_EMAIL,
  ]);
  const { _id: id } = await post<{ _id: string }>('/data-sources', {
    name: 'Source',
    baseUrl,
    auth: { kind: 'bearer', token },
    defaultAgentId: rows[0]?.id,
    agentBy: 'none',
    intervalMinutes: 1440,
    mediaPolicy: 'none',
    isEnabled: false,
  });
  const sync = () => runSync(post, client, id);
  return {
    url: server.url,
    sync,
    measure: async (source: { url: string; pid: number | undefined }): Promise<ResourceUsage> => {
      const stopWatching = [
        await watchProcess(server.process.pid),
        await watchDatabase(databaseUrl),
        await watchProcess(source.pid),
        await watchDatabase(source.url),
      ];
      const seconds = await sync();
      const cpuSeconds = await Promise.all(stopWatching.map((stop) => stop()));
      const [process = 0, database = 0, sourceProcess = 0, sourceDatabase = 0] = cpuSeconds;
      return { seconds, process, database, source: sourceProcess + sourceDatabase };
    },
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

/** Runs a sync to completion. @returns its duration in seconds */
async function runSync(post: AdminPost, client: pg.Client, id: string): Promise<number> {
  const startedAt = performance.now();
  await post(`/data-sources/${id}/runs`);
  for (;;) {
    const { rows } = await client.query<{ state: string; error: string | null }>(
      'select state, error from source_runs order by id desc limit 1',
    );
    const state = rows[0]?.state;
    if (state === 'done') return (performance.now() - startedAt) / 1_000;
    if (state !== 'waiting' && state !== 'running')
      throw new Error(`The sync ended in state ${state}: ${rows[0]?.error}`);
    await sleep(50);
  }
}

/** Imports a file into an empty database with `npm run import`. */
async function measureImport(url: string, servers: Servers, file: string): Promise<ResourceUsage> {
  // Starting a server migrates the database and creates the account for the listings.
  await (await servers.start({ DATABASE_URL: url, ...ADMIN })).stop();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`update users set role = 'agent'`);
  await client.end();
  const startedAt = performance.now();
  const script = path.join(import.meta.dirname, '../scripts/import.ts');
  const options = ['--max-semi-space-size=4', script, file, '--agent', ADMIN.ADMIN_EMAIL];
  const child = spawn(process.execPath, options, {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATABASE_URL: url,
      DATA_DIR: path.dirname(file),
      DEMO: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stopWatching = [await watchProcess(child.pid), await watchDatabase(url)];
  const [code] = await exited;
  if (code !== 0) throw new Error(`The import exited with code ${String(code)}.`);
  const seconds = (performance.now() - startedAt) / 1_000;
  const [processSeconds = 0, database = 0] = await Promise.all(stopWatching.map((stop) => stop()));
  return { seconds, process: processSeconds, database, source: 0 };
}

const SLICE_SECONDS = 3;

/** Returns the path of a typical list request. Three out of four are cached. */
const toPath = (requestNumber: number) =>
  requestNumber % 4 === 0
    ? `/api/properties?limit=12&minPrice=${100_000 + requestNumber}`
    : `/api/properties?limit=12&page=${1 + (requestNumber % 20)}`;

/** Sends 100 requests per second before, during, and after a full sync. */
async function printResponseTimes(
  databaseUrl: string,
  servers: Servers,
  access: Access,
): Promise<void> {
  const installation = await openSyncingInstallation(databaseUrl, servers, access);
  const visit = async () =>
    measureRate(installation.url, { toPath, perSecond: 100, seconds: SLICE_SECONDS });
  await visit();
  const before = await measureSlices(visit, 5);
  const syncEnd = new AbortController();
  const syncing = installation.sync().finally(() => syncEnd.abort());
  const during: Measurement[] = [];
  while (!syncEnd.signal.aborted) during.push(await visit());
  const seconds = await syncing;
  const after = await measureSlices(visit, 5);
  await installation.close();
  console.log(
    `\n100 requests per second, a quarter of them uncached, while a site with ${formatCount(settings.rows)} listings syncs the same number from a source\n`,
  );
  const toRow = (name: string, slices: readonly Measurement[], duration: string) => {
    const { p50Ms, p99Ms, failures } = medianOf(slices);
    return [name, duration, milliseconds(p50Ms), milliseconds(p99Ms), formatCount(failures)];
  };
  printTable(
    ['', 'seconds', 'p50 ms', 'p99 ms', 'failures'],
    [
      toRow('before', before, ''),
      toRow('during the sync', during, seconds.toFixed(0)),
      toRow('after the sync', after, ''),
    ],
  );
}

async function measureSlices(
  visit: () => Promise<Measurement>,
  slices: number,
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (let slice = 0; slice < slices; slice += 1) measurements.push(await visit());
  return measurements;
}

function medianOf(slices: readonly Measurement[]): Measurement {
  const sorted = slices.toSorted((a, b) => a.p50Ms - b.p50Ms);
  const median = sorted[sorted.length >> 1];
  if (median === undefined) throw new Error('Nothing was measured.');
  return { ...median, failures: slices.reduce((sum, { failures }) => sum + failures, 0) };
}

async function createKey(url: string): Promise<string> {
  const response = await fetch(`${url}/api/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', scopes: ['reso:read'] }),
  });
  if (!response.ok) throw new Error(`Creating an API key failed: ${response.status}`);
  return ((await response.json()) as { clientSecret: string }).clientSecret;
}

async function download(url: string, file: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  if (!response.ok || response.body === null)
    throw new Error(`The export failed: ${response.status}`);
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
}
