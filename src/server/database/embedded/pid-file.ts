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

/** A server's own description in `postmaster.pid`, from its start until its end. */
export interface RunningServer {
  pid: number;
  endpoint: Endpoint;
}

/** The server that the pid file in `clusterDir` names, alive or not; `undefined` without a (whole) file. */
export function readPidFile(clusterDir: string): RunningServer | undefined {
  const file = join(clusterDir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  // Process, data folder, start time, port, socket folder, address; more lines follow.
  const [pid = '', , , port = '', socketDir = '', address = ''] = readFileSync(file, 'utf8').split(
    '\n',
  );
  if (!Number(pid) || !Number(port)) return undefined;
  const place = socketDir ? { socketDir, host: socketDir } : { host: address };
  return { pid: Number(pid), endpoint: { ...place, port: Number(port) } };
}

/**
 * Whether a process of that number runs. One that has ended and was not yet cleared away does not: in a container its
 * new parent may never do so.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return readLinuxState(pid) !== 'Z';
}

/** The state letter in /proc, which only Linux has; the program's name before it may hold spaces and brackets. */
function readLinuxState(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0];
  } catch {
    return undefined;
  }
}

/**
 * Whether the process in the pid file is the server that wrote it. Otherwise the server ended without removing the
 * file, and its number has been given to another program since.
 */
export function isServerItself(clusterDir: string, pid: number): boolean {
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
 * Lets a new server pass by a pid file whose number belongs to another program now: PostgreSQL takes its own parent's
 * number for a sure sign of a stale file. Removing the file would also skip PostgreSQL's second check, which looks for
 * processes of the ended server that still use its memory.
 */
export function markPidFileStale(clusterDir: string): void {
  const file = join(clusterDir, 'postmaster.pid');
  const lines = readFileSync(file, 'utf8').split('\n');
  // Root writes into a folder of another account here: not through a link that this account may have put there.
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  writeFileSync(descriptor, [String(process.pid), ...lines.slice(1)].join('\n'));
  closeSync(descriptor);
}

/**
 * Removes the lock file beside a socket when its server has ended. PostgreSQL does so itself, but takes a zombie
 * process for a running one, which lasts for seconds on some systems.
 */
export function removeDeadSocketLock({ socketDir, port }: Endpoint): void {
  if (socketDir === undefined) return;
  const file = join(socketDir, `.s.PGSQL.${port}.lock`);
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) rmSync(file, { force: true });
}
