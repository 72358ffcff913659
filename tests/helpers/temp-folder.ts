import {
  existsSync,
  mkdtempSync,
  chmodSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { canEnter, findDatabaseUser } from '#server/database/embedded/database-user.ts';
import { describeLayout } from '#server/database/embedded/layout.ts';
import { isLeased, tryAcquireControlLock } from '#server/database/embedded/locks.ts';
import { stopServer } from '#server/database/embedded/server-process.ts';

const PREFIX = 'doorstep-test-';
/** Linux's in-memory file system. */
const IN_MEMORY = '/dev/shm';
/** Several times the peak size of a run's databases. */
const MIN_FREE_MEMORY_BYTES = 4 * 1024 ** 3;
const ONE_DAY_MS = 86_400_000;
/** The time that another run can take between creating a lock file and locking it. */
const LOCK_GRACE_PERIOD_MS = 60_000;

/**
 * Creates an empty temporary folder that the embedded database's account can enter, even if the tests
 * run as root with a private `TMPDIR`. The caller removes it.
 *
 * @param options.inMemory whether to use memory if enough is free: each database has a thousand
 *   files, which are slow to create on disk
 */
export function makeTempFolder({ inMemory = false } = {}): string {
  const parent = inMemory && hasEnoughMemory() ? IN_MEMORY : findParent();
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.env['TEST_RUN'] ?? ''}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Removes the folders of killed test runs, after stopping the servers in them.
 *
 * @param ownRun a `TEST_RUN` whose processes have all exited, so its folders need no grace period
 */
export async function removeAbandonedTempFolders(ownRun?: string): Promise<void> {
  const parents = [findParent(), IN_MEMORY].filter((parent) => existsSync(parent));
  for (const folder of parents.flatMap(findTempFolders)) {
    const name = basename(folder);
    const isOwn = ownRun !== undefined && name.startsWith(`${PREFIX}${ownRun}-`);
    if (!isOwn && !isAbandoned(folder)) continue;
    await stopServer(describeLayout(folder));
    rmSync(folder, { recursive: true, force: true });
  }
}

const findTempFolders = (parent: string): string[] =>
  readdirSync(parent)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(parent, name));

function isAbandoned(folder: string): boolean {
  const ownUid = process.getuid?.();
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats || (ownUid !== 0 && stats.uid !== ownUid)) return false;
  const { controlLockFile, leaseFile } = describeLayout(folder);
  if (!existsSync(controlLockFile)) return Date.now() - stats.mtimeMs > ONE_DAY_MS;
  if (Date.now() - statSync(controlLockFile).birthtimeMs < LOCK_GRACE_PERIOD_MS) return false;
  const controlLock = tryAcquireControlLock(controlLockFile);
  if (!controlLock) return false;
  try {
    return !isLeased(leaseFile);
  } finally {
    controlLock.release();
  }
}

let cachedParent: string | undefined;

/** Finds the parent folder once because each check starts a process. */
function findParent(): string {
  const parents = [tmpdir(), '/tmp', '/var/tmp'];
  cachedParent ??= realpathSync(parents.find(canDatabaseEnter) ?? tmpdir());
  return cachedParent;
}

function hasEnoughMemory(): boolean {
  if (!existsSync(IN_MEMORY) || !canDatabaseEnter(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= MIN_FREE_MEMORY_BYTES;
}

const canDatabaseEnter = (folder: string): boolean =>
  canEnter(folder, findDatabaseUser({ rootDir: '/nowhere', clusterDir: '/nowhere' }));
