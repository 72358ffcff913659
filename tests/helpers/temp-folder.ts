import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, findDatabaseUser } from '#server/database/embedded/database-user.ts';

/**
 * A new empty folder in the system's temporary one, which the embedded database's account can enter also when the
 * tests run as root with a `TMPDIR` of root's own. The caller removes it.
 */
export function makeTempFolder(): string {
  const user = findDatabaseUser({ rootDir: '/nowhere', clusterDir: '/nowhere' });
  const parents = [tmpdir(), '/tmp', '/var/tmp'];
  const parent = parents.find((folder) => canEnter(folder, user)) ?? tmpdir();
  const folder = mkdtempSync(join(realpathSync(parent), 'doorstep-test-'));
  chmodSync(folder, 0o755);
  return folder;
}
