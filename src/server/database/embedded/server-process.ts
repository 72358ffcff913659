import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../errors/start-error.ts';
import { databaseEnvironment } from './cluster.ts';
import { checkServer, superuserConnection } from './connect.ts';
import type { DatabaseUser } from './database-user.ts';
import { chooseEndpoint, removeTemporarySocketDir } from './endpoint.ts';
import type { EmbeddedLayout } from './layout.ts';
import { readLastError, rotateLog, withOpenLog } from './log-file.ts';
import {
  isAlive,
  isServerProcess,
  markPidFileStale,
  readPidFile,
  removeDeadSocketLock,
  type RunningServer,
} from './pid-file.ts';
import { describeServerSettings } from './server-settings.ts';

export interface EnsureServerOptions {
  layout: EmbeddedLayout;
  user: DatabaseUser | undefined;
  postgres: string;
  password: string;
  isDurable: boolean;
  maxConnections: number;
  log: (line: string) => void;
}

const POLL_MS = 15;
/** Replaying the WAL after a crash can take minutes on a slow disk. */
const START_TIMEOUT_MS = 300_000;
const SLOW_START_MS = 3_000;
const FAST_SHUTDOWN_TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 5;
const RETRY_MS = 400;

/**
 * Returns the server for this data folder, starting it unless it is already running, possibly left
 * over from a killed process. The caller must hold the control lock.
 *
 * @throws StartError with PostgreSQL's error if the server does not start, or if it does not respond or rejects the
 *   stored password
 */
export async function ensureServer(options: EnsureServerOptions): Promise<RunningServer> {
  const { layout } = options;
  const runningServer = readPidFile(layout.clusterDir);
  if (runningServer && isAlive(runningServer.pid)) {
    if (!isServerProcess(layout.clusterDir, runningServer.pid)) markPidFileStale(layout.clusterDir);
    // A server that is shutting down never becomes ready; a new one is started below.
    else if (await waitUntilReady(runningServer, options)) return runningServer;
  }
  rotateLog(layout);
  for (let attempt = 1; ; attempt += 1) {
    const server = await startServer(options);
    if (server) return server;
    // The child processes of a killed server take a moment to exit, and another program can take the port before the
    // server listens on it.
    if (attempt === MAX_ATTEMPTS)
      throw new StartError(`The database did not start: ${readLastError(layout)}`);
    await sleep(RETRY_MS);
  }
}

async function startServer(options: EnsureServerOptions): Promise<RunningServer | undefined> {
  const { layout, user } = options;
  const endpoint = await chooseEndpoint(layout, user);
  removeDeadSocketLock(endpoint);
  const settings = describeServerSettings({ ...options, endpoint });
  // Detached because Ctrl-C reaches every process of the terminal, and the database must outlive this process.
  const child = withOpenLog(layout, (log) =>
    spawn(options.postgres, ['-D', layout.clusterDir, ...settings], {
      ...user,
      cwd: layout.clusterDir,
      env: databaseEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    }),
  );
  child.on('error', () => undefined);
  child.unref();
  if (child.pid === undefined) return undefined;
  const server = { pid: child.pid, endpoint };
  return (await waitUntilReady(server, options)) ? server : undefined;
}

/** Waits until the server accepts connections; returns `false` if its process exits. */
async function waitUntilReady(
  server: RunningServer,
  { password, log }: EnsureServerOptions,
): Promise<boolean> {
  const connection = superuserConnection(server.endpoint, password);
  const startedAt = performance.now();
  let isLogged = false;
  while (isAlive(server.pid)) {
    const response = await checkServer(connection);
    if (response === 'ready') return true;
    if (response === 'refused') {
      throw new StartError(
        `The database does not accept the password stored next to it (${server.endpoint.host}).`,
      );
    }
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > START_TIMEOUT_MS) throw new StartError('The database is not responding.');
    if (waitedMs > SLOW_START_MS && !isLogged) {
      isLogged = true;
      log('The database is starting, which takes longer after a crash …');
    }
    await sleep(POLL_MS);
  }
  return false;
}

/**
 * Stops the server for this data folder if it is running: disconnects clients, flushes data, and waits until its
 * process has exited. After 30 seconds, forces an immediate shutdown. The caller must hold the control lock, and the
 * server must no longer be in use.
 */
export async function stopServer(layout: EmbeddedLayout): Promise<void> {
  const server = signalServer(layout, 'SIGINT');
  if (!server) return;
  if (!(await waitForExit(server.pid, FAST_SHUTDOWN_TIMEOUT_MS))) {
    signalServer(layout, 'SIGQUIT');
    await waitForExit(server.pid, FAST_SHUTDOWN_TIMEOUT_MS);
  }
  removeTemporarySocketDir(server.endpoint, layout);
}

/**
 * Signals the server to stop, without waiting: `SIGINT` for a clean shutdown, `SIGQUIT` for an immediate one.
 *
 * @returns the server, or undefined if it is not running
 */
export function signalServer(
  layout: EmbeddedLayout,
  signal: 'SIGINT' | 'SIGQUIT',
): RunningServer | undefined {
  const server = readPidFile(layout.clusterDir);
  if (!server || !isAlive(server.pid) || !isServerProcess(layout.clusterDir, server.pid))
    return undefined;
  process.kill(server.pid, signal);
  return server;
}

async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
