import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { StartError } from '../../errors/start-error.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { describeLayout } from './layout.ts';
import { isAlive, readPidFile } from './pid-file.ts';
import {
  query,
  cleanUp,
  startUserProcess,
  killUserProcesses,
  makeDataDir,
  makeInitializedDataDir,
  removeInitializedDataDir,
  readServerPid,
  waitUntil,
} from './test-processes.fixture.ts';

const silentOptions = { isDurable: false, log: () => undefined };

afterEach(cleanUp);
afterAll(removeInitializedDataDir);

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe('one process', () => {
  test('creates a database on the first start and finds its data on the next start', async () => {
    const dataDir = makeDataDir();
    const first = await startEmbeddedDatabase({ dataDir, ...silentOptions });
    await query(first.connection, 'create table greetings (word text)');
    await query(first.connection, "insert into greetings values ('Zürich')");
    const pid = readServerPid(dataDir);
    await first.stop();
    expect(isAlive(pid)).toBe(false);

    const second = await startEmbeddedDatabase({ dataDir, ...silentOptions });
    expect(await query(second.connection, 'select lower(word) as word from greetings')).toEqual([
      { word: 'zürich' },
    ]);
    await second.stop();
    await second.stop();
  });

  test('protects the database with file modes, a password, and a role without superuser rights', async () => {
    const dataDir = makeDataDir();
    const layout = describeLayout(dataDir);
    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silentOptions });
    expect(modeOf(layout.passwordFile)).toBe('600');
    expect(modeOf(layout.clusterDir)).toBe('700');
    expect(modeOf(layout.socketDir)).toBe('700');
    expect(modeOf(layout.logFile)).toBe('600');
    expect(connection.host).toBe(layout.socketDir);
    expect(await query(connection, "select current_setting('is_superuser') as value")).toEqual([
      { value: 'off' },
    ]);
    expect(await query(connection, "select current_setting('listen_addresses') as value")).toEqual([
      { value: '' },
    ]);
    await expect(query({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow(
      /password authentication failed/,
    );
    await stop();
  });

  test('enables durability and data checksums by default', async () => {
    const { connection, stop } = await startEmbeddedDatabase({
      dataDir: await makeInitializedDataDir(),
      log: () => undefined,
    });
    const [row] = await query(
      connection,
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums",
    );
    expect(row).toEqual({ fsync: 'on', commit: 'on', checksums: 'on' });
    await stop();
  });

  test('signals the server to stop when the process exits without calling stop', async () => {
    const dataDir = await makeInitializedDataDir();
    const user = await startUserProcess(dataDir, 'exit');
    const pid = readServerPid(dataDir);
    expect(await user.end()).toBe(3);
    await waitUntil(() => !isAlive(pid));
  });

  test('restarts the server when it is killed', async () => {
    const dataDir = await makeInitializedDataDir();
    const log = vi.fn<(line: string) => void>();
    const { connection, stop } = await startEmbeddedDatabase({ dataDir, isDurable: false, log });
    process.kill(readServerPid(dataDir), 'SIGKILL');
    await expect
      .poll(() => log.mock.calls.flat())
      .toContain('The database server exited and was restarted.');
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });
});

describe('several processes', () => {
  test('share one server, and the last process stops it', async () => {
    const dataDir = makeDataDir();
    const [first, second] = await Promise.all([
      startUserProcess(dataDir),
      startUserProcess(dataDir),
    ]);
    const pid = readServerPid(dataDir);
    expect(await first.end()).toBe(0);
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readServerPid(dataDir)).toBe(pid);
    expect(await second.end()).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  test('reuse and stop the server of a killed process', async () => {
    const dataDir = await makeInitializedDataDir();
    const killedProcess = await startUserProcess(dataDir);
    const pid = readServerPid(dataDir);
    await killedProcess.kill();
    expect(isAlive(pid)).toBe(true);
    const nextDatabase = await startEmbeddedDatabase({ dataDir, ...silentOptions });
    expect(readServerPid(dataDir)).toBe(pid);
    await nextDatabase.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('do not wait for a killed process', async () => {
    const dataDir = await makeInitializedDataDir();
    const [killedProcess, lastProcess] = await Promise.all([
      startUserProcess(dataDir),
      startUserProcess(dataDir),
    ]);
    const pid = readServerPid(dataDir);
    await killedProcess.kill();
    expect(await lastProcess.end()).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });
});

describe('recovery', () => {
  test('recovers from a first start that was killed', async () => {
    const dataDir = makeDataDir();
    const { rootDir, clusterDir } = describeLayout(dataDir);
    const isInitializing = (): boolean =>
      existsSync(rootDir) && readdirSync(rootDir).some((name) => name.startsWith('initializing-'));
    const killedProcess = startUserProcess(dataDir, 'stop', { detached: true }).then(
      () => 'started',
      () => 'killed',
    );
    await waitUntil(isInitializing);
    // Also kills initdb, which would otherwise recreate its folder after the next start removed it.
    await killUserProcesses({ withGroup: true });
    expect(await killedProcess).toBe('killed');
    expect(existsSync(clusterDir)).toBe(false);

    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silentOptions });
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(isInitializing()).toBe(false);
    await stop();
  });

  test('starts even if the process ID in the PID file now belongs to another program', async () => {
    const dataDir = await makeInitializedDataDir();
    const { clusterDir } = describeLayout(dataDir);
    const user = await startUserProcess(dataDir);
    const pid = readServerPid(dataDir);
    await user.kill();
    process.kill(pid, 'SIGKILL');
    await waitUntil(() => !isAlive(pid));
    const otherProgram = spawn('sleep', ['60']);
    const pidFile = join(clusterDir, 'postmaster.pid');
    writeFileSync(
      pidFile,
      readFileSync(pidFile, 'utf8').replace(String(pid), String(otherProgram.pid)),
    );

    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silentOptions });
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
    expect(otherProgram.exitCode).toBeNull();
    otherProgram.kill();
  });

  test('rejects data from another major version of PostgreSQL and explains the fix', async () => {
    const dataDir = makeDataDir();
    const { clusterDir, passwordFile } = describeLayout(dataDir);
    mkdirSync(clusterDir, { recursive: true });
    writeFileSync(join(clusterDir, 'PG_VERSION'), '17\n');
    writeFileSync(passwordFile, 'secret\n');
    const start = startEmbeddedDatabase({ dataDir, ...silentOptions });
    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow(
      /PostgreSQL 17.*npm run backup -- FOLDER.*npm run restore -- FOLDER/,
    );
  });

  test('reports a missing password file', async () => {
    const dataDir = await makeInitializedDataDir();
    rmSync(describeLayout(dataDir).passwordFile);
    await expect(startEmbeddedDatabase({ dataDir, ...silentOptions })).rejects.toThrow(
      /database password is missing/,
    );
  });

  test("reports PostgreSQL's own reason if it does not start", async () => {
    const dataDir = await makeInitializedDataDir();
    chmodSync(describeLayout(dataDir).clusterDir, 0o777);
    const start = startEmbeddedDatabase({ dataDir, ...silentOptions });
    await expect(start).rejects.toThrow(
      /did not start: FATAL: +data directory .* has invalid permissions/,
    );
  });
});

