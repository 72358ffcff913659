import { join } from 'node:path';

/** The paths of an embedded database below its data folder. */
export interface EmbeddedLayout {
  /** Contains everything below; belongs to the user who runs Doorstep. */
  rootDir: string;
  /** PostgreSQL's data folder; belongs to the user the database runs as, mode 0700. */
  clusterDir: string;
  /** The password of both database roles, mode 0600. */
  passwordFile: string;
  /** PostgreSQL's log; the part before the last rotation has the suffix `.old`. */
  logFile: string;
  /** The usual folder of the socket, mode 0700; see `endpoint.ts` for the exceptions. */
  socketDir: string;
  /** Locked while a process starts or stops the server. */
  gateFile: string;
  /** Locked (shared) by every process that uses the server. */
  leaseFile: string;
  /** Copies of the programs for a user who cannot enter `node_modules`. */
  programsDir: string;
}

/** Returns the layout below `dataDir`, an absolute path, without touching the disk. */
export function describeLayout(dataDir: string): EmbeddedLayout {
  const rootDir = join(dataDir, 'postgres');
  return {
    rootDir,
    clusterDir: join(rootDir, 'data'),
    passwordFile: join(rootDir, 'password'),
    logFile: join(rootDir, 'postgres.log'),
    socketDir: join(rootDir, 'socket'),
    gateFile: join(rootDir, 'gate.lock'),
    leaseFile: join(rootDir, 'lease.lock'),
    programsDir: join(dataDir, 'programs'),
  };
}
