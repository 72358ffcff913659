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
  /** Makes it release the database; resolves with its exit code. */
  end(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

const dataDirs: string[] = [];
const children = new Set<ChildProcess>();

/** Creates an empty folder that the database's user can enter; `endEverything` removes it. */
export function makeDataDir(): string {
  const dataDir = makeTempFolder({ inMemory: true });
  dataDirs.push(dataDir);
  return dataDir;
}

let usedDataDir: string | undefined;

/**
 * Creates a folder like `makeDataDir`, in which a database was already used and stopped: a copy, because a first start
 * takes as long as many later ones. Call `removeUsedDataDir` at the end.
 *
 * @param name a subfolder to use instead
 */
export async function makeUsedDataDir(name = ''): Promise<string> {
  if (usedDataDir === undefined) {
    const folder = makeTempFolder({ inMemory: true });
    const options = { dataDir: folder, durable: false, log: () => undefined };
    await (await startEmbeddedDatabase(options)).stop();
    usedDataDir = folder;
  }
  const dataDir = join(makeDataDir(), name);
  mkdirSync(dataDir, { recursive: true });
  // With owners and modes, which PostgreSQL checks.
  execFileSync('cp', ['-a', join(usedDataDir, 'postgres'), dataDir]);
  return dataDir;
}

export function removeUsedDataDir(): void {
  if (usedDataDir !== undefined) rmSync(usedDataDir, { recursive: true });
  usedDataDir = undefined;
}

/** Starts `hold-database.fixture.ts` and waits until it has its database. Rejects if it exits first. */
export async function holdDatabase(
  dataDir: string,
  ending: 'stop' | 'exit' = 'stop',
  options: SpawnOptions = {},
): Promise<DatabaseUserProcess> {
  const script = fileURLToPath(new URL('./hold-database.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir, ending], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.add(child);
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  void ended.then(() => children.delete(child));
  const line = once(createInterface(child.stdout), 'line').then(([text]: string[]) => text ?? '');
  const first = await Promise.race([line, ended]);
  if (typeof first !== 'string')
    throw new Error(`The process ended before it had a database (${first})`);
  return {
    connection: JSON.parse(first),
    end() {
      child.stdin.end();
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Returns the process id of the server of this folder. */
export function serverPid(dataDir: string): number {
  const server = readPidFile(describeLayout(dataDir).clusterDir);
  if (!server) throw new Error(`No server in ${dataDir}`);
  return server.pid;
}

/** Runs one statement on a new connection. */
export async function ask(connection: EmbeddedConnection, statement: string): Promise<unknown[]> {
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
 * Sends SIGKILL to every remaining process of `holdDatabase`.
 *
 * @param options.withGroup also kills the programs that it started; it must be `detached`
 */
export async function killUsers({ withGroup = false } = {}): Promise<void> {
  await Promise.all(
    [...children].map(async (child) => {
      const ended = once(child, 'exit');
      if (withGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
      await ended;
    }),
  );
}

/** Cleans up after each test: ends the processes and remaining servers, and removes the folders. */
export async function endEverything(): Promise<void> {
  await killUsers();
  for (const dataDir of dataDirs.splice(0)) {
    const server = readPidFile(describeLayout(dataDir).clusterDir);
    if (server && isAlive(server.pid)) {
      process.kill(server.pid, 'SIGQUIT');
      await waitUntil(() => !isAlive(server.pid));
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}
