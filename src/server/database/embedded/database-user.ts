import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { StartError } from '../../errors/start-error.ts';
import type { EmbeddedLayout } from './layout.ts';

/** The account that PostgreSQL runs as if Doorstep itself runs as root, which PostgreSQL refuses. */
export interface DatabaseUser {
  uid: number;
  gid: number;
}

/**
 * Returns the account that the database runs as: `undefined` for the caller's own, as for every user but root.
 *
 * For root it is the owner of existing data, so that a database created by an ordinary user stays usable, otherwise a
 * dedicated account, created if possible, otherwise `nobody` (decision 003). Throws a `StartError` if the data belongs
 * to another user, or if there is no account at all.
 */
export function findDatabaseUser(
  layout: Pick<EmbeddedLayout, 'rootDir' | 'clusterDir'>,
): DatabaseUser | undefined {
  const ownUid = process.getuid?.();
  if (ownUid !== 0) {
    const owner = statSync(layout.rootDir, { throwIfNoEntry: false });
    if (owner && ownUid !== undefined && owner.uid !== ownUid) {
      throw new StartError(
        `The database in ${layout.rootDir} belongs to another user (uid ${owner.uid}): start Doorstep as that user.`,
      );
    }
    return undefined;
  }
  const owner = statSync(layout.clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return ensureOwnAccount() ?? readNobody();
}

/** The dedicated account of the database. */
export const OWN_ACCOUNT = 'doorstep-database';

/** Another process may be creating an account, which locks the list of accounts. */
const ACCOUNT_ATTEMPTS = 10;
const ACCOUNT_WAIT_MS = 100;

/** Cached per process, so that a system without `useradd` is not tried repeatedly. */
let ownAccount: { user: DatabaseUser | undefined } | undefined;

function ensureOwnAccount(): DatabaseUser | undefined {
  ownAccount ??= { user: makeOwnAccount() };
  return ownAccount.user;
}

function makeOwnAccount(): DatabaseUser | undefined {
  for (let attempt = 0; attempt < ACCOUNT_ATTEMPTS; attempt += 1) {
    const found = readAccount(OWN_ACCOUNT);
    if (found) return found;
    const choices = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
    const shell = ['--shell', '/usr/sbin/nologin'];
    const { status, error } = spawnSync('useradd', [...choices, ...shell, OWN_ACCOUNT], {
      stdio: 'ignore',
    });
    if (error) return undefined;
    if (status !== 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ACCOUNT_WAIT_MS);
  }
  return readAccount(OWN_ACCOUNT);
}

/**
 * Returns a log line if the database shares an account, whose other programs can read the data; undefined if it does
 * not, or if the caller is not root.
 */
export function describeSharedAccount(user: DatabaseUser | undefined): string | undefined {
  if (user === undefined || user.uid !== readAccount('nobody')?.uid) return undefined;
  return (
    'The database runs as the account `nobody`, which other programs may also use: its own account ' +
    `\`${OWN_ACCOUNT}\` could not be created, or is newer than the data.`
  );
}

function readNobody(): DatabaseUser {
  const nobody = readAccount('nobody');
  if (nobody) return nobody;
  throw new StartError(
    'The database cannot run as root, and this system has no account `nobody` for it.',
  );
}

function readAccount(name: string): DatabaseUser | undefined {
  const uid = readAccountNumber('-u', name);
  const gid = readAccountNumber('-g', name);
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function readAccountNumber(option: '-u' | '-g', name: string): number | undefined {
  const { stdout } = spawnSync('id', [option, name], { encoding: 'utf8' });
  const number = Number.parseInt(stdout ?? '', 10);
  // On macOS the id of `nobody` is 4294967294, which Node.js accepts only as -2.
  return Number.isInteger(number) && number !== 0 ? number | 0 : undefined;
}

/** Returns whether `user` (the caller if absent) can enter the folder `path` and every folder above it. */
export function canEnter(path: string, user: DatabaseUser | undefined): boolean {
  return succeeds('cd "$1"', path, user);
}

/** Returns whether `user` (the caller if absent) can run the program `path`. */
export function canRun(path: string, user: DatabaseUser | undefined): boolean {
  return succeeds('test -x "$1" && test -r "$1"', path, user);
}

/** Runs a test as that user, because access lists and mount options matter as well as mode bits. */
function succeeds(test: string, path: string, user: DatabaseUser | undefined): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', test, 'sh', path], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}

/** Changes the owner of `path` to `user`; does nothing if the database runs as the caller. */
export function giveTo(user: DatabaseUser | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}
