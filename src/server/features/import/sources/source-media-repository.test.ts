import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, inTransaction } from '#server/database/database.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { claimMedia, hasDueMedia } from './source-media-repository.ts';
import { insertSource } from './source-repository.ts';

const HOME_COUNT = 1_000;
const PICTURES_PER_HOME = 30;

let server: TestApp;
let agent: TestUser;

const addSource = (name: string) =>
  insertSource(
    server.db,
    {
      name,
      baseUrl: 'https://mls.example.org',
      auth: { kind: 'bearer', token: 'secret-token' },
      defaultAgentId: agent._id,
      agentBy: 'email',
      intervalMinutes: 60,
      mediaPolicy: 'download',
      isEnabled: true,
    },
    server.clock.now(),
  );

/** Adds homes whose pictures are waiting to be downloaded, each from a different host. */
beforeAll(async () => {
  server = await startTestApp();
  const { db, clock } = server;
  agent = await server.addUser({ role: 'agent' });
  const sourceId = await addSource('Valley MLS');
  await sql`
    insert into properties (agent_id, source_id, title, description, price, address, city, state, zip_code, latitude,
      longitude, bedrooms, bathrooms, sqft, property_type, status, created_at)
    select ${agent._id}, ${sourceId}, 'Home ' || g, 'A home like many others', 100000 + g, '1 Main Street', 'Austin',
      'TX', '78701', 30, -97, 3, 1, 900, 'House', 'For Sale', ${clock.now()}
    from generate_series(1, ${HOME_COUNT}::integer) g`.execute(db);
  await sql`
    insert into source_media
      (property_id, source_id, media_key, url, host, position, modified, is_waiting, next_try_at)
    select p.id, ${sourceId}, 'picture-' || g, 'https://pictures.example.org/' || g, p.id || '-' || g, g, '', true,
      ${clock.now()}
    from properties p cross join generate_series(0, ${PICTURES_PER_HOME - 1}::integer) g`.execute(
    db,
  );
  await sql`analyze`.execute(db);
  return () => server.close();
});

beforeEach(async () => {
  await sql`update source_media set claimed_until = null where claimed_until is not null`.execute(
    server.db,
  );
});

async function claim(transaction: Database) {
  const now = server.clock.now();
  return claimMedia(transaction, { now, until: new Date(now.getTime() + 60_000) });
}

/** Returns the number of picture rows that a transaction has read so far. */
async function countReads(transaction: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count
    from pg_stat_xact_user_tables where relname = 'source_media'`.execute(transaction);
  return rows[0]?.count ?? 0;
}

const claimAndCount = () =>
  inTransaction(server.db, null, async (transaction) => {
    const before = await countReads(transaction);
    const media = await claim(transaction);
    return { media, reads: (await countReads(transaction)) - before };
  });

/** Moves the first `count` homes to a new source and host. Only the picture `key` of each home is waiting. */
async function moveHomes(count: number, { key, host }: { key: string; host: string }) {
  const { db } = server;
  const id = await addSource('Hill MLS');
  const homes = sql`select id from properties order by id limit ${count}`;
  await sql`update properties set source_id = ${id} where id in (${homes})`.execute(db);
  await sql`
    update source_media set source_id = ${id}, host = ${host}, is_waiting = media_key = ${key}
    where property_id in (${homes})`.execute(db);
}

test('reads only a few of 30,000 waiting pictures on as many hosts, even if their source is busy', async () => {
  for (let index = 0; index < 2; index += 1) {
    const { media, reads } = await claimAndCount();
    expect(media).toMatchObject({ key: 'picture-0', baseUrl: 'https://mls.example.org' });
    expect(reads).toBeLessThan(200);
  }
  const { media, reads } = await claimAndCount();
  expect(media).toBeUndefined();
  expect(reads).toBeLessThan(200);
  expect(await hasDueMedia(server.db, server.clock.now())).toBe(false);
});

test('sources take turns, even if one has many more covers, and each has at most two downloads', async () => {
  await moveHomes(20, { key: 'picture-29', host: 'hill.example.org' });
  const keys = [];
  for (let index = 0; index < 5; index += 1) {
    const { media, reads } = await claimAndCount();
    keys.push(media === 'locked' ? media : media?.key);
    expect(reads).toBeLessThan(300);
  }
  expect(keys).toEqual(['picture-0', 'picture-29', 'picture-0', 'picture-29', undefined]);
});

test('a host has at most two downloads, even if two sources have pictures there', async () => {
  await moveHomes(20, { key: 'picture-5', host: 'shared.example.org' });
  await sql`update source_media set host = 'shared.example.org'`.execute(server.db);
  expect((await claimAndCount()).media).toMatchObject({ key: 'picture-0' });
  expect((await claimAndCount()).media).toMatchObject({ key: 'picture-5' });
  expect((await claimAndCount()).media).toBeUndefined();
});

test('does not wait while another transaction claims a picture', async () => {
  await inTransaction(server.db, null, async (transaction) => {
    await claim(transaction);
    const media = await inTransaction(server.db, null, claim);
    expect(media).toBe('locked');
  });
});
