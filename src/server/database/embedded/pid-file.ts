import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from './endpoint.ts';

/** A server's process and endpoint, as described in its `postmaster.pid`. */
export interface RunningServer {
  pid: number;
  endpoint: Endpoint;
}

/**
 * Returns the server in the PID file of `clusterDir`, running or not; `undefined` if the file is
 * missing or incomplete.
 */
export function readPidFile(clusterDir: string): RunningServer | undefined {
  const file = join(clusterDir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  // Process, data folder, start time, port, socket folder, address; more lines follow.
  const [pid = '', , , port = '', socketDir = '', address = ''] = readFileSync(file, 'utf8').split(
    '\n',
  );
  if (!Number(pid) || !Number(port)) return undefined;
  const location = socketDir ? { socketDir, host: socketDir } : { host: address };
  return { pid: Number(pid), endpoint: { ...location, port: Number(port) } };
}

/**
 * Returns whether a process with this ID is running. Zombies do not count: in a container, their new parent may never
 * reap them.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return readLinuxState(pid) !== 'Z';
}

/** Returns the state letter from /proc (Linux only); the program name before it can contain spaces and parentheses. */
function readLinuxState(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0];
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the process in the PID file is the server that wrote it. If not, the server exited without removing
 * the file, and its process ID was reused.
 */
export function isServerProcess(clusterDir: string, pid: number): boolean {
  const dataDirAtStart =
    readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[1] ?? '';
  try {
    const procFile = `/proc/${pid}/cmdline`;
    const command = existsSync(procFile)
      ? readFileSync(procFile, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(dataDirAtStart);
  } catch {
    return false;
  }
}

/**
 * Marks a PID file as stale after another program reused its process ID: PostgreSQL treats its own parent's ID as proof
 * of a stale file. Removing the file would also skip PostgreSQL's second check, for processes of the old server that
 * still use its shared memory.
 */
export function markPidFileStale(clusterDir: string): void {
  const file = join(clusterDir, 'postmaster.pid');
  const lines = readFileSync(file, 'utf8').split('\n');
  // If root runs Doorstep, the folder belongs to another account, and root must not follow a link
  // created by that account.
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  writeFileSync(descriptor, [String(process.pid), ...lines.slice(1)].join('\n'));
  closeSync(descriptor);
}

/**
 * Removes the lock file of a socket whose server has exited. PostgreSQL also does this, but it
 * mistakes a zombie, which can persist for seconds on some systems, for a running process.
 */
export function removeDeadSocketLock({ socketDir, port }: Endpoint): void {
  if (socketDir === undefined) return;
  const file = join(socketDir, `.s.PGSQL.${port}.lock`);
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) rmSync(file, { force: true });
}
