/**
 * `npm run dev`: like `npm start` with the same data, but with hot reload of client and server.
 * Vite replaces changed client modules in open pages. A change to server sources, shared sources, or
 * migrations restarts the server, while this process keeps the database running. With `--mls`, a fake MLS runs alongside
 * (dev-mls.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, readConfig } from '#server/config/config.ts';
import { resolveDataDir } from '#server/database/embedded/data-dir.ts';
import { startEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';
import { PROJECT_FOLDER } from '#server/process/installation.ts';
import { untilAborted } from '#server/concurrency/until-aborted.ts';
import { runCommand } from '#server/process/run-command.ts';

const WATCHED = ['src/server', 'src/shared', 'db/migrations'];
/** Debounce delay because editors can write several files, and a file several times. */
const DEBOUNCE_MS = 150;

async function main(shutdownSignal: AbortSignal): Promise<void> {
  const config = readConfig(process.env);
  const database = config.databaseUrl === undefined ? await startDatabase(config) : undefined;
  const port = config.port === 0 ? await findFreePort(config.host) : config.port;
  const changes = watchSources();
  const mls = process.argv.includes('--mls') ? startMls(config, port + 1) : undefined;
  try {
    await runServers(port, changes, shutdownSignal);
  } finally {
    changes.close();
    if (mls !== undefined) await stop(mls);
    await database?.stop();
  }
}

/** Starts the embedded database, which keeps running while the server restarts. */
function startDatabase(config: Config) {
  return startEmbeddedDatabase({ dataDir: dataDirOf(config), log: (line) => console.log(line) });
}

const dataDirOf = (config: Config): string =>
  resolveDataDir({
    projectDir: PROJECT_FOLDER,
    configured: config.dataDir,
    hasEmbeddedDatabase: config.databaseUrl === undefined,
  }).path;

/** Starts the fake MLS: a second installation with a separate database and folder. */
function startMls(config: Config, port: number): ChildProcess {
  return spawn(process.execPath, [join(PROJECT_FOLDER, 'scripts/dev-mls.ts')], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: `${dataDirOf(config)}-mls`,
      DEMO: '1',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

type Changes = { next: () => Promise<unknown>; close: () => void };

function watchSources(): Changes {
  let nextChange = Promise.withResolvers<void>();
  const watchers = WATCHED.map((folder) =>
    watch(join(PROJECT_FOLDER, folder), { recursive: true }, (_event, file) => {
      if (file !== null && /\.(test|fixture)\.ts$|~$|\.swp$/.test(file)) return;
      nextChange.resolve();
      nextChange = Promise.withResolvers();
    }),
  );
  return {
    next: () => nextChange.promise.then(() => sleep(DEBOUNCE_MS)),
    close: () => {
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Restarts the server after each change. After a failed start, waits for the next change. */
async function runServers(
  port: number,
  changes: Changes,
  shutdownSignal: AbortSignal,
): Promise<void> {
  const aborted = untilAborted(shutdownSignal);
  while (!shutdownSignal.aborted) {
    const server = startServer(port);
    await Promise.race([changes.next(), aborted]);
    if (!shutdownSignal.aborted) console.log('\nSources changed. Restarting the server …');
    await stop(server);
  }
}

function startServer(port: number): ChildProcess {
  // Vite gives pages the development builds of React and its router, so the server must use the same ones.
  const args = ['--conditions=development', join(PROJECT_FOLDER, 'scripts/dev-server.ts')];
  return spawn(process.execPath, args, {
    // Cached pages would be stale after a code change.
    env: { RESPONSE_CACHE_MB: '0', ...process.env, PORT: String(port), NODE_ENV: 'development' },
    // The IPC channel closes when this process exits, which stops the server.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  await exited;
}

async function findFreePort(host: string): Promise<number> {
  const probe = createServer();
  probe.listen(0, host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

runCommand(main);
