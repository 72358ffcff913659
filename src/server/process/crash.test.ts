import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultOrFull } from '#tests/helpers/full-run.ts';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import {
  createWriter,
  type Listing,
  type ListingState,
  type Writer,
} from './crash-writer.fixture.ts';
import { openDatabase } from '../database/database.ts';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../database/embedded/embedded-database.ts';
import { isAlive, readPidFile } from '../database/embedded/pid-file.ts';
import { describeLayout } from '../database/embedded/layout.ts';
import { createDiskImageStore } from '../storage/disk-image-store.ts';
import { sweepImages } from '../storage/image-service.ts';
import { createNoise } from '../storage/image.fixture.ts';

/** Every other round, starting with the first, also kills the database. */
const ROUND_COUNT = defaultOrFull(1, 40);
const WRITER_COUNT = 4;
const MAX_ROUND_MS = 1_500;
const DAY_MS = 24 * 60 * 60 * 1000;

let dataDir: string;
let embedded: EmbeddedDatabase;
beforeAll(async () => {
  dataDir = makeTempFolder();
  // With durable writes, as in production. Because of this process's lease, the database keeps
  // running after a server is killed.
  embedded = await startEmbeddedDatabase({ dataDir, log: () => undefined });
});
afterAll(async () => {
  await embedded.stop();
  rmSync(dataDir, { recursive: true });
});

/** Sends SIGKILL to PostgreSQL's main process. Its other processes exit, and processes that use the server restart it. */
async function killDatabase(): Promise<void> {
  const server = readPidFile(describeLayout(dataDir).clusterDir);
  if (!server) throw new Error('No database is running.');
  process.kill(server.pid, 'SIGKILL');
  await expect.poll(() => isAlive(server.pid)).toBe(false);
}

const describeListing = ({ title, isAvailable, images }: Listing): ListingState => ({
  title,
  isAvailable,
  imageCount: images.length,
});

/** Checks that all acknowledged changes exist and no change is incomplete. */
async function checkListings(url: string, writer: Writer): Promise<void> {
  for (const listing of writer.trackedListings) {
    const response = await fetch(`${url}/api/properties/${listing.id}`);
    expect([200, 404]).toContain(response.status);
    const storedListing = response.status === 200 ? ((await response.json()) as Listing) : null;
    const state = storedListing && describeListing(storedListing);
    expect(listing.states).toContainEqual(state);
    listing.states = [state];
    for (const image of storedListing?.images ?? []) await expectPicture(`${url}${image}`);
  }
  await checkUnconfirmed(url, writer);
}

/** Checks that unconfirmed listings exist completely or not at all and tracks those that exist. */
async function checkUnconfirmed(url: string, writer: Writer): Promise<void> {
  const trackedIds = new Set(writer.trackedListings.map(({ id }) => id));
  const headers = { authorization: `Bearer ${writer.token}` };
  for (let page = 1; ; page += 1) {
    const pageUrl = `${url}/api/properties/my-listings?limit=100&page=${page}`;
    const listings = (await (await fetch(pageUrl, { headers })).json()) as Listing[];
    for (const listing of listings) {
      if (trackedIds.has(listing._id)) continue;
      expect(writer.unconfirmedListings).toContainEqual(describeListing(listing));
      for (const image of listing.images) await expectPicture(`${url}${image}`);
      writer.trackedListings.push({ id: listing._id, states: [describeListing(listing)] });
    }
    if (listings.length < 100) break;
  }
  writer.unconfirmedListings.length = 0;
}

async function expectPicture(url: string): Promise<void> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBe(
    Number(response.headers.get('content-length')),
  );
}

