/**
 * Tests two processes on one database. A change made through one process is visible in that process
 * on the next request, and in the other one as soon as PostgreSQL has announced it. A broken
 * connection delays the change only until the break is detected.
 */

import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { startStallingProxy } from '#tests/helpers/stalling-proxy.ts';
import { type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createSession } from '../features/accounts/sessions/session-repository.ts';

const CHANGE_COUNT = 20;
/** The minimum number of times that the listening connections are dropped. */
const MIN_DISCONNECTS = 10;
/**
 * The pauses between disconnects; most are long enough to reconnect, so that changes happen before,
 * during, and after an outage.
 */
const PAUSES_MS = [700, 150, 950, 400, 800, 50, 600];

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

let databaseUrl: string;
let db: Database;
let folder: string;
let token: string;
/** The process that makes changes. */
let writer: ServerProcess;
let other: ServerProcess;
beforeAll(async () => {
  const database = await createTestDatabase();
  cleanups.push(database.drop);
  databaseUrl = database.url;
  const opened = openDatabase(databaseUrl);
  ({ db } = opened);
  cleanups.push(() => opened.pool.end());
  folder = makeTempFolder();
  cleanups.push(() => rm(folder, { recursive: true }));
  const { id, password_hash } = await db
    .insertInto('users')
    .values(buildUserRow({ role: 'agent' }))
    .returning(['id', 'password_hash'])
    .executeTakeFirstOrThrow();
  token = (await createSession(db, { id, passwordHash: password_hash }, new Date())) ?? '';
  [writer, other] = await Promise.all([startProcess(), startProcess()]);
});

async function startProcess(url = databaseUrl): Promise<ServerProcess> {
  const server = await startServerProcess({ DATABASE_URL: url, DATA_DIR: folder, DEMO: '0' });
  cleanups.push(server.stop);
  return server;
}

type Listing = { _id: string; price: number };

/** Returns functions that send an agent's requests to one of the processes. */
function createAgentClient({ url }: ServerProcess) {
  const authorization = `Bearer ${token}`;
  const send = async (method: string, path: string, price: number) => {
    const body = toFormData(buildPropertyForm({ price: String(price) }));
    const response = await fetch(`${url}${path}`, { method, headers: { authorization }, body });
    expect(response.ok).toBe(true);
    return (await response.json()) as Listing;
  };
  return {
    publish: async (price: number) => (await send('POST', '/api/properties', price))._id,
    change: (id: string, price: number) => send('PUT', `/api/properties/${id}`, price),
    /** Reads prices with the agent's token. */
    read: (id: string) => readPrices(url, id, { authorization }),
  };
}

/** Reads the price from the listing itself, and from the list. */
async function readPrices(
  url: string,
  id: string,
  headers: Record<string, string> = {},
): Promise<number[]> {
  const [listing, list] = await Promise.all(
    [`/api/properties/${id}`, '/api/properties?limit=6'].map(async (path) =>
      (await fetch(`${url}${path}`, { headers })).json(),
    ),
  );
  return [listing as Listing, ...(list as Listing[])]
    .filter(({ _id }) => _id === id)
    .map(({ price }) => price);
}

const printLine = (line: string) => void process.stdout.write(`${line}\n`);

test('a change is visible immediately to its author and in its process, and elsewhere once announced', async () => {
  const agent = createAgentClient(writer);
  const id = await agent.publish(1_000);
  for (const server of [writer, other]) await waitUntilCaching(server, id);
  const delaysMs: number[] = [];
  for (let price = 2_001; price <= 2_000 + CHANGE_COUNT; price += 1) {
    // Requested twice, so that the second response is cached.
    for (const { url } of [writer, other, writer, other]) await readPrices(url, id);
    await agent.change(id, price);
    const changedAt = performance.now();
    const [visitor, own, ownFromOther] = await Promise.all([
      readPrices(writer.url, id),
      agent.read(id),
      createAgentClient(other).read(id),
    ]);
    const currentPrices = [price, price];
    expect({ visitor, own, ownFromOther }).toEqual({
      visitor: currentPrices,
      own: currentPrices,
      ownFromOther: currentPrices,
    });
    await expect.poll(() => readPrices(other.url, id), { interval: 1 }).toEqual(currentPrices);
    delaysMs.push(performance.now() - changedAt);
  }
  const median = delaysMs.toSorted((a, b) => a - b)[Math.floor(CHANGE_COUNT / 2)];
  printLine(`Visible in the other process after ${median?.toFixed(0)} ms at the median`);
});

