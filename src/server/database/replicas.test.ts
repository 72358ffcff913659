import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createResponseCache } from '#server/cache/response-cache.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { listenPatiently } from '#tests/helpers/listen-patiently.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { toUrl } from '#tests/helpers/test-cluster.ts';
import type { ChangeListener } from '../cache/change-listener.ts';
import { openDatabase } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { openReplicas, type Replicas } from './replicas.ts';
import { type Standby, startPrimaryAndStandby } from './standby.fixture.ts';

let pair: Standby;
let replicas: Replicas;
let listener: ChangeListener;
let pools: ReturnType<typeof openDatabase>;
let server: TestApp;
let agent: { token: string };
let id: string;
const messages: string[] = [];

/** As app-process.ts puts them together. */
beforeAll(async () => {
  pair = await startPrimaryAndStandby();
  pools = openDatabase(pair.primary.connection);
  await migrateToLatest(pools.db);
  replicas = openReplicas([toUrl(pair.standby.connection)], pools.pool);
  replicas.tell((message) => messages.push(message));
  const responseCache = createResponseCache(1024 * 1024, { onDrop: replicas.noteChange });
  const live = Promise.withResolvers<void>();
  listener = listenPatiently(pair.primary.connection, {
    onChange: responseCache.drop,
    onLive: () => {
      replicas.setLive(true);
      responseCache.setLive(true);
      live.resolve();
    },
    onLost: () => replicas.setLive(false),
  });
  await live.promise;
  server = await startTestApp({ db: pools.db, readDb: replicas.db, responseCache });
});
afterAll(async () => {
  await server.close();
  await listener.close();
  await replicas.close();
  await pools.db.destroy();
  await pair.close();
});

/** Who answers a public read now. */
async function whoAnswers(): Promise<string> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(
    replicas.db,
  );
  return rows[0]?.is ? 'standby' : 'primary';
}

const isListed = async () => (await server.ok(endpoints.listProperties)).length === 1;

test('public reads go to a replica that is up to date', async () => {
  const password = 'password of the agent';
  const { token = '' } = await server.ok(endpoints.register, {
    body: {
      name: 'Agent',
      email: 'a@example.org',
      password,
      confirmPassword: password,
      role: 'agent',
    },
  });
  agent = { token };
  const form = toFormData(buildPropertyForm());
  ({ _id: id } = await server.ok(endpoints.createProperty, { as: agent, form }));
  await expect.poll(whoAnswers).toBe('standby');
  expect(await isListed()).toBe(true);
});

test('while it lags, people see their own changes at once, and what is responseCache is of the primary', async () => {
  await pair.standby.pause();
  for (const expected of [false, true, false]) {
    await server.ok(endpoints.toggleAvailability, { as: agent, params: { id } });
    expect(await whoAnswers()).toBe('primary');
    // Rendered, and cached.
    expect(await isListed()).toBe(expected);
    expect(await isListed()).toBe(expected);
  }
  expect(messages).toEqual([]);
  await pair.standby.resume();
  await expect.poll(whoAnswers).toBe('standby');
  expect(await isListed()).toBe(false);
});

test('a change by another process is read from the primary until the replica has it', async () => {
  await pair.standby.pause();
  await pools.pool.query('update properties set is_available = true');
  await expect.poll(whoAnswers).toBe('primary');
  expect(await isListed()).toBe(true);
  await pair.standby.resume();
  await expect.poll(whoAnswers).toBe('standby');
  expect(await isListed()).toBe(true);
});

test('without word of changes, the primary is read', async () => {
  replicas.setLive(false);
  expect(await whoAnswers()).toBe('primary');
  replicas.setLive(true);
  await expect.poll(whoAnswers).toBe('standby');
});

test('a replica that fails is left out, costs nobody a response, and is used again when it is back', async () => {
  await pair.standby.stop();
  for (let read = 0; read < 5; read += 1) expect(await whoAnswers()).toBe('primary');
  expect(messages).toEqual(['replica_1 fails and is left out.']);
  await pair.standby.start();
  await expect.poll(whoAnswers).toBe('standby');
  expect(messages.at(-1)).toBe('replica_1 is used again.');
});
