import { copyFile, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createEmptyDatabase, createTestDatabase } from '#tests/helpers/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { MIGRATIONS_FOLDER, splitStatements } from './migration-files.ts';

const root = makeTempFolder();
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
/** A connection that holds conflicting locks. */
let otherClient: pg.Client;
/** A copy of the migrations; tests add their own files. */
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  ({ db } = openDatabase(database.url));
  otherClient = new pg.Client(database.url);
  await otherClient.connect();
  folder = await mkdtemp(path.join(root, 'migrations-'));
  for (const file of await readdir(MIGRATIONS_FOLDER)) {
    await copyFile(path.join(MIGRATIONS_FOLDER, file), path.join(folder, file));
  }
  return async () => {
    await otherClient.end();
    await db.destroy();
    await database.drop();
  };
});

const add = (name: string, text: string) => writeFile(path.join(folder, `${name}.sql`), text);

/** Adds one listing. */
async function addListing(): Promise<void> {
  const user = await db
    .insertInto('users')
    .values(buildUserRow({ role: 'agent' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('properties').values(buildPropertyRow(user.id)).execute();
}

const readListings = (reader: Database = db) =>
  sql`select id from properties limit 1`.execute(reader);

test('a migration that waits for a lock yields to readers', async () => {
  await add('9000_note', 'alter table properties add column note text;');
  // Opens all connections of the pool in advance.
  await Promise.all(Array.from({ length: 4 }, () => readListings()));
  await otherClient.query('begin; select from properties');
  const retries: string[] = [];
  const migration = migrateToLatest(db, {
    folder,
    pauseMs: 2_000,
    onRetry: (name) => retries.push(name),
  });

  const reads: { ms: number; attempts: number }[] = [];
  while (retries.length < 2) {
    const startedAt = performance.now();
    const before = retries.length;
    await readListings();
    reads.push({ ms: performance.now() - startedAt, attempts: retries.length - before });
  }
  // The readers conflicted with the migration, and it yielded.
  expect(retries[0]).toBe('9000_note');
  expect(Math.max(...reads.map(({ ms }) => ms))).toBeGreaterThan(50);
  // No read waited for more than one attempt (decision 018).
  expect(Math.max(...reads.map(({ attempts }) => attempts))).toBeLessThanOrEqual(1);
  await otherClient.query('commit');
  expect(await migration).toEqual(['9000_note']);
  await sql`select note from properties`.execute(db);
});

test('without the lock timeout, readers would wait as long as the migration', async () => {
  await otherClient.query('begin; select from properties');
  const change = sql`alter table properties add column note text`.execute(db);
  await expectWaiting({ db }, 'relation', 1);
  const reader = readListings();
  await expectWaiting({ db }, 'relation', 2);
  await otherClient.query('commit');
  await Promise.all([change, reader]);
});

/** Builds an index outside a transaction, after dropping an incomplete one. */
const INDEX_MIGRATION = `-- outside a transaction
drop index concurrently if exists properties_sqft;
create index concurrently properties_sqft on properties (sqft);
`;

test('an index is built during concurrent reads and writes', async () => {
  await addListing();
  await add('9000_index', INDEX_MIGRATION);
  // The build waits for every transaction that has already changed the table.
  await otherClient.query('begin');
  await otherClient.query('update properties set sqft = sqft + 1');
  const migration = migrateToLatest(db, { folder });
  await expectWaiting({ db }, 'virtualxid', 1);
  await readListings();
  await addListing();
  await otherClient.query('commit');
  expect(await migration).toEqual(['9000_index']);
  expect(await isValid('properties_sqft')).toBe(true);
});

test('an index whose build failed is rebuilt', async () => {
  await addListing();
  await add('9000_index', INDEX_MIGRATION);
  await otherClient.query('begin');
  await otherClient.query('update properties set sqft = sqft + 1');
  // Uses `allSettled` because the migration can reject before the statement that terminates it
  // returns.
  const migration = Promise.allSettled([migrateToLatest(db, { folder })]);
  await expectWaiting({ db }, 'virtualxid', 1);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and query like '%create index concurrently%'`.execute(db);
  expect(await migration).toMatchObject([{ status: 'rejected' }]);
  await otherClient.query('commit');
  expect(await isValid('properties_sqft')).toBe(false);
  expect(await migrateToLatest(db, { folder })).toEqual(['9000_index']);
  expect(await isValid('properties_sqft')).toBe(true);
});

async function isValid(index: string, where: Database = db): Promise<boolean | undefined> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = ${index}::regclass`.execute(where);
  return rows[0]?.valid;
}

test('two processes that start together run each migration once, including indexes', async () => {
  await add(
    '9000_index',
    '-- outside a transaction\ncreate index concurrently properties_sqft on properties (sqft);',
  );
  await add('9001_note', 'alter table properties add column note text;');
  const { db: second } = openDatabase(database.url);
  const appliedNames = await Promise.all([
    migrateToLatest(db, { folder }),
    migrateToLatest(second, { folder }),
  ]);
  await second.destroy();
  expect(appliedNames).toHaveLength(2);
  expect(appliedNames.flat()).toEqual(['9000_index', '9001_note']);
});

test('an empty database is migrated in order, including migrations outside a transaction', async () => {
  const emptyDatabase = await createEmptyDatabase();
  const { db: emptyDb } = openDatabase(emptyDatabase.url);
  await add(
    '0001z_index',
    '-- outside a transaction\ncreate index concurrently properties_sqft on properties (sqft);',
  );
  const files = (await readdir(folder)).map((file) => path.basename(file, '.sql')).toSorted();
  expect(await migrateToLatest(emptyDb, { folder })).toEqual(files);
  expect(await isValid('properties_sqft', emptyDb)).toBe(true);
  await emptyDb.destroy();
  await emptyDatabase.drop();
});

test('a column is filled in batches, each in its own transaction', async () => {
  for (let count = 0; count < 5; count += 1) await addListing();
  await add('9000_column', 'alter table properties add column rooms integer;');
  await add(
    '9001_fill',
    `-- outside a transaction
do $$
declare filled integer;
begin
  loop
    update properties set rooms = bedrooms + bathrooms
    where id in (select id from properties where rooms is null order by id limit 2 for update skip locked);
    get diagnostics filled = row_count;
    commit;
    exit when filled = 0;
  end loop;
end $$;
alter table properties add constraint properties_rooms check (rooms is not null) not valid;
alter table properties validate constraint properties_rooms;
alter table properties alter column rooms set not null;
alter table properties drop constraint properties_rooms;
`,
  );
  expect(await migrateToLatest(db, { folder })).toEqual(['9000_column', '9001_fill']);
  const { rows } = await sql<{ filled: number; batches: number }>`
    select count(rooms)::int as filled, count(distinct xmin::text)::int as batches from properties`.execute(
    db,
  );
  expect(rows).toEqual([{ filled: 5, batches: 3 }]);
});

test('a failed migration is rolled back, its error names the reason, and earlier migrations remain', async () => {
  await add('9000_note', 'alter table properties add column note text;');
  await add(
    '9001_wrong',
    'alter table properties add column other text; alter table missing_table add column x text;',
  );
  await expect(migrateToLatest(db, { folder })).rejects.toThrow(
    /could not be migrated: .*missing_table/,
  );
  await sql`select note from properties`.execute(db);
  await expect(sql`select other from properties`.execute(db)).rejects.toThrow(/other/);
});

test('a database migrated by a newer release is rejected', async () => {
  await add('9000_note', 'alter table properties add column note text;');
  await migrateToLatest(db, { folder });
  await expect(migrateToLatest(db)).rejects.toThrow(
    'it was migrated by a newer release (9000_note)',
  );
});

test('SQL text is split into statements', () => {
  expect(
    splitStatements(`-- outside a transaction; not a statement
      select ';' as "a;b"; do $$ begin perform 1; end $$;
      -- the last one, without a semicolon
      select $x$ $$;$$ $x$`),
  ).toEqual([
    `-- outside a transaction; not a statement\n      select ';' as "a;b"`,
    'do $$ begin perform 1; end $$',
    '-- the last one, without a semicolon\n      select $x$ $$;$$ $x$',
  ]);
});
