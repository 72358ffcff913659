/**
 * Kills two installations while one syncs from the RESO service of the other, whose listings keep
 * changing (docs/product/data-sources.md, Syncs).
 */

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, onTestFinished } from 'vitest';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { findFreePort } from '#tests/helpers/free-port.ts';
import { IS_FULL_RUN } from '#tests/helpers/full-run.ts';
import { type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import type { TestDatabase } from '#tests/helpers/test-cluster.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { LISTING_COLUMNS } from '../features/import/sources/listing-columns.fixture.ts';
import { signInAdmin } from './admin-session.fixture.ts';

/** How many times the syncing server is killed; every other time, its source is also killed. */
const ROUND_COUNT = 10;
/** By default many pages of the source, so that the first kill interrupts the remaining pages. */
const LISTING_COUNT = Number(process.env['SYNC_LISTINGS'] ?? 10_000);
/** The maximum time of a run of all listings on a busy machine. */
const RUN_TIMEOUT_MS = 120_000 + LISTING_COUNT * 15;
/** Long enough to spread the kills over the first run. */
const MAX_ROUND_MS = Math.max(1_500, LISTING_COUNT / 5);
/** The interval between changes to listings. */
const WRITE_INTERVAL_MS = 200;
const ADMIN_SETTINGS = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'a long password' };

/** An installation with a database, a folder, and a fixed port. */
class Installation {
  database!: TestDatabase;
  db!: Database;
  port = 0;
  server: ServerProcess | undefined;
  private readonly dataDir = makeTempFolder();

  async open(): Promise<this> {
    this.database = await createTestDatabase();
    ({ db: this.db } = openDatabase(this.database.url));
    this.port = await findFreePort();
    return this;
  }

  async start(): Promise<string> {
    this.server = await startServerProcess({
      DATABASE_URL: this.database.url,
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      DEMO: '0',
      ...ADMIN_SETTINGS,
    });
    return this.server.url;
  }

  async kill(): Promise<void> {
    if (this.server === undefined) return;
    const exited = once(this.server.process, 'exit');
    this.server.process.kill('SIGKILL');
    await exited;
    this.server = undefined;
  }

  async close(): Promise<void> {
    await this.server?.stop();
    await this.db.destroy();
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true });
  }
}

let source: Installation;
let target: Installation;
beforeAll(async () => {
  source = await new Installation().open();
  target = await new Installation().open();
});
afterAll(async () => {
  await target.close();
  await source.close();
});

async function addAgent(db: Database): Promise<string> {
  const row = buildUserRow({ role: 'agent' });
  const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function addListings(): Promise<void> {
  const agentId = await addAgent(source.db);
  for (let count = 0; count < LISTING_COUNT; count += 200) {
    const rows = Array.from({ length: 200 }, () => buildPropertyRow(agentId));
    await source.db.insertInto('properties').values(rows).execute();
  }
}

/** Changes listings one at a time until it is stopped. */
function startWriter(): { stop: () => Promise<number> } {
  const shutdown = new AbortController();
  let count = 0;
  const work = (async () => {
    while (!shutdown.signal.aborted) {
      await sql`update properties set price = price + 1000, updated_at = now()
        where id = (select id from properties order by random() limit 1)`.execute(source.db);
      count += 1;
      await sleep(WRITE_INTERVAL_MS);
    }
    return count;
  })();
  return {
    stop: () => {
      shutdown.abort();
      return work;
    },
  };
}

async function listingsOf({ db }: Installation, key: string): Promise<unknown[]> {
  const { rows } = await sql`
    select ${sql.raw(key)} as key, ${sql.raw(LISTING_COLUMNS)} from properties order by 1`.execute(
    db,
  );
  return rows;
}

async function countListings(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from properties`.execute(target.db);
  return rows[0]?.count ?? 0;
}

/** Counts the unfinished and successful runs. */
async function countRuns(): Promise<{ open: number; done: number }> {
  const { rows } = await sql<{ open: number; done: number }>`
    select count(*) filter (where state in ('waiting', 'running'))::int as open,
      count(*) filter (where state = 'done')::int as done from source_runs`.execute(target.db);
  return rows[0] ?? { open: 0, done: 0 };
}

test.runIf(IS_FULL_RUN)(
  'a sync killed at random times continues without losses or duplicates',
  async () => {
    await addListings();
    const baseUrl = `${await source.start()}/reso/odata`;
    const key = await (
      await signInAdmin(baseUrl.replace('/reso/odata', ''), ADMIN_SETTINGS)
    )<{ clientSecret: string }>('/api-keys', { name: 'Target', scopes: ['reso:read'] });

    let post = await signInAdmin(await target.start(), ADMIN_SETTINGS);
    const { _id: id } = await post<{ _id: string }>('/data-sources', {
      name: 'Source',
      baseUrl,
      auth: { kind: 'bearer', token: key.clientSecret },
      defaultAgentId: await addAgent(target.db),
      intervalMinutes: 1440,
      mediaPolicy: 'none',
      isEnabled: false,
    });
    await post(`/data-sources/${id}/runs`);
    const writer = startWriter();
    onTestFinished(async () => void (await writer.stop()));
    let interruptedRounds = 0;
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      const before = await countListings();
      await expect
        .poll(async () => (await countListings()) > before || (await countRuns()).open === 0, {
          timeout: RUN_TIMEOUT_MS,
        })
        .toBe(true);
      // The first kill is in the middle of a run, regardless of the machine's speed.
      if (round > 0) await sleep(Math.random() * MAX_ROUND_MS);
      const isInterrupted = (await countRuns()).open > 0;
      await target.kill();
      if (round % 2 === 0) {
        await source.kill();
        await source.start();
      }
      if (isInterrupted) interruptedRounds += 1;
      post = await signInAdmin(await target.start(), ADMIN_SETTINGS);
      if (!isInterrupted) await post(`/data-sources/${id}/runs`);
    }
    expect(interruptedRounds).toBeGreaterThan(0);
    expect(await writer.stop()).toBeGreaterThan(0);

    // The interrupted run finishes, and another run reads later changes.
    const countUnfinishedRuns = async () => (await countRuns()).open;
    await expect.poll(countUnfinishedRuns, { timeout: RUN_TIMEOUT_MS }).toBe(0);
    const { done } = await countRuns();
    await post(`/data-sources/${id}/runs`);
    await expect.poll(countUnfinishedRuns, { timeout: RUN_TIMEOUT_MS }).toBe(0);
    expect((await countRuns()).done).toBe(done + 1);

    const syncedListings = await listingsOf(target, `split_part(listing_key, ':', 3)::bigint`);
    expect(syncedListings).toHaveLength(LISTING_COUNT);
    expect(syncedListings).toEqual(await listingsOf(source, 'id'));
    // Each listing was created once.
    const { rows } = await sql`
      select property_id from property_history where change = 'created'
      group by property_id having count(*) > 1`.execute(target.db);
    expect(rows).toEqual([]);
  },
  ROUND_COUNT * 90_000 + 4 * RUN_TIMEOUT_MS,
);
