import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#server/database/database.ts';

/**
 * Waits until exactly `count` statements in the test's database are blocked by a lock, so concurrency tests need no
 * delays.
 *
 * @param type the type of the lock, as in `pg_locks.locktype`
 */
export async function expectWaiting(
  { db }: { db: Database },
  type: 'advisory' | 'transactionid' | 'virtualxid' | 'tuple' | 'relation',
  count: number,
): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_locks
        join pg_stat_activity using (pid)
        where datname = current_database() and locktype = ${type} and not granted`.execute(db);
      return rows[0]?.waiting;
    })
    .toBe(count);
}