describe('the endpoint', () => {
  const longName = 'a long name, with spaces '.repeat(6);

  test('is a socket in the temporary folder if the data folder’s path is too long', async () => {
    const dataDir = await makeInitializedDataDir(longName);
    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silentOptions });
    expect(connection.host).toMatch(/\/doorstep-[0-9a-f]{12}$/);
    expect(modeOf(connection.host)).toBe('700');
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
    expect(existsSync(connection.host)).toBe(false);
  });

  test('is a free loopback port if no socket is possible', async () => {
    const dataDir = await makeInitializedDataDir(longName);
    const key = createHash('sha256')
      .update(describeLayout(dataDir).rootDir)
      .digest('hex')
      .slice(0, 12);
    const socketDir = `/tmp/doorstep-${key}`;
    symlinkSync('/tmp', socketDir);
    vi.stubEnv('TMPDIR', '/tmp');
    try {
      const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silentOptions });
      expect(connection.host).toBe('127.0.0.1');
      expect(connection.port).toBeGreaterThan(1024);
      expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      await stop();
      expect(readPidFile(describeLayout(dataDir).clusterDir)).toBeUndefined();
    } finally {
      vi.unstubAllEnvs();
      rmSync(socketDir);
    }
  });

  test('is a socket in a folder whose name contains spaces, commas, and an apostrophe', async () => {
    const dataDir = join(makeDataDir(), `it's ours, really`);
    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silentOptions });
    expect(connection.host).toBe(describeLayout(dataDir).socketDir);
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });
});
