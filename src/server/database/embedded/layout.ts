import { join } from 'node:path';

/** The paths of an embedded database in its data folder. */
export interface EmbeddedLayout {
  /** Contains all other paths except `programsDir`; owned by the user who runs Doorstep. */
  rootDir: string;
  /** PostgreSQL's data folder, mode 0700; owned by the user that the database runs as. */
  clusterDir: string;
  /** The password of both database roles, mode 0600. */
  passwordFile: string;
  /** PostgreSQL's log; the previous log has the suffix `.old`. */
  logFile: string;
  /** The default folder for the socket, mode 0700; see `endpoint.ts` for exceptions. */
  socketDir: string;
  /** Locked while a process starts or stops the server. */
  controlLockFile: string;
  /** Locked (shared) by every process that uses the server. */
  leaseFile: string;
  /** Copies of the programs, for a user who cannot enter `node_modules`. */
  programsDir: string;
}

/** Returns the layout of `dataDir`, an absolute path, without accessing the disk. */
export function describeLayout(dataDir: string): EmbeddedLayout {
  const rootDir = join(dataDir, 'postgres');
  return {
    rootDir,
    clusterDir: join(rootDir, 'data'),
    passwordFile: join(rootDir, 'password'),
    logFile: join(rootDir, 'postgres.log'),
    socketDir: join(rootDir, 'socket'),
    controlLockFile: join(rootDir, 'gate.lock'),
    leaseFile: join(rootDir, 'lease.lock'),
    programsDir: join(dataDir, 'programs'),
  };
}
