import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';
import { runAsAdmin } from './test-cluster.ts';

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('creates a separate migrated database for each caller and drops it', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect(first.url).not.toBe(second.url);
  await query(first.url, 'create table only_here (id int)');
  expect(await query(second.url, "select to_regclass('only_here') as found")).toEqual([
    { found: null },
  ]);
  expect(await query(second.url, 'select count(*)::int as users from users')).toEqual([
    { users: 0 },
  ]);
  await Promise.all([first.drop(), second.drop()]);

  const access = inject('testCluster');
  const remaining = await runAsAdmin(
    access,
    `select datname from pg_database where datname like '${access.prefix}%'`,
  );
  expect(remaining.rows.map((row: { datname: string }) => row.datname)).toContain(access.template);
  await expect(query(first.url, 'select 1')).rejects.toThrow(/does not exist/);
});
