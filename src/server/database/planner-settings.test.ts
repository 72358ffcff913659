import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { openDatabase } from './database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Applies settings to the database and returns the planner settings of a new connection. */
async function readPlannerSettings(databaseSettings: Record<string, string>) {
  const { db } = openDatabase(database.url);
  for (const [name, value] of Object.entries(databaseSettings)) {
    const databaseName = sql.raw(new URL(database.url).pathname.slice(1));
    await sql`alter database ${databaseName} set ${sql.raw(name)} = ${sql.lit(value)}`.execute(db);
  }
  await db.destroy();
  const { db: freshDb } = openDatabase(database.url);
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('jit', 'random_page_cost') order by name`.execute(
    freshDb,
  );
  await freshDb.destroy();
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

test('the planner is tuned for solid-state disks', async () => {
  expect(await readPlannerSettings({ jit: 'on', random_page_cost: '4' })).toEqual({
    jit: 'off',
    random_page_cost: '1.1',
  });
});

test('a page cost other than PostgreSQL’s default is not overridden', async () => {
  expect(await readPlannerSettings({ random_page_cost: '2' })).toMatchObject({
    random_page_cost: '2',
  });
});
