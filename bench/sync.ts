/**
 * Measures syncing from another installation with BENCH_ROWS listings through its RESO Web API: everything into an
 * empty database, compared with `npm run import` of the same listings; the same with responses from memory, as if the
 * other installation ran on another machine; a sync without changes; and the response times of a site of the same size
 * during a sync. Run with `BENCH_ONLY=sync npm run bench`, on separate databases.
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
import { type Measured, measureRate } from './load.ts';
import { watchDatabase, watchProcess } from './cpu-time.ts';
import type { Servers } from './servers.ts';
import { settings } from './settings.ts';
import { startSourceProxy } from './source-proxy.ts';
import { milliseconds, printTable, ratio } from './table.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@sync.example', ADMIN_PASSWORD: 'a long password' };
const count = (value: number) => value.toLocaleString('en-US');

/** Databases: the other installation's and one of the same size are filled, the others are empty. */
export type SyncDatabases = Record<
  'there' | 'imported' | 'synced' | 'syncedFromMemory' | 'visited',
  string
>;

/** A duration, and the CPU time of the process, its database, and the other installation with its database. */
type Took = { seconds: number; process: number; database: number; there: number };

/** Prints the tables. */
export async function printSync(
  urls: SyncDatabases,
  servers: Servers,
  folder: string,
): Promise<void> {
  const port = await findFreePort();
  const proxy = await startSourceProxy(port);
  // PUBLIC_URL makes its links to next pages go through the proxy.
  const other = await servers.start({
    DATABASE_URL: urls.there,
    PORT: String(port),
    PUBLIC_URL: proxy.url,
  });
  const there = `http://localhost:${port}`;
  const file = path.join(folder, 'listings.csv');
  await download(`${there}/api/properties/all.csv`, file);
  const access = { baseUrl: `${proxy.url}/reso/odata`, token: await createKey(there) };
  const source = { url: urls.there, pid: other.process.pid };

  const imported = await measureImport(urls.imported, servers, file);
  const here = await openSource(urls.synced, servers, access);
  proxy.setMode('remember');
  const synced = await here.measure(source);
  const requests = proxy.requests();
  proxy.setMode('pass');
  const again = await here.measure(source);
  const requestsAgain = proxy.requests() - requests;
  await here.close();
  proxy.setMode('replay');
  const fromMemory = await openSource(urls.syncedFromMemory, servers, access);
  const replayed = await fromMemory.measure(source);
  await fromMemory.close();
  proxy.setMode('pass');

  console.log(`\n${count(settings.rows)} listings into an empty database, without pictures\n`);
  const line = (name: string, took: Took, share: string, made: string) => [
    name,
    took.seconds.toFixed(took.seconds < 10 ? 2 : 1),
    share,
    ...[took.process, took.database, took.there].map((seconds) => seconds.toFixed(1)),
    made,
  ];
  const ofImport = (took: Took) => ratio(imported.seconds, took.seconds);
  printTable(
    ['', 'seconds', 'of the import', 'CPU seconds', 'database', 'other installation', 'requests'],
    [
      line('`npm run import`', imported, '', ''),
      line('full sync', synced, ofImport(synced), count(requests)),
      line('full sync from memory', replayed, ofImport(replayed), ''),
      line('sync without changes', again, '', count(requestsAgain)),
    ],
  );
  await printVisitors(urls.visited, servers, access);
  proxy.close();
}

type Access = { baseUrl: string; token: string };

/** An installation that syncs from another one. */
async function openSource(databaseUrl: string, servers: Servers, { baseUrl, token }: Access) {
  const server = await servers.start({ DATABASE_URL: databaseUrl, ...ADMIN });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const post = await signInAdmin(server.url, ADMIN);
  const { rows } = await client.query<{ id: string }>('select id from users where email = $1', [
    ADMIN.ADMIN_EMAIL,
  ]);
  const { _id: id } = await post<{ _id: string }>('/data-sources', {
    name: 'There',
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
    measure: async (source: { url: string; pid: number | undefined }): Promise<Took> => {
      const ends = [
        await watchProcess(server.process.pid),
        await watchDatabase(databaseUrl),
        await watchProcess(source.pid),
        await watchDatabase(source.url),
      ];
      const seconds = await sync();
      const used = await Promise.all(ends.map((end) => end()));
      const [process = 0, database = 0, other = 0, otherDatabase = 0] = used;
      return { seconds, process, database, there: other + otherDatabase };
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
      throw new Error(`The sync is ${state}: ${rows[0]?.error}`);
    await sleep(50);
  }
}

/** Imports a file into an empty database with `npm run import`. */
async function measureImport(url: string, servers: Servers, file: string): Promise<Took> {
  // The start migrates the database and creates the account for the listings.
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
  const ended = once(child, 'exit');
  const ends = [await watchProcess(child.pid), await watchDatabase(url)];
  const [code] = await ended;
  if (code !== 0) throw new Error(`The import ended with ${String(code)}.`);
  const seconds = (performance.now() - startedAt) / 1_000;
  const [used = 0, database = 0] = await Promise.all(ends.map((end) => end()));
  return { seconds, process: used, database, there: 0 };
}

const SLICE_SECONDS = 3;

/** Typical list requests of an hour: three in four are cached. */
const addressOf = (number: number) =>
  number % 4 === 0
    ? `/api/properties?limit=12&minPrice=${100_000 + number}`
    : `/api/properties?limit=12&page=${1 + (number % 20)}`;

/** Sends 100 requests a second before, during, and after a full sync. */
async function printVisitors(databaseUrl: string, servers: Servers, access: Access): Promise<void> {
  const here = await openSource(databaseUrl, servers, access);
  const visit = async () =>
    measureRate(here.url, { addressOf, perSecond: 100, seconds: SLICE_SECONDS });
  await visit();
  const before = await visitFor(visit, 5);
  const ended = new AbortController();
  const syncing = here.sync().finally(() => ended.abort());
  const during: Measured[] = [];
  while (!ended.signal.aborted) during.push(await visit());
  const seconds = await syncing;
  const after = await visitFor(visit, 5);
  await here.close();
  console.log(
    `\n100 requests a second, a quarter of them not cached, while a site with ${count(settings.rows)} listings syncs as many others\n`,
  );
  const line = (name: string, slices: readonly Measured[], took: string) => {
    const { p50Ms, p99Ms, failures } = medianOf(slices);
    return [name, took, milliseconds(p50Ms), milliseconds(p99Ms), count(failures)];
  };
  printTable(
    ['', 'seconds', 'p50 ms', 'p99 ms', 'failures'],
    [
      line('before', before, ''),
      line('during the sync', during, seconds.toFixed(0)),
      line('after it', after, ''),
    ],
  );
}

async function visitFor(visit: () => Promise<Measured>, slices: number): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (let slice = 0; slice < slices; slice += 1) measured.push(await visit());
  return measured;
}

function medianOf(slices: readonly Measured[]): Measured {
  const sorted = slices.toSorted((one, other) => one.p50Ms - other.p50Ms);
  const middle = sorted[sorted.length >> 1];
  if (middle === undefined) throw new Error('Nothing was measured.');
  return { ...middle, failures: slices.reduce((sum, { failures }) => sum + failures, 0) };
}

async function createKey(url: string): Promise<string> {
  const response = await fetch(`${url}/api/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', scopes: ['reso:read'] }),
  });
  if (!response.ok) throw new Error(`No key: ${response.status}`);
  return ((await response.json()) as { clientSecret: string }).clientSecret;
}

async function download(url: string, file: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  if (!response.ok || response.body === null) throw new Error(`No export: ${response.status}`);
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
}
