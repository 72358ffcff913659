import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createResponseCache } from '#server/cache/response-cache.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { listenWithLongTimeout } from '#tests/helpers/listen-with-long-timeout.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { toUrl } from '#tests/helpers/test-cluster.ts';
import type { ChangeListener } from '../cache/change-listener.ts';
import { openDatabase } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { MAX_LAG_MS, openReplicas, type Replicas } from './replicas.ts';
import { type PrimaryAndStandbys, startPrimaryAndStandbys } from './standby.fixture.ts';

const CHANGES_PER_SECOND = 50;
const DURATION_SECONDS = 9;

let servers: PrimaryAndStandbys;
let replicas: Replicas;
let listener: ChangeListener;
let pools: ReturnType<typeof openDatabase>;
let server: TestApp;
let agent: { token: string };
let id: string;
const messages: string[] = [];

/** Opens the same connections as app-process.ts. */
beforeAll(async () => {
  servers = await startPrimaryAndStandbys();
  pools = openDatabase(servers.primary.connection);
  await migrateToLatest(pools.db);
  const urls = servers.standbys.map(({ connection }) => toUrl(connection));
  replicas = openReplicas(urls, pools.pool);
  replicas.setLog((message) => messages.push(message));
  const responseCache = createResponseCache(1024 * 1024, { dataAsOfMs: replicas.dataAsOfMs });
  const live = Promise.withResolvers<void>();
  listener = listenWithLongTimeout(servers.primary.connection, {
    onChange: responseCache.notify,
    onLive: () => {
      responseCache.setLive(true);
      live.resolve();
    },
    onLost: () => responseCache.setLive(false),
  });
  await live.promise;
  const { db: readDb, readPrimary } = replicas;
  server = await startTestApp({ db: pools.db, readDb, readPrimary, responseCache });
  const password = 'password of the agent';
  const account = { name: 'Agent', email: 'a@example.org', role: 'agent' } as const;
  const { token = '' } = await server.ok(endpoints.register, {
    body: { ...account, password, confirmPassword: password },
  });
  agent = { token };
  const form = toFormData(buildPropertyForm({ price: '1000' }));
  ({ _id: id } = await server.ok(endpoints.createProperty, { as: agent, form }));
});
afterAll(async () => {
  await server.close();
  await listener.close();
  await replicas.close();
  await pools.db.destroy();
  await servers.close();
});

type Read = { isStandby: boolean; price: number };

/** Reads as a visitor. Returns whether a standby responded, and the listing's price there. */
async function readPrice(): Promise<Read> {
  const { rows } = await sql<Read>`
    select pg_is_in_recovery() as "isStandby", (select price::float8 from properties where id = ${id}) as price`.execute(
    replicas.db,
  );
  return rows[0] ?? { isStandby: false, price: Number.NaN };
}

const isOnStandby = async () => (await readPrice()).isStandby;
const readAs = async (as?: { token: string }) =>
  (await server.ok(endpoints.getProperty, { params: { id }, as })).price;
const setPrice = (price: number) =>
  pools.pool.query('update properties set price = $1 where id = $2', [price, id]);

test('visitors read from replicas, and signed-in users read from the primary', async () => {
  await expect.poll(isOnStandby).toBe(true);
  await expect.poll(() => readAs()).toBe(1_000);
  for (const standby of servers.standbys) await standby.pause();
  await setPrice(2_000);
  expect(await readAs(agent)).toBe(2_000);
  expect(await readAs()).toBe(1_000);
  expect(await isOnStandby()).toBe(true);
  for (const standby of servers.standbys) await standby.resume();
});

test('data read from a replica that lacks a change is not cached as current', async () => {
  await expect.poll(() => readAs()).toBe(2_000);
  for (const standby of servers.standbys) await standby.pause();
  await setPrice(3_000);
  expect(await listener.catchUp()).toBe(true);
  expect(await readAs()).toBe(2_000);
  for (const standby of servers.standbys) await standby.resume();
  await expect.poll(() => readAs()).toBe(3_000);
});

test('under 50 changes per second, at least 80% of reads use replicas, and data is at most five seconds old', async () => {
  const startedAt = performance.now();
  /** Committed prices, oldest first. */
  const committed: { atMs: number; price: number }[] = [{ atMs: startedAt, price: 10_000 }];
  await setPrice(10_000);
  const reads: (Read & { atMs: number })[] = [];
  const isDone = () => performance.now() - startedAt > DURATION_SECONDS * 1_000;
  const change = async () => {
    for (let count = 1; !isDone(); count += 1) {
      const waitMs = startedAt + (count * 1_000) / CHANGES_PER_SECOND - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      await setPrice(10_000 + count);
      committed.push({ atMs: performance.now(), price: 10_000 + count });
    }
  };
  const readRepeatedly = async () => {
    while (!isDone()) {
      const atMs = performance.now();
      reads.push({ ...(await readPrice()), atMs });
      await sleep(5);
    }
  };
  const pauseReplica = async () => {
    await sleep(1_000);
    // The replica falls further behind, and must eventually be skipped.
    await servers.standbys[1].pause();
  };
  await Promise.all([change(), readRepeatedly(), pauseReplica()]);
  await servers.standbys[1].resume();

  const tooOld = reads.filter(({ atMs, price }) => {
    const expected = committed.findLast((change) => change.atMs <= atMs - MAX_LAG_MS);
    return expected !== undefined && price < expected.price;
  });
  expect(tooOld).toEqual([]);
  expect(reads.length).toBeGreaterThan(100);
  const onStandbys = reads.filter(({ isStandby }) => isStandby).length;
  expect(onStandbys / reads.length).toBeGreaterThanOrEqual(0.8);
  // The lagging replica was used until it was skipped.
  const maxAgeMs = Math.max(
    ...reads.map(({ atMs, price }) => {
      const next = committed.find((change) => change.price > price);
      return next === undefined ? 0 : atMs - next.atMs;
    }),
  );
  expect(maxAgeMs).toBeGreaterThan(1_000);
});

test('failed replicas cause no errors and are used again once they recover', async () => {
  for (const standby of servers.standbys) await standby.stop();
  for (let count = 0; count < 5; count += 1) expect(await isOnStandby()).toBe(false);
  await expect
    .poll(() => messages.toSorted())
    .toEqual([
      'replica_1 failed and is no longer used.',
      'replica_2 failed and is no longer used.',
    ]);
  for (const standby of servers.standbys) await standby.start();
  await expect.poll(isOnStandby).toBe(true);
  await expect
    .poll(() => messages.slice(2).toSorted())
    .toEqual([
      'replica_1 has recovered and is used again.',
      'replica_2 has recovered and is used again.',
    ]);
});
