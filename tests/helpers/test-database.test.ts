import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';
import { runAsAdmin } from './test-cluster.ts';

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('gives every caller a separate migrated database, and removes it', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect(one.url).not.toBe(two.url);
  await ask(one.url, 'create table only_here (id int)');
  expect(await ask(two.url, "select to_regclass('only_here') as found")).toEqual([{ found: null }]);
  expect(await ask(two.url, 'select count(*)::int as users from users')).toEqual([{ users: 0 }]);
  await Promise.all([one.drop(), two.drop()]);

  const access = inject('testCluster');
  const left = await runAsAdmin(
    access,
    `select datname from pg_database where datname like '${access.prefix}%'`,
  );
  expect(left.rows.map((row: { datname: string }) => row.datname)).toContain(access.template);
  await expect(ask(one.url, 'select 1')).rejects.toThrow(/does not exist/);
});
