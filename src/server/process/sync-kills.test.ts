/**
 * One installation syncs from another's RESO service while listings change there, and both are killed
 * (docs/product/data-sources.md, Syncs).
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

/** How many times the syncing server is killed; every other time, its source is killed too. */
const ROUNDS = 10;
/** By default three pages of the source, so that the first kill interrupts the others. */
const LISTINGS = Number(process.env['SYNC_LISTINGS'] ?? 10_000);
/** The longest that a run of all listings may take on a busy machine. */
const RUN_MS = 120_000 + LISTINGS * 15;
/** Long enough to spread the kills over the first run. */
const LONGEST_ROUND_MS = Math.max(1_500, LISTINGS / 5);
/** The interval between changes to listings. */
const WRITE_EVERY_MS = 200;
const ADMIN = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'a long password' };

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
      ...ADMIN,
    });
    return this.server.url;
  }

  async kill(): Promise<void> {
    if (this.server === undefined) return;
    const gone = once(this.server.process, 'exit');
    this.server.process.kill('SIGKILL');
    await gone;
    this.server = undefined;
  }

  async close(): Promise<void> {
    await this.server?.stop();
    await this.db.destroy();
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true });
  }
}

let there: Installation;
let here: Installation;
beforeAll(async () => {
  there = await new Installation().open();
  here = await new Installation().open();
});
afterAll(async () => {
  await here.close();
  await there.close();
});

async function addAgent(db: Database): Promise<string> {
  const row = buildUserRow({ role: 'agent' });
  const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function addListings(): Promise<void> {
  const agentId = await addAgent(there.db);
  for (let count = 0; count < LISTINGS; count += 200) {
    const rows = Array.from({ length: 200 }, () => buildPropertyRow(agentId));
    await there.db.insertInto('properties').values(rows).execute();
  }
}

/** Changes one listing at a time until stopped. */
function startWriter(): { stop: () => Promise<number> } {
  const shutdown = new AbortController();
  let count = 0;
  const work = (async () => {
    while (!shutdown.signal.aborted) {
      await sql`update properties set price = price + 1000, updated_at = now()
        where id = (select id from properties order by random() limit 1)`.execute(there.db);
      count += 1;
      await sleep(WRITE_EVERY_MS);
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
    select count(*)::int as count from properties`.execute(here.db);
  return rows[0]?.count ?? 0;
}

/** Counts the unfinished and the successful runs. */
async function countRuns(): Promise<{ open: number; done: number }> {
  const { rows } = await sql<{ open: number; done: number }>`
    select count(*) filter (where state in ('waiting', 'running'))::int as open,
      count(*) filter (where state = 'done')::int as done from source_runs`.execute(here.db);
  return rows[0] ?? { open: 0, done: 0 };
}

test.runIf(IS_FULL_RUN)(
  'killed at random moments, it continues without losses or duplicates',
  async () => {
    await addListings();
    const baseUrl = `${await there.start()}/reso/odata`;
    const key = await (
      await signInAdmin(baseUrl.replace('/reso/odata', ''), ADMIN)
    )<{ clientSecret: string }>('/api-keys', { name: 'Here', scopes: ['reso:read'] });

    let post = await signInAdmin(await here.start(), ADMIN);
    const { _id: id } = await post<{ _id: string }>('/data-sources', {
      name: 'There',
      baseUrl,
      auth: { kind: 'bearer', token: key.clientSecret },
      defaultAgentId: await addAgent(here.db),
      intervalMinutes: 1440,
      mediaPolicy: 'none',
      isEnabled: false,
    });
    await post(`/data-sources/${id}/runs`);
    const writer = startWriter();
    onTestFinished(async () => void (await writer.stop()));
    let cutOff = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await countListings();
      await expect
        .poll(async () => (await countListings()) > before || (await countRuns()).open === 0, {
          timeout: RUN_MS,
        })
        .toBe(true);
      // The first kill is in the middle of a run, regardless of the machine's speed.
      if (round > 0) await sleep(Math.random() * LONGEST_ROUND_MS);
      const isCutOff = (await countRuns()).open > 0;
      await here.kill();
      if (round % 2 === 0) {
        await there.kill();
        await there.start();
      }
      if (isCutOff) cutOff += 1;
      post = await signInAdmin(await here.start(), ADMIN);
      if (!isCutOff) await post(`/data-sources/${id}/runs`);
    }
    expect(cutOff).toBeGreaterThan(0);
    expect(await writer.stop()).toBeGreaterThan(0);

    // The interrupted run ends, and a further one reads what changed since.
    const hasEnded = async () => (await countRuns()).open;
    await expect.poll(hasEnded, { timeout: RUN_MS }).toBe(0);
    const { done } = await countRuns();
    await post(`/data-sources/${id}/runs`);
    await expect.poll(hasEnded, { timeout: RUN_MS }).toBe(0);
    expect((await countRuns()).done).toBe(done + 1);

    const synced = await listingsOf(here, `split_part(listing_key, ':', 3)::bigint`);
    expect(synced).toHaveLength(LISTINGS);
    expect(synced).toEqual(await listingsOf(there, 'id'));
    // Each was announced once.
    const { rows } = await sql`
      select property_id from property_history where change = 'created'
      group by property_id having count(*) > 1`.execute(here.db);
    expect(rows).toEqual([]);
  },
  ROUNDS * 90_000 + 4 * RUN_MS,
);
