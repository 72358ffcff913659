import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import type { EmbeddedConnection } from './connect.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { describeLayout } from './layout.ts';
import { isAlive, readPidFile } from './pid-file.ts';

/** A process that uses an embedded database until it is stopped or killed. */
export interface DatabaseUserProcess {
  connection: EmbeddedConnection;
  /** Ends the process's input and resolves with its exit code. */
  end(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

const dataDirs: string[] = [];
const children = new Set<ChildProcess>();

/** Creates an empty folder that the database's user can enter; `cleanUp` removes it. */
export function makeDataDir(): string {
  const dataDir = makeTempFolder({ inMemory: true });
  dataDirs.push(dataDir);
  return dataDir;
}

let initializedDataDir: string | undefined;

/**
 * Creates a folder like `makeDataDir`, with a copy of an initialized database: the first start of a database is much
 * slower than later ones. Call `removeInitializedDataDir` after all tests.
 *
 * @param name a subfolder for the database
 */
export async function makeInitializedDataDir(name = ''): Promise<string> {
  if (initializedDataDir === undefined) {
    const folder = makeTempFolder({ inMemory: true });
    const options = { dataDir: folder, isDurable: false, log: () => undefined };
    await (await startEmbeddedDatabase(options)).stop();
    initializedDataDir = folder;
  }
  const dataDir = join(makeDataDir(), name);
  mkdirSync(dataDir, { recursive: true });
  // Preserves owners and modes, which PostgreSQL checks.
  execFileSync('cp', ['-a', join(initializedDataDir, 'postgres'), dataDir]);
  return dataDir;
}

export function removeInitializedDataDir(): void {
  if (initializedDataDir !== undefined) rmSync(initializedDataDir, { recursive: true });
  initializedDataDir = undefined;
}

/** Starts `user-process.fixture.ts` and waits until its database is ready. Rejects if it exits first. */
export async function startUserProcess(
  dataDir: string,
  onEnd: 'stop' | 'exit' = 'stop',
  options: SpawnOptions = {},
): Promise<DatabaseUserProcess> {
  const script = fileURLToPath(new URL('./user-process.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir, onEnd], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.add(child);
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  void exited.then(() => children.delete(child));
  const line = once(createInterface(child.stdout), 'line').then(([text]: string[]) => text ?? '');
  const first = await Promise.race([line, exited]);
  if (typeof first !== 'string')
    throw new Error(`The process exited before its database was ready (${first})`);
  return {
    connection: JSON.parse(first),
    end() {
      child.stdin.end();
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Returns the process ID of the folder's server. */
export function readServerPid(dataDir: string): number {
  const server = readPidFile(describeLayout(dataDir).clusterDir);
  if (!server) throw new Error(`No server in ${dataDir}`);
  return server.pid;
}

/** Runs one statement on a new connection. */
export async function query(connection: EmbeddedConnection, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Polls until the condition holds; fails after two minutes. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!condition()) {
    if (performance.now() > deadline)
      throw new Error('The condition did not hold within two minutes');
    await sleep(5);
  }
}

/**
 * Sends SIGKILL to every process that `startUserProcess` started.
 *
 * @param options.withGroup also kills the programs started by these processes, which must be `detached`
 */
export async function killUserProcesses({ withGroup = false } = {}): Promise<void> {
  await Promise.all(
    [...children].map(async (child) => {
      const exited = once(child, 'exit');
      if (withGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
      await exited;
    }),
  );
}

/** Cleans up after a test: kills the processes and remaining servers, and removes the folders. */
export async function cleanUp(): Promise<void> {
  await killUserProcesses();
  for (const dataDir of dataDirs.splice(0)) {
    const server = readPidFile(describeLayout(dataDir).clusterDir);
    if (server && isAlive(server.pid)) {
      process.kill(server.pid, 'SIGQUIT');
      await waitUntil(() => !isAlive(server.pid));
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}
