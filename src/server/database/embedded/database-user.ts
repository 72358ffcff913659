import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { StartError } from '../../errors/start-error.ts';
import type { EmbeddedLayout } from './layout.ts';

/** The account that PostgreSQL works as when Doorstep itself runs as root, which PostgreSQL refuses. */
export interface DatabaseUser {
  uid: number;
  gid: number;
}

/**
 * Who the database works as: `undefined` for the caller's own account, which is the answer for everybody but root.
 *
 * For root it is the owner of the data if there are some, so that a database made by an ordinary user stays usable,
 * else `nobody`, which every system has: `initdb` needs an account with a name, and none is created (decision 003).
 * Throws a `StartError` when the data belong to somebody else, or when there is no such account.
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
  return { uid: readAccountNumber('-u'), gid: readAccountNumber('-g') };
}

function readAccountNumber(option: '-u' | '-g'): number {
  const { stdout } = spawnSync('id', [option, 'nobody'], { encoding: 'utf8' });
  const number = Number.parseInt(stdout ?? '', 10);
  if (!Number.isInteger(number) || number === 0) {
    throw new StartError(
      'The database cannot work as root, and this system has no account `nobody` for it.',
    );
  }
  // macOS numbers it 4294967294, which Node.js takes as -2 only.
  return number | 0;
}

/** Whether `user` (the caller when absent) can enter the folder `path` with every folder above it. */
export function canEnter(path: string, user: DatabaseUser | undefined): boolean {
  return succeeds('cd "$1"', path, user);
}

/** Whether `user` (the caller when absent) can run the program `path`. */
export function canRun(path: string, user: DatabaseUser | undefined): boolean {
  return succeeds('test -x "$1" && test -r "$1"', path, user);
}

/** Asks the system itself, as that user, because access lists and mount options know more than mode bits. */
function succeeds(test: string, path: string, user: DatabaseUser | undefined): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', test, 'sh', path], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}

/** Hands `path` over to `user`; leaves it alone when the database works as the caller. */
export function giveTo(user: DatabaseUser | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}
