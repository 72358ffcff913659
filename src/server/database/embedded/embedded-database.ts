import { statSync } from 'node:fs';
import { ensureCluster, ensureFolders } from './cluster.ts';
import {
  applicationConnection,
  ensureApplicationDatabase,
  superuserConnection,
  type EmbeddedConnection,
} from './connect.ts';
import { sharedAccountWarning, findDatabaseUser } from './database-user.ts';
import { describeLayout, type EmbeddedLayout } from './layout.ts';
import {
  acquireControlLock,
  isLeased,
  acquireLease,
  tryAcquireControlLock,
  type LockHandle,
} from './locks.ts';
import { rotateLog } from './log-file.ts';
import { readOrCreatePassword } from './password.ts';
import { isAlive, type RunningServer } from './pid-file.ts';
import { preparePrograms } from './programs.ts';
import {
  ensureServer,
  signalServer,
  stopServer,
  type EnsureServerOptions,
} from './server-process.ts';

export interface EmbeddedDatabaseOptions {
  /** Absolute path; created if missing. See `resolveDataDir`. */
  dataDir: string;
  /** Logs notable events, such as a slow start or a restart, one line each. */
  log: (line: string) => void;
  /** Defaults to `true`. `false` trades crash safety for speed, for tests only. */
  isDurable?: boolean;
  /** Maximum total connections of all processes. Defaults to 60. */
  maxConnections?: number;
}

/** An embedded server in use by this process. */
export interface EmbeddedDatabase {
  /** For the application, which owns its database but is not a superuser. */
  connection: EmbeddedConnection;
  /** For tests and benchmarks, which create and drop databases. */
  superuserConnection: EmbeddedConnection;
  /**
   * Releases the server. Unless another process uses it, stops it and resolves when the server's process has exited.
   * Close pools first. Idempotent.
   */
  stop(): Promise<void>;
}

/** Long enough for another process's first start, or its recovery after a crash. */
const LOCK_TIMEOUT_MS = 330_000;
const WATCH_INTERVAL_MS = 2_000;

/**
 * Provides a PostgreSQL server under `dataDir`. Creates it on the first call, and starts it unless
 * it is already running, either for another process or left over from a killed one. A server that
 * exits while in use is restarted.
 *
 * The server intentionally outlives a killed process; on `process.exit`, it is signaled to stop.
 *
 * @throws StartError for problems that the operator can fix (docs/product/operations.md, Embedded database; decision 003)
 */
export async function startEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  const layout = describeLayout(options.dataDir);
  const user = findDatabaseUser(layout);
  const warning = sharedAccountWarning(user);
  if (warning !== undefined) options.log(warning);
  ensureFolders(layout, user);
  const controlLock = await acquireControlLock(layout.controlLockFile, LOCK_TIMEOUT_MS);
  const lease = acquireLease(layout.leaseFile);
  try {
    const programs = preparePrograms(layout.programsDir, user);
    const password = readOrCreatePassword(layout);
    const isDurable = options.isDurable ?? true;
    await ensureCluster({ layout, programs, user, password, isDurable });
    const serverOptions: EnsureServerOptions = {
      layout,
      user,
      postgres: programs.postgres,
      password,
      isDurable,
      maxConnections: options.maxConnections ?? 60,
      log: options.log,
    };
    const server = await ensureServer(serverOptions);
    await ensureApplicationDatabase(server.endpoint, password);
    const stop = watchServer(server, serverOptions, lease);
    return {
      connection: applicationConnection(server.endpoint, password),
      superuserConnection: superuserConnection(server.endpoint, password),
      stop,
    };
  } catch (error) {
    lease.release();
    throw error;
  } finally {
    controlLock.release();
  }
}

/** Watches the server while this process uses it; returns a function that releases it. */
function watchServer(
  server: RunningServer,
  options: EnsureServerOptions,
  lease: LockHandle,
): () => Promise<void> {
  const { layout, log } = options;
  let pid = server.pid;
  let restarting: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (!restarting && !isAlive(pid)) {
      restarting = restart().finally(() => {
        restarting = undefined;
      });
    }
  }, WATCH_INTERVAL_MS);
  watch.unref();
  const logTimer = setInterval(() => rotateLog(layout), 600_000);
  logTimer.unref();

  async function restart(): Promise<void> {
    try {
      const controlLock = await acquireControlLock(layout.controlLockFile, LOCK_TIMEOUT_MS);
      try {
        pid = (await ensureServer(options)).pid;
        log('The database server exited and was restarted.');
      } finally {
        controlLock.release();
      }
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
    }
  }

  const onExit = (): void => releaseOnExit(layout, lease);
  process.once('exit', onExit);

  let stopping: Promise<void> | undefined;
  return () => {
    stopping ??= (async () => {
      clearInterval(watch);
      clearInterval(logTimer);
      await restarting;
      const controlLock = await acquireControlLock(layout.controlLockFile, LOCK_TIMEOUT_MS);
      try {
        lease.release();
        if (!isLeased(layout.leaseFile)) await stopServer(layout);
      } finally {
        process.off('exit', onExit);
        controlLock.release();
      }
    })();
    return stopping;
  };
}

/**
 * Releases the server when a process exits without calling `stop`. Unless another process uses it, signals it to stop,
 * because exit handlers cannot wait.
 */
function releaseOnExit(layout: EmbeddedLayout, lease: LockHandle): void {
  lease.release();
  const controlLock =
    statSync(layout.controlLockFile, { throwIfNoEntry: false }) &&
    tryAcquireControlLock(layout.controlLockFile);
  if (!controlLock) return;
  if (!isLeased(layout.leaseFile)) signalServer(layout, 'SIGINT');
  controlLock.release();
}