/** Waits until a process caches responses, i.e. until an unannounced change stays invisible. */
async function waitUntilCaching({ url }: ServerProcess, id: string): Promise<void> {
  const isCaching = async () => {
    const before = await readPrices(url, id);
    await db.transaction().execute(async (transaction) => {
      await sql`alter table properties disable trigger property_updated`.execute(transaction);
      await sql`update properties set price = price + 1 where id = ${id}`.execute(transaction);
      await sql`alter table properties enable trigger property_updated`.execute(transaction);
    });
    return (await readPrices(url, id)).join() === before.join();
  };
  await expect.poll(isCaching).toBe(true);
}

/** Terminates every connection that listens for changes. */
const terminateListeners = () =>
  sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'doorstep-changes' and datname = current_database()`.execute(db);

test('every process eventually has the latest data even if its listening connection is dropped repeatedly', async () => {
  const agent = createAgentClient(writer);
  const id = await agent.publish(1_000);
  await waitUntilCaching(other, id);

  const first = 2_000;
  const state = { newest: first, disconnects: 0, isDone: false };
  const dropConnections = async () => {
    for (let round = 0; !state.isDone; round += 1) {
      if ((await terminateListeners()).rows.length > 0) state.disconnects += 1;
      await sleep(PAUSES_MS[round % PAUSES_MS.length]);
    }
  };
  const makeChanges = async () => {
    while (state.disconnects < MIN_DISCONNECTS || state.newest < first + CHANGE_COUNT) {
      state.newest += 1;
      await agent.change(id, state.newest);
      expect(await readPrices(writer.url, id)).toEqual([state.newest, state.newest]);
      // Read between changes, so that this process could cache data that the next change makes outdated.
      await readPrices(other.url, id);
    }
  };
  await Promise.all([dropConnections(), makeChanges().finally(() => (state.isDone = true))]);
  const newestPrices = [state.newest, state.newest];
  await expect.poll(() => readPrices(other.url, id)).toEqual(newestPrices);
});

test('dropped announcements delay a change only until the loss is detected', async () => {
  const proxy = await startStallingProxy(databaseUrl);
  cleanups.push(proxy.close);
  const behindProxy = await startProcess(proxy.url);
  const agent = createAgentClient(writer);
  const id = await agent.publish(1_000);
  await waitUntilCaching(behindProxy, id);
  proxy.stall();
  await agent.change(id, 2_000);
  await expect.poll(() => readPrices(behindProxy.url, id)).toEqual([2_000, 2_000]);
});

test('cached responses are served with their age while the database is down', async () => {
  const proxy = await startStallingProxy(databaseUrl);
  cleanups.push(proxy.close);
  const behindProxy = await startProcess(proxy.url);
  const id = await createAgentClient(writer).publish(1_000);
  await waitUntilCaching(behindProxy, id);
  const get = (path: string) => fetch(`${behindProxy.url}${path}`);
  expect((await get('/api/properties?limit=6')).headers.get('x-doorstep-stale')).toBeNull();
  await proxy.close();
  const readStatusAndStaleHeader = async () => {
    const response = await get('/api/properties?limit=6');
    return [response.status, response.headers.get('x-doorstep-stale')];
  };
  await expect.poll(readStatusAndStaleHeader).toEqual([200, '1']);
  expect(Number((await get('/api/properties?limit=6')).headers.get('age'))).toBeLessThan(600);
  // Never requested before, so nothing is cached.
  expect((await get('/api/properties?limit=7')).status).toBe(503);
});
