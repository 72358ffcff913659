import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import {
  createDatabase,
  runAsAdmin,
  withDatabase,
  type TestClusterAccess,
} from './test-cluster.ts';

/** A migrated database without rows, of one test file's own. */
export interface TestDatabase {
  /** What `openDatabase`, or `DATABASE_URL` in a process under test, takes. */
  url: string;
  /** Removes it, also while something is connected. Close pools before: theirs would fail on the next use. */
  drop(): Promise<void>;
}

/**
 * Copies the run's migrated template (about 20 ms). For Vitest, whose global set-up has started the server:
 *
 *     const database = await createTestDatabase();
 *     const { db } = openDatabase(database.url);
 *     afterAll(async () => { await db.destroy(); await database.drop(); });
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('testCluster'));
}

/** The same for a process that has the access by other means. */
export async function copyTemplate(access: TestClusterAccess): Promise<TestDatabase> {
  const name = `${access.prefix}_${randomBytes(4).toString('hex')}`;
  await createDatabase(access, name, access.template);
  return {
    url: withDatabase(access.ownerUrl, name),
    async drop() {
      await runAsAdmin(access, `drop database if exists "${name}" with (force)`);
    },
  };
}
