import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { StartError } from '../../errors/start-error.ts';
import type { EmbeddedLayout } from './layout.ts';

/** The account that PostgreSQL runs as when Doorstep runs as root; PostgreSQL refuses to run as root itself. */
export interface DatabaseUser {
  uid: number;
  gid: number;
}

/**
 * Returns the account that the database runs as, or `undefined` if it runs as the caller, which is the case for every
 * user except root.
 *
 * For root, it is the owner of the existing data, so that a database created by an ordinary user
 * remains usable. If there is no data, it is a dedicated account, or `nobody` if that account
 * cannot be created (decision 003).
 *
 * @throws StartError if the data belongs to another user, or if there is no account to run as
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
  return ensureDedicatedAccount() ?? readNobodyAccount();
}

/** The dedicated account of the database. */
export const DATABASE_ACCOUNT = 'doorstep-database';

/** Retries are needed because a process that is creating an account locks the password file. */
const MAX_ACCOUNT_ATTEMPTS = 10;
const ACCOUNT_RETRY_DELAY_MS = 100;

/** Cached per process, so that `useradd` is not tried repeatedly on systems that lack it. */
let dedicatedAccount: { user: DatabaseUser | undefined } | undefined;

function ensureDedicatedAccount(): DatabaseUser | undefined {
  dedicatedAccount ??= { user: createDedicatedAccount() };
  return dedicatedAccount.user;
}

function createDedicatedAccount(): DatabaseUser | undefined {
  for (let attempt = 0; attempt < MAX_ACCOUNT_ATTEMPTS; attempt += 1) {
    const account = readAccount(DATABASE_ACCOUNT);
    if (account) return account;
    const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
    const shell = ['--shell', '/usr/sbin/nologin'];
    const { status, error } = spawnSync('useradd', [...options, ...shell, DATABASE_ACCOUNT], {
      stdio: 'ignore',
    });
    if (error) return undefined;
    if (status !== 0)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ACCOUNT_RETRY_DELAY_MS);
  }
  return readAccount(DATABASE_ACCOUNT);
}

/**
 * Returns a warning if the database shares its account with other programs, which could then read the data; undefined
 * if it does not, or if the caller is not root.
 */
export function sharedAccountWarning(user: DatabaseUser | undefined): string | undefined {
  if (user === undefined || user.uid !== readAccount('nobody')?.uid) return undefined;
  return (
    'The database runs as the account `nobody`, which other programs may also use: its own account ' +
    `\`${DATABASE_ACCOUNT}\` could not be created, or was created after the data.`
  );
}

function readNobodyAccount(): DatabaseUser {
  const nobody = readAccount('nobody');
  if (nobody) return nobody;
  throw new StartError(
    'The database cannot run as root, and this system has no account `nobody` to run it as.',
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
  // On macOS, the ID of `nobody` is 4294967294, which Node.js accepts only as -2.
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

/**
 * Runs a shell test as the user because ACLs and mount options matter as well as mode bits.
 */
function succeeds(test: string, path: string, user: DatabaseUser | undefined): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', test, 'sh', path], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}

/** Makes `user` the owner of `path`; does nothing if the database runs as the caller. */
export function changeOwner(user: DatabaseUser | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}
