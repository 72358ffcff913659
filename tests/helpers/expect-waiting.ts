import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#server/database/database.ts';

/**
 * Waits until so many statements of the test's database wait for a lock: what a test about two changes at once can
 * build on without guessing how long anything takes.
 *
 * @param type of the lock, as `pg_locks.locktype` calls it
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
