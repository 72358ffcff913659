import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartError } from '../../errors/start-error.ts';
import { canEnter, findDatabaseUser, type DatabaseUser } from './database-user.ts';
import { describeLayout } from './layout.ts';

export interface DataDirOptions {
  /** The folder of the clone; a relative `DATA_DIR` is resolved against it. */
  projectDir: string;
  /** The configured `DATA_DIR`; `undefined` or empty for the default, `.data`. */
  configured: string | undefined;
  /** `false` with a `DATABASE_URL`. Then only Doorstep itself needs access to the folder. */
  hasEmbeddedDatabase: boolean;
  /**
   * The folder for the data of clones that the database's user cannot access. Defaults to
   * `/var/lib/doorstep`.
   */
  systemDir?: string;
}

export interface DataDir {
  /** An absolute path to a writable folder. */
  path: string;
  /** Whether it is in `systemDir` instead of the default folder, so that startup must print it. */
  isRelocated: boolean;
}

/**
 * Resolves and creates the folder for everything that Doorstep stores, such as the database, images, and unsent emails.
 *
 * If root runs Doorstep, the database runs as another account. If that account cannot enter the
 * default folder, because the clone is in an inaccessible home folder, the folder is
 * `/var/lib/doorstep/<id>` instead, with the ID stored in the clone's `.data/id`; this choice is
 * permanent.
 *
 * @throws StartError if the folder cannot be used
 */
export function resolveDataDir(options: DataDirOptions): DataDir {
  const systemDir = options.systemDir ?? '/var/lib/doorstep';
  if (options.configured) {
    const path = resolve(options.projectDir, options.configured);
    ensureWritable(path, 'DATA_DIR');
    if (options.hasEmbeddedDatabase) requireReachable(path, 'DATA_DIR');
    return { path, isRelocated: false };
  }
  const path = join(options.projectDir, '.data');
  ensureWritable(path, 'The data folder');
  const relocatedPath = findRelocated(path, systemDir);
  if (relocatedPath) {
    ensureWritable(relocatedPath, 'The data folder');
    return { path: relocatedPath, isRelocated: true };
  }
  if (!options.hasEmbeddedDatabase || isReachable(path)) return { path, isRelocated: false };
  if (existsSync(describeLayout(path).clusterDir)) requireReachable(path, 'The data folder');
  return { path: relocate(path, systemDir), isRelocated: true };
}

/** Creates the folder if it is missing, and checks that this process can write to it. */
function ensureWritable(path: string, name: string): void {
  try {
    createFolders(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const reasons: Record<string, string> = {
      EACCES: 'the user who runs Doorstep cannot write there',
      EPERM: 'the user who runs Doorstep cannot write there',
      EROFS: 'the file system is read-only',
      ENOTDIR: 'a part of the path is a file',
      EEXIST: 'it is a file',
      ENOSPC: 'the disk is full',
    };
    throw new StartError(`${name} ${path} cannot be used: ${reasons[code] ?? code}.`);
  }
}

/** Creates missing folders. As root, makes them accessible to others regardless of the umask. */
function createFolders(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory())
      throw Object.assign(new Error('not a folder'), { code: 'EEXIST' });
    return;
  }
  createFolders(dirname(path));
  mkdirSync(path);
  if (process.getuid?.() === 0) chmodSync(path, 0o755);
}

function isReachable(path: string): boolean {
  return canEnter(path, findDatabaseUser(describeLayout(path)));
}

function requireReachable(path: string, name: string): void {
  const user = findDatabaseUser(describeLayout(path));
  if (canEnter(path, user)) return;
  const inaccessibleFolder = findInaccessibleFolder(path, user);
  throw new StartError(
    `${name} ${path} cannot be used: when started by root, the database runs as the account with uid ${user?.uid}, ` +
      `which cannot access ${inaccessibleFolder}. Set DATA_DIR to another folder, or make this one accessible (chmod a+x).`,
  );
}

function findInaccessibleFolder(path: string, user: DatabaseUser | undefined): string {
  const parent = dirname(path);
  return parent === path || canEnter(parent, user) ? path : findInaccessibleFolder(parent, user);
}

/**
 * Returns this clone's existing folder in `systemDir`, unless it belongs to the clone that this one was copied from. If
 * the clone was moved, records its new path in the folder.
 */
function findRelocated(defaultDir: string, systemDir: string): string | undefined {
  const idFile = join(defaultDir, 'id');
  if (!existsSync(idFile)) return undefined;
  const folder = join(systemDir, readFileSync(idFile, 'utf8').trim());
  const ownerFile = join(folder, 'clone');
  if (!existsSync(ownerFile)) return undefined;
  const owner = readFileSync(ownerFile, 'utf8').trim();
  const realDefaultDir = realpathSync(defaultDir);
  if (owner !== realDefaultDir) {
    if (
      existsSync(join(owner, 'id')) &&
      readFileSync(join(owner, 'id'), 'utf8') === readFileSync(idFile, 'utf8')
    ) {
      return undefined;
    }
    writeFileSync(ownerFile, `${realDefaultDir}\n`);
  }
  return folder;
}

function relocate(defaultDir: string, systemDir: string): string {
  const id = randomBytes(6).toString('hex');
  const folder = join(systemDir, id);
  ensureWritable(folder, 'The data folder');
  chmodSync(folder, 0o711);
  requireReachable(folder, 'The data folder');
  writeFileSync(join(folder, 'clone'), `${realpathSync(defaultDir)}\n`);
  writeFileSync(join(defaultDir, 'id'), `${id}\n`);
  return folder;
}
