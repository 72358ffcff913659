/** Two processes on one database: a change made at one is seen by the next request at both, whatever breaks. */

import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { startCutProxy } from '#tests/helpers/cut-proxy.ts';
import { type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createSession } from '../features/accounts/session-repository.ts';

const CHANGES = 20;
/** How long connections are cut. */
const CUTTING_MS = 5_000;

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

let databaseUrl: string;
let db: Database;
let folder: string;
let token: string;
/** Where changes are made, and another process. */
let here: ServerProcess;
let elsewhere: ServerProcess;
beforeAll(async () => {
  const database = await createTestDatabase();
  closers.push(database.drop);
  databaseUrl = database.url;
  const opened = openDatabase(databaseUrl);
  ({ db } = opened);
  closers.push(() => opened.pool.end());
  folder = makeTempFolder();
  closers.push(() => rm(folder, { recursive: true }));
  const { id, password_hash } = await db
    .insertInto('users')
    .values(buildUserRow({ role: 'agent' }))
    .returning(['id', 'password_hash'])
    .executeTakeFirstOrThrow();
  token = (await createSession(db, { id, passwordHash: password_hash }, new Date())) ?? '';
  [here, elsewhere] = await Promise.all([startProcess(), startProcess()]);
});

async function startProcess(url = databaseUrl): Promise<ServerProcess> {
  const server = await startServerProcess({ DATABASE_URL: url, DATA_DIR: folder, DEMO: '0' });
  closers.push(server.stop);
  return server;
}

type Listing = { _id: string; price: number };

/** What an agent does through one process. */
function agentAt({ url }: ServerProcess) {
  const authorization = `Bearer ${token}`;
  const send = async (method: string, path: string, price: number) => {
    const body = toFormData(buildPropertyForm({ price: String(price) }));
    const answer = await fetch(`${url}${path}`, { method, headers: { authorization }, body });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Listing;
  };
  return {
    publish: async (price: number) => (await send('POST', '/api/properties', price))._id,
    change: (id: string, price: number) => send('PUT', `/api/properties/${id}`, price),
    /** Prices as the agent's own browser is told them. */
    read: (id: string) => readPrices(url, id, { authorization }),
  };
}

/** What is said of the price: by the listing itself, and by the list. */
async function readPrices(
  url: string,
  id: string,
  headers: Record<string, string> = {},
): Promise<number[]> {
  const [one, list] = await Promise.all(
    [`/api/properties/${id}`, '/api/properties?limit=6'].map(async (path) =>
      (await fetch(`${url}${path}`, { headers })).json(),
    ),
  );
  return [one as Listing, ...(list as Listing[])]
    .filter(({ _id }) => _id === id)
    .map(({ price }) => price);
}

/** For whoever reads the run's output. */
const say = (line: string) => void process.stdout.write(`${line}\n`);

test('a change is seen by the next request: where it was made, elsewhere, and by whoever made it', async () => {
  const agent = agentAt(here);
  const id = await agent.publish(1_000);
  for (const server of [here, elsewhere]) await untilKeeping(server, id);
  for (let price = 2_001; price <= 2_000 + CHANGES; price += 1) {
    // Asked for twice: the second time from memory.
    for (const { url } of [here, elsewhere, here, elsewhere]) await readPrices(url, id);
    await agent.change(id, price);
    const [visitor, visitorElsewhere, own, ownElsewhere] = await Promise.all([
      readPrices(here.url, id),
      readPrices(elsewhere.url, id),
      agent.read(id),
      agentAt(elsewhere).read(id),
    ]);
    const fresh = [price, price];
    expect({ visitor, visitorElsewhere, own, ownElsewhere }).toEqual({
      visitor: fresh,
      visitorElsewhere: fresh,
      own: fresh,
      ownElsewhere: fresh,
    });
  }
});

/** Waits until a process keeps answers: until a change that nobody is told of stays unseen. */
async function untilKeeping({ url }: ServerProcess, id: string): Promise<void> {
  const keeps = async () => {
    const before = await readPrices(url, id);
    await db.transaction().execute(async (transaction) => {
      await sql`alter table properties disable trigger property_change_announced`.execute(
        transaction,
      );
      await sql`update properties set price = price + 1 where id = ${id}`.execute(transaction);
      await sql`alter table properties enable trigger property_change_announced`.execute(
        transaction,
      );
    });
    return (await readPrices(url, id)).join() === before.join();
  };
  await expect.poll(keeps, { timeout: 10_000 }).toBe(true);
}

/** Ends every connection that listens for changes. */
const cutListeners = () =>
  sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'doorstep-changes' and datname = current_database()`.execute(db);

test('with the listening connections cut over and over, nothing old is served', async () => {
  const agent = agentAt(here);
  const id = await agent.publish(1_000);
  await untilKeeping(elsewhere, id);

  const until = performance.now() + CUTTING_MS;
  const isGoingOn = () => performance.now() < until;
  let newest = 0;
  let changes = 0;
  let answers = 0;
  const cut = async () => {
    // Long enough to be connected again now and then: a change may fall before, into and after the gap.
    for (; isGoingOn(); await sleep(Math.random() * 1_000)) await cutListeners();
  };
  const change = async () => {
    for (let price = 2_000; isGoingOn(); price += 1) {
      await agent.change(id, price);
      newest = price;
      changes += 1;
      expect(await readPrices(here.url, id)).toEqual([price, price]);
    }
  };
  const read = async () => {
    while (isGoingOn()) {
      const known = newest;
      for (const price of await readPrices(elsewhere.url, id))
        expect(price).toBeGreaterThanOrEqual(known);
      answers += 1;
    }
  };
  await Promise.all([cut(), change(), read()]);
  say(`${changes} changes, ${answers} answers, none of them old`);
  expect(changes).toBeGreaterThan(1);
});

test('a network that swallows what changes are told by does not let anything old be served', async () => {
  const proxy = await startCutProxy(databaseUrl);
  closers.push(proxy.close);
  const behindProxy = await startProcess(proxy.url);
  const agent = agentAt(here);
  const id = await agent.publish(1_000);
  await untilKeeping(behindProxy, id);
  proxy.swallow();
  // The first waits until the connection counts as lost; later ones have another that is heard of, or keep nothing.
  for (let price = 2_000; price < 2_004; price += 1) {
    await agent.change(id, price);
    const askedAt = performance.now();
    expect(await readPrices(behindProxy.url, id)).toEqual([price, price]);
    say(`Answered after ${(performance.now() - askedAt).toFixed(0)} ms`);
  }
});