/** Returns inconsistencies between the listings and their history, totals, and counts, and duplicate picture positions. */
async function findInconsistencies(): Promise<unknown[]> {
  const { db, pool } = openDatabase(embedded.connection);
  const { rows } = await pool.query(`
    select 'history' as what, coalesce(p.id, h.property_id)::text as id
    from properties p
    full join (
      select property_id,
        count(*) filter (where change = 'created') as created,
        count(*) filter (where change = 'deleted') as deleted,
        (array_agg(coalesce(new_value->'price', new_value) order by id desc)
          filter (where change in ('created', 'price')))[1] as price,
        (array_agg(coalesce(new_value->'isAvailable', new_value) order by id desc)
          filter (where change in ('created', 'availability')))[1] as availability
      from property_history group by property_id
    ) h on h.property_id = p.id
    where h.created is distinct from 1
      or h.deleted is distinct from (p.id is null)::int
      or p.id is not null and (h.price is distinct from to_jsonb(p.price) or h.availability is distinct from to_jsonb(p.is_available))
    union all
    select 'totals', agent_id::text from (
      select agent_id, property_type, status, is_available, listing_count, total_price from property_totals where listing_count <> 0
      except
      select agent_id, property_type, status, is_available, count(*), sum(price) from properties group by 1, 2, 3, 4
    ) totals
    union all
    select 'counts', '' from (select coalesce(sum(step), 0) as sum from property_creation_steps) steps
    where sum is distinct from (select count(*) from properties)
    union all
    select 'positions', property_id::text from property_images group by property_id having count(*) <> count(distinct position)`);
  await db.destroy();
  return rows;
}

/** Deletes unused pictures of any age; returns the keys in the store and in the database, and unfinished folders. */
async function listImagesAfterSweep(): Promise<{
  remaining: string[];
  referenced: string[];
  unfinished: string[];
}> {
  const { db, pool } = openDatabase(embedded.connection);
  const folder = path.join(dataDir, 'images');
  const store = createDiskImageStore(folder);
  await sweepImages({ db, store, now: new Date(Date.now() + 2 * DAY_MS) });
  const remaining: string[] = [];
  for await (const keys of store.listOlderThan(new Date(Date.now() + DAY_MS)))
    remaining.push(...keys);
  const { rows } = await pool.query('select distinct key from property_images order by key');
  await db.destroy();
  return {
    remaining: remaining.toSorted(),
    referenced: (rows as { key: string }[]).map(({ key }) => key).toSorted(),
    unfinished: readdirSync(path.join(folder, 'unfinished')),
  };
}

test(
  'a server killed at any time keeps all acknowledged changes and leaves no partial ones',
  async () => {
    const picture = await createNoise(420, 300).jpeg().toBuffer();
    let writers: Writer[] = [];
    for (let round = 0; round <= ROUND_COUNT; round += 1) {
      const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '0' });
      try {
        if (round === 0) {
          const names = Array.from({ length: WRITER_COUNT }, (_, index) => `writer${index}`);
          writers = await Promise.all(names.map((name) => createWriter(server.url, name, picture)));
        }
        for (const writer of writers) await checkListings(server.url, writer);
        expect(await findInconsistencies()).toEqual([]);
        if (round === ROUND_COUNT) break;
        const countAcknowledged = () =>
          Math.min(...writers.map((writer) => writer.countAcknowledged()));
        const before = countAcknowledged();
        const work = Promise.all(writers.map((writer) => writer.changeUntilExit(server.url)));
        work.catch(() => undefined);
        // Waits for each writer's first change, which takes a while because a new process loads its picture encoder.
        await expect.poll(countAcknowledged).toBeGreaterThan(before);
        await sleep(Math.random() * MAX_ROUND_MS);
        const exited = once(server.process, 'exit');
        server.process.kill('SIGKILL');
        if (round % 2 === 0) await killDatabase();
        await exited;
        await work;
      } finally {
        if (round === ROUND_COUNT) await server.stop();
        else server.process.kill('SIGKILL');
      }
    }
    const { remaining, referenced, unfinished } = await listImagesAfterSweep();
    expect(remaining).toEqual(referenced);
    expect(unfinished).toEqual([]);
    expect(referenced.length).toBeGreaterThan(0);
    const acknowledgedCounts = writers.map((writer) => writer.countAcknowledged());
    expect(Math.min(...acknowledgedCounts)).toBeGreaterThan(0);
  },
  ROUND_COUNT * 60_000 + 180_000,
);
