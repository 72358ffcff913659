import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../errors/start-error.ts';
import { changeOwner, type DatabaseUser } from './database-user.ts';
import type { EmbeddedLayout } from './layout.ts';
import type { Programs } from './programs.ts';

const run = promisify(execFile);
const UNFINISHED_PREFIX = 'initializing-';

/** The database's superuser; the application itself uses a role with fewer privileges. */
export const SUPERUSER = 'postgres';

export interface EnsureClusterOptions {
  layout: EmbeddedLayout;
  programs: Programs;
  user: DatabaseUser | undefined;
  password: string;
  /** `false` skips the final sync to disk, for tests. */
  isDurable: boolean;
}

/**
 * Creates PostgreSQL's data folder if it is missing. The folder gets its final name last: if the
 * first start is killed, it leaves only a temporary folder, which the next start removes. The
 * caller must hold the control lock.
 *
 * Text sorts by code point on every platform (the builtin provider's `C.UTF-8` locale).
 *
 * @throws StartError if the data is from another major version of PostgreSQL or cannot be created
 */
export async function ensureCluster(options: EnsureClusterOptions): Promise<void> {
  const { layout } = options;
  for (const name of readdirSync(layout.rootDir)) {
    if (name.startsWith(UNFINISHED_PREFIX)) rmSync(join(layout.rootDir, name), { recursive: true });
  }
  if (existsSync(layout.clusterDir)) checkVersion(layout.clusterDir, options.programs);
  else await initialize(options);
}

function checkVersion(clusterDir: string, programs: Programs): void {
  const dataVersion = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim();
  if (dataVersion === String(programs.majorVersion)) return;
  throw new StartError(
    `The data in ${clusterDir} was created by PostgreSQL ${dataVersion}, but this release includes PostgreSQL ${programs.majorVersion}: ` +
      'back it up with the release that created it (npm run backup -- FOLDER), ' +
      'and restore the backup into an empty DATA_DIR with this one (npm run restore -- FOLDER).',
  );
}

async function initialize({
  layout,
  programs,
  user,
  password,
  isDurable,
}: EnsureClusterOptions): Promise<void> {
  const workDir = mkdtempSync(join(layout.rootDir, UNFINISHED_PREFIX));
  const passwordFile = join(workDir, 'password');
  const clusterDir = join(workDir, 'data');
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    changeOwner(user, passwordFile);
    changeOwner(user, workDir);
    const options = [
      `--pgdata=${clusterDir}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(isDurable ? [] : ['--no-sync']),
    ];
    await run(programs.initdb, options, { ...user, cwd: workDir, env: databaseEnvironment() });
    renameSync(clusterDir, layout.clusterDir);
  } catch (error) {
    throw new StartError(
      `The database could not be created in ${layout.rootDir}: ${describeFailure(error)}`,
    );
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

function describeFailure(error: unknown): string {
  const stderr =
    typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : '';
  const reason = stderr.split('\n').find((line) => /error|fatal/i.test(line));
  return (
    reason?.trim() ??
    (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  );
}

/**
 * Returns the environment for PostgreSQL's programs: English messages, UTC, and only `PATH` from the
 * caller's environment, so that variables such as `PGDATA` and `LC_ALL` have no effect.
 */
export function databaseEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };
}

/** Creates the folders around PostgreSQL's data folder, with the owners and modes of `layout.ts`. */
export function ensureFolders(layout: EmbeddedLayout, user: DatabaseUser | undefined): void {
  mkdirSync(layout.rootDir, { recursive: true });
  // The database's user only needs to traverse it.
  chmodSync(layout.rootDir, user ? 0o711 : 0o700);
  mkdirSync(layout.socketDir, { recursive: true });
  changeOwner(user, layout.socketDir);
  chmodSync(layout.socketDir, 0o700);
}
