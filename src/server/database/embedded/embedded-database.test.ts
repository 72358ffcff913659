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
  ask,
  endEverything,
  holdDatabase,
  killUsers,
  makeDataDir,
  makeUsedDataDir,
  removeUsedDataDir,
  serverPid,
  waitUntil,
} from './test-processes.fixture.ts';

const silent = { durable: false, log: () => undefined };

afterEach(endEverything);
afterAll(removeUsedDataDir);

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe('one user', () => {
  test('creates a database at the first start and finds the data at the next', async () => {
    const dataDir = makeDataDir();
    const first = await startEmbeddedDatabase({ dataDir, ...silent });
    await ask(first.connection, 'create table greetings (word text)');
    await ask(first.connection, "insert into greetings values ('Zürich')");
    const pid = serverPid(dataDir);
    await first.stop();
    expect(isAlive(pid)).toBe(false);

    const second = await startEmbeddedDatabase({ dataDir, ...silent });
    expect(await ask(second.connection, 'select lower(word) as word from greetings')).toEqual([
      { word: 'zürich' },
    ]);
    await second.stop();
    await second.stop();
  });

  test('denies access to others: modes, password, a role without superuser rights', async () => {
    const dataDir = makeDataDir();
    const layout = describeLayout(dataDir);
    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silent });
    expect(modeOf(layout.passwordFile)).toBe('600');
    expect(modeOf(layout.clusterDir)).toBe('700');
    expect(modeOf(layout.socketDir)).toBe('700');
    expect(modeOf(layout.logFile)).toBe('600');
    expect(connection.host).toBe(layout.socketDir);
    expect(await ask(connection, "select current_setting('is_superuser') as value")).toEqual([
      { value: 'off' },
    ]);
    expect(await ask(connection, "select current_setting('listen_addresses') as value")).toEqual([
      { value: '' },
    ]);
    await expect(ask({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow(
      /password authentication failed/,
    );
    await stop();
  });

  test('is durable and checks its pages by default', async () => {
    const { connection, stop } = await startEmbeddedDatabase({
      dataDir: await makeUsedDataDir(),
      log: () => undefined,
    });
    const [row] = await ask(
      connection,
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums",
    );
    expect(row).toEqual({ fsync: 'on', commit: 'on', checksums: 'on' });
    await stop();
  });

  test('asks the server to stop when the process exits without calling stop', async () => {
    const dataDir = await makeUsedDataDir();
    const user = await holdDatabase(dataDir, 'exit');
    const pid = serverPid(dataDir);
    expect(await user.end()).toBe(3);
    await waitUntil(() => !isAlive(pid));
  });

  test('restarts the server when it is killed', async () => {
    const dataDir = await makeUsedDataDir();
    const log = vi.fn<(line: string) => void>();
    const { connection, stop } = await startEmbeddedDatabase({ dataDir, durable: false, log });
    process.kill(serverPid(dataDir), 'SIGKILL');
    await expect
      .poll(() => log.mock.calls.flat())
      .toContain('The database server exited and was restarted.');
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });
});

describe('several users', () => {
  test('share one server, and the last one stops it', async () => {
    const dataDir = makeDataDir();
    const [one, two] = await Promise.all([holdDatabase(dataDir), holdDatabase(dataDir)]);
    const pid = serverPid(dataDir);
    expect(await one.end()).toBe(0);
    expect(await ask(two.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(serverPid(dataDir)).toBe(pid);
    expect(await two.end()).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  test('find the server that a killed process left, and stop it', async () => {
    const dataDir = await makeUsedDataDir();
    const killed = await holdDatabase(dataDir);
    const pid = serverPid(dataDir);
    await killed.kill();
    expect(isAlive(pid)).toBe(true);
    const next = await startEmbeddedDatabase({ dataDir, ...silent });
    expect(serverPid(dataDir)).toBe(pid);
    await next.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('do not wait for a killed one', async () => {
    const dataDir = await makeUsedDataDir();
    const [killed, last] = await Promise.all([holdDatabase(dataDir), holdDatabase(dataDir)]);
    const pid = serverPid(dataDir);
    await killed.kill();
    expect(await last.end()).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });
});

describe('after an accident', () => {
  test('repairs a first start that was killed', async () => {
    const dataDir = makeDataDir();
    const { rootDir, clusterDir } = describeLayout(dataDir);
    const isInitialising = (): boolean =>
      existsSync(rootDir) && readdirSync(rootDir).some((name) => name.startsWith('initializing-'));
    const killed = holdDatabase(dataDir, 'stop', { detached: true }).then(
      () => 'started',
      () => 'killed',
    );
    await waitUntil(isInitialising);
    // Including initdb, which would otherwise recreate its folder after the next start removed it.
    await killUsers({ withGroup: true });
    expect(await killed).toBe('killed');
    expect(existsSync(clusterDir)).toBe(false);

    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silent });
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(isInitialising()).toBe(false);
    await stop();
  });

  test('starts even if the process id in the pid file now belongs to another program', async () => {
    const dataDir = await makeUsedDataDir();
    const { clusterDir } = describeLayout(dataDir);
    const user = await holdDatabase(dataDir);
    const pid = serverPid(dataDir);
    await user.kill();
    process.kill(pid, 'SIGKILL');
    await waitUntil(() => !isAlive(pid));
    const stranger = spawn('sleep', ['60']);
    const pidFile = join(clusterDir, 'postmaster.pid');
    writeFileSync(
      pidFile,
      readFileSync(pidFile, 'utf8').replace(String(pid), String(stranger.pid)),
    );

    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silent });
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
  });

  test('refuses data of another PostgreSQL release and explains the fix', async () => {
    const dataDir = makeDataDir();
    const { clusterDir, passwordFile } = describeLayout(dataDir);
    mkdirSync(clusterDir, { recursive: true });
    writeFileSync(join(clusterDir, 'PG_VERSION'), '17\n');
    writeFileSync(passwordFile, 'secret\n');
    const start = startEmbeddedDatabase({ dataDir, ...silent });
    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow(
      /PostgreSQL 17.*npm run backup -- FOLDER.*npm run restore -- FOLDER/,
    );
  });

  test('reports a missing password file', async () => {
    const dataDir = await makeUsedDataDir();
    rmSync(describeLayout(dataDir).passwordFile);
    await expect(startEmbeddedDatabase({ dataDir, ...silent })).rejects.toThrow(
      /password of the database is missing/,
    );
  });

  test("reports PostgreSQL's own reason if it does not start", async () => {
    const dataDir = await makeUsedDataDir();
    chmodSync(describeLayout(dataDir).clusterDir, 0o777);
    const start = startEmbeddedDatabase({ dataDir, ...silent });
    await expect(start).rejects.toThrow(
      /did not start: FATAL: +data directory .* has invalid permissions/,
    );
  });
});

describe('where it listens', () => {
  const longName = 'a long name, with spaces '.repeat(6);

  test('uses a folder in the temporary folder if the path is too long for a socket', async () => {
    const dataDir = await makeUsedDataDir(longName);
    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silent });
    expect(connection.host).toMatch(/\/doorstep-[0-9a-f]{12}$/);
    expect(modeOf(connection.host)).toBe('700');
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
    expect(existsSync(connection.host)).toBe(false);
  });

  test('uses a free loopback port if no socket is possible', async () => {
    const dataDir = await makeUsedDataDir(longName);
    const key = createHash('sha256')
      .update(describeLayout(dataDir).rootDir)
      .digest('hex')
      .slice(0, 12);
    const inTheWay = `/tmp/doorstep-${key}`;
    symlinkSync('/tmp', inTheWay);
    vi.stubEnv('TMPDIR', '/tmp');
    try {
      const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silent });
      expect(connection.host).toBe('127.0.0.1');
      expect(connection.port).toBeGreaterThan(1024);
      expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      await stop();
      expect(readPidFile(describeLayout(dataDir).clusterDir)).toBeUndefined();
    } finally {
      vi.unstubAllEnvs();
      rmSync(inTheWay);
    }
  });

  test('works in a folder whose name contains spaces, commas, and an apostrophe', async () => {
    const dataDir = join(makeDataDir(), `it's ours, really`);
    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silent });
    expect(connection.host).toBe(describeLayout(dataDir).socketDir);
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });
});
