import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { openDatabase } from '#server/database/database.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';

test('slow reads by one account leave database connections for other accounts', async () => {
  const server = await startTestApp();
  const separateConnection = openDatabase(server.databaseUrl, { maxConnections: 1 });
  try {
    const agent = await server.addUser({ role: 'agent' });
    const other = await server.addUser();
    const transaction = await separateConnection.db.startTransaction().execute();
    // Blocks the reads.
    await sql`lock table inquiries, properties in access exclusive mode`.execute(transaction);
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks where not granted and database = (
          select oid from pg_database where datname = current_database())`.execute(transaction);
      return rows[0]?.count;
    };
    const reads = Array.from({ length: 4 }, () => [
      server.status(endpoints.agentStats, { as: agent }),
      server.status(endpoints.listInquiries, { as: agent, query: { searchTerm: 'garden' } }),
      server.status(endpoints.listMyProperties, { as: agent, query: { sort: 'views_desc' } }),
    ]).flat();
    await expect.poll(countWaiting).toBe(2);
    for (let count = 0; count < 3; count += 1)
      expect(await server.status(endpoints.getProfile, { as: other, ip: '198.51.100.7' })).toBe(
        200,
      );
    expect(await countWaiting()).toBe(2);
    await transaction.rollback().execute();
    expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
  } finally {
    await separateConnection.db.destroy();
    await server.close();
  }
});
