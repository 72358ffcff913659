import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { endLeftGathering, withGatheringIndexes } from './gathering-indexes-repository.ts';

let db: Database;
let url: string;
beforeAll(async () => {
  const database = await createTestDatabase();
  ({ url } = database);
  ({ db } = openDatabase(url));
  return async () => {
    await db.destroy();
    await database.drop();
  };
});

const gatherOf = async () => {
  const { rows } = await sql<{ name: string; options: string[] }>`
    select relname as name, reloptions as options from pg_class
    where relname in ('properties_kinds_search', 'properties_all_search') order by relname`.execute(
    db,
  );
  return rows.map(({ options }) => options.join());
};
const OFF = ['fastupdate=off', 'fastupdate=off'];
const ON = ['fastupdate=on', 'fastupdate=on'];

/** An import that is at work until its connection is cut, as SIGKILL does. */
async function importUntilKilled(): Promise<{ kill: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => undefined);
  await client.query(`select pg_advisory_lock_shared(hashtext('doorstep.gathering'))`);
  for (const index of ['properties_kinds_search', 'properties_all_search']) {
    await client.query(`alter index ${index} set (fastupdate = on)`);
  }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    kill: async () => {
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db);
      await ended;
    },
  };
}

test('gather while a long import runs, and not after it', async () => {
  await db.connection().execute((connection) =>
    withGatheringIndexes(connection, async () => {
      expect(await gatherOf()).toEqual(ON);
      expect(await endLeftGathering(db)).toBe(false);
      expect(await gatherOf()).toEqual(ON);
    }),
  );
  expect(await gatherOf()).toEqual(OFF);
});

test('do not gather after an import that failed', async () => {
  const failure = new Error('The file ends here.');
  const failing = db
    .connection()
    .execute((connection) => withGatheringIndexes(connection, () => Promise.reject(failure)));
  await expect(failing).rejects.toBe(failure);
  expect(await gatherOf()).toEqual(OFF);
});

test('are put back after an import that was killed, and not before', async () => {
  const { kill } = await importUntilKilled();
  expect(await endLeftGathering(db)).toBe(false);
  expect(await gatherOf()).toEqual(ON);
  await kill();
  expect(await endLeftGathering(db)).toBe(true);
  expect(await gatherOf()).toEqual(OFF);
});

test('are left alone where nothing is to be put back', async () => {
  expect(await gatherOf()).toEqual(OFF);
  expect(await endLeftGathering(db)).toBe(false);
});
