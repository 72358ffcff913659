import { statSync } from 'node:fs';
import { ensureCluster, ensureFolders } from './cluster.ts';
import {
  applicationConnection,
  ensureApplicationDatabase,
  superuserConnection,
  type EmbeddedConnection,
} from './connect.ts';
import { describeSharedAccount, findDatabaseUser } from './database-user.ts';
import { describeLayout, type EmbeddedLayout } from './layout.ts';
import { enterGate, isLeased, takeLease, tryEnterGate, type Held } from './locks.ts';
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
  /** Receives the few lines worth printing, such as a slow start or a restart. */
  log: (line: string) => void;
  /** Default `true`. `false` trades safety against power failures for speed; for tests only. */
  durable?: boolean;
  /** Maximum connections of all processes together; default 60. */
  maxConnections?: number;
}

/** An embedded server in use by this process. */
export interface EmbeddedDatabase {
  /** For the application, as the owner of its database, not a superuser. */
  connection: EmbeddedConnection;
  /** For creating and dropping databases in tests. */
  superuserConnection: EmbeddedConnection;
  /**
   * Releases the server, and stops it unless another process uses it. Resolves when its process has exited. Close
   * pools first. Idempotent.
   */
  stop(): Promise<void>;
}

/** Long enough for another command's first start, or its recovery after a crash. */
const GATE_TIMEOUT_MS = 330_000;
const WATCH_INTERVAL_MS = 2_000;

/**
 * Provides a PostgreSQL server under `dataDir`: created on the first call, and started unless it already runs, whether
 * for another process or left over from a killed one. While it is in use, a server that exits is restarted.
 *
 * The server outlives a killed process on purpose; on `process.exit` it is asked to stop.
 *
 * Throws a `StartError` for problems that the operator can fix (docs/product/operations.md, Embedded database;
 * decision 003).
 */
export async function startEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  const layout = describeLayout(options.dataDir);
  const user = findDatabaseUser(layout);
  const sharedAccount = describeSharedAccount(user);
  if (sharedAccount !== undefined) options.log(sharedAccount);
  ensureFolders(layout, user);
  const gate = await enterGate(layout.gateFile, GATE_TIMEOUT_MS);
  const lease = takeLease(layout.leaseFile);
  try {
    const programs = preparePrograms(layout.programsDir, user);
    const password = readOrCreatePassword(layout);
    const durable = options.durable ?? true;
    await ensureCluster({ layout, programs, user, password, durable });
    const serverOptions: EnsureServerOptions = {
      layout,
      user,
      postgres: programs.postgres,
      password,
      durable,
      maxConnections: options.maxConnections ?? 60,
      log: options.log,
    };
    const server = await ensureServer(serverOptions);
    await ensureApplicationDatabase(server.endpoint, password);
    const stop = holdServer(server, serverOptions, lease);
    return {
      connection: applicationConnection(server.endpoint, password),
      superuserConnection: superuserConnection(server.endpoint, password),
      stop,
    };
  } catch (error) {
    lease.release();
    throw error;
  } finally {
    gate.release();
  }
}

/** Watches the server while this process uses it; returns a function that releases it. */
function holdServer(
  server: RunningServer,
  options: EnsureServerOptions,
  lease: Held,
): () => Promise<void> {
  const { layout, log } = options;
  let pid = server.pid;
  let checking: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (!checking && !isAlive(pid)) {
      checking = restart().finally(() => {
        checking = undefined;
      });
    }
  }, WATCH_INTERVAL_MS);
  watch.unref();
  const logTimer = setInterval(() => rotateLog(layout), 600_000);
  logTimer.unref();

  async function restart(): Promise<void> {
    try {
      const gate = await enterGate(layout.gateFile, GATE_TIMEOUT_MS);
      try {
        pid = (await ensureServer(options)).pid;
        log('The database server exited and was restarted.');
      } finally {
        gate.release();
      }
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
    }
  }

  const onExit = (): void => endWithoutWaiting(layout, lease);
  process.once('exit', onExit);

  let stopping: Promise<void> | undefined;
  return () => {
    stopping ??= (async () => {
      clearInterval(watch);
      clearInterval(logTimer);
      await checking;
      const gate = await enterGate(layout.gateFile, GATE_TIMEOUT_MS);
      try {
        lease.release();
        if (!isLeased(layout.leaseFile)) await stopServer(layout);
      } finally {
        process.off('exit', onExit);
        gate.release();
      }
    })();
    return stopping;
  };
}

/** For a process that exits without `stop`: nothing can be awaited, but a signal can be sent. */
function endWithoutWaiting(layout: EmbeddedLayout, lease: Held): void {
  lease.release();
  const gate =
    statSync(layout.gateFile, { throwIfNoEntry: false }) && tryEnterGate(layout.gateFile);
  if (!gate) return;
  if (!isLeased(layout.leaseFile)) signalServer(layout, 'SIGINT');
  gate.release();
}
