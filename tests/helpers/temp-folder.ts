import {
  existsSync,
  mkdtempSync,
  chmodSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, findDatabaseUser } from '#server/database/embedded/database-user.ts';
import { describeLayout } from '#server/database/embedded/layout.ts';
import { isLeased, tryEnterGate } from '#server/database/embedded/locks.ts';
import { stopServer } from '#server/database/embedded/server-process.ts';

const PREFIX = 'doorstep-test-';
const ONE_DAY_MS = 86_400_000;
/** Another run may be between creating its folder and locking it. */
const JUST_MADE_MS = 60_000;

/**
 * A new empty folder in the system's temporary one, which the embedded database's account can enter also when the
 * tests run as root with a `TMPDIR` of root's own. The caller removes it.
 */
export function makeTempFolder(): string {
  const folder = mkdtempSync(join(findParent(), `${PREFIX}${process.env['TEST_RUN'] ?? ''}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Ends the servers that killed test runs have left in such folders, and removes these.
 *
 * @param ownRun what `TEST_RUN` was for processes that have all ended: their folders need no grace
 */
export async function removeAbandonedTempFolders(ownRun?: string): Promise<void> {
  const parent = findParent();
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    const isOwn = ownRun !== undefined && name.startsWith(`${PREFIX}${ownRun}-`);
    if (!isOwn && !isAbandoned(folder)) continue;
    await stopServer(describeLayout(folder));
    rmSync(folder, { recursive: true, force: true });
  }
}

function isAbandoned(folder: string): boolean {
  const ownUid = process.getuid?.();
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats || (ownUid !== 0 && stats.uid !== ownUid)) return false;
  const { gateFile, leaseFile } = describeLayout(folder);
  if (!existsSync(gateFile)) return Date.now() - stats.mtimeMs > ONE_DAY_MS;
  if (Date.now() - statSync(gateFile).birthtimeMs < JUST_MADE_MS) return false;
  const gate = tryEnterGate(gateFile);
  if (!gate) return false;
  try {
    return !isLeased(leaseFile);
  } finally {
    gate.release();
  }
}

function findParent(): string {
  const user = findDatabaseUser({ rootDir: '/nowhere', clusterDir: '/nowhere' });
  const parents = [tmpdir(), '/tmp', '/var/tmp'];
  return realpathSync(parents.find((folder) => canEnter(folder, user)) ?? tmpdir());
}
