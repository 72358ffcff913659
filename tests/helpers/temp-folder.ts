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
/** Another run may be between making its folder and locking it. */
const JUST_MADE_MS = 60_000;

/**
 * A new empty folder in the system's temporary one, which the embedded database's account can enter also when the
 * tests run as root with a `TMPDIR` of root's own. The caller removes it.
 */
export function makeTempFolder(): string {
  const folder = mkdtempSync(join(findParent(), PREFIX));
  chmodSync(folder, 0o755);
  return folder;
}

/** Ends the servers that killed test runs have left in such folders, and removes these. */
export async function removeAbandonedTempFolders(): Promise<void> {
  const parent = findParent();
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (
      !name.startsWith(PREFIX) ||
      statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()
    )
      continue;
    if (await isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const layout = describeLayout(folder);
  if (!existsSync(layout.gateFile)) return Date.now() - statSync(folder).mtimeMs > ONE_DAY_MS;
  if (Date.now() - statSync(layout.gateFile).birthtimeMs < JUST_MADE_MS) return false;
  const gate = tryEnterGate(layout.gateFile);
  if (!gate) return false;
  try {
    if (isLeased(layout.leaseFile)) return false;
    await stopServer(layout);
    return true;
  } finally {
    gate.release();
  }
}

function findParent(): string {
  const user = findDatabaseUser({ rootDir: '/nowhere', clusterDir: '/nowhere' });
  const parents = [tmpdir(), '/tmp', '/var/tmp'];
  return realpathSync(parents.find((folder) => canEnter(folder, user)) ?? tmpdir());
}
