import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, statSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  canRun,
  sharedAccountWarning,
  findDatabaseUser,
  DATABASE_ACCOUNT,
} from './database-user.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { describeLayout } from './layout.ts';
import {
  query,
  cleanUp,
  startUserProcess,
  makeDataDir,
  makeInitializedDataDir,
  removeInitializedDataDir,
  readServerPid,
} from './test-processes.fixture.ts';

const isRoot = process.getuid?.() === 0;
const silentOptions = { isDurable: false, log: () => undefined };
/** The database's account, also used as an ordinary user's because `initdb` requires a user ID with a name. */
const otherUser = isRoot
  ? findDatabaseUser({ rootDir: '/nowhere', clusterDir: '/nowhere' })
  : undefined;
const canRunNode = otherUser !== undefined && canRun(process.execPath, otherUser);

afterEach(cleanUp);
afterAll(removeInitializedDataDir);

const uidOf = (name: string) =>
  Number.parseInt(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout, 10) | 0;
const canCreateAccounts = isRoot && !spawnSync('useradd', ['--help'], { stdio: 'ignore' }).error;

describe.skipIf(!isRoot)('an embedded database started by root', () => {
  test.skipIf(!canCreateAccounts)('runs as a dedicated account', () => {
    expect(otherUser?.uid).toBe(uidOf(DATABASE_ACCOUNT));
    expect(sharedAccountWarning(otherUser)).toBeUndefined();
  });

  test('warns that it shares the account `nobody`', () => {
    const dataDir = makeDataDir();
    const uid = uidOf('nobody');
    const { clusterDir } = describeLayout(dataDir);
    mkdirSync(clusterDir, { recursive: true });
    chownSync(clusterDir, uid, uid);
    expect(findDatabaseUser(describeLayout(dataDir))?.uid).toBe(uid);
    expect(sharedAccountWarning({ uid, gid: uid })).toContain('runs as the account `nobody`');
  });

  test('runs as an unprivileged account that owns only the data and socket folders', async () => {
    const dataDir = makeDataDir();
    const layout = describeLayout(dataDir);
    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silentOptions });
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(`/proc/${readServerPid(dataDir)}`).uid).toBe(otherUser?.uid);
    expect(statSync(layout.clusterDir).uid).toBe(otherUser?.uid);
    expect(statSync(layout.socketDir).uid).toBe(otherUser?.uid);
    expect(statSync(layout.passwordFile).uid).toBe(0);
    expect(statSync(layout.rootDir).uid).toBe(0);
    await stop();
  });

  test.skipIf(!canRunNode)(
    'runs an ordinary user’s database as that user, who can still use it afterward',
    async () => {
      const dataDir = makeDataDir();
      chownSync(dataDir, otherUser?.uid ?? 0, otherUser?.gid ?? 0);
      const asUser = { ...otherUser };
      expect(await (await startUserProcess(dataDir, 'stop', asUser)).end()).toBe(0);

      const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silentOptions });
      expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      await stop();

      expect(await (await startUserProcess(dataDir, 'stop', asUser)).end()).toBe(0);
    },
  );

  test.skipIf(!canRunNode)('denies an ordinary user access to root’s data', async () => {
    const dataDir = await makeInitializedDataDir();
    await expect(startUserProcess(dataDir, 'stop', { ...otherUser })).rejects.toThrow(
      /before its database was ready/,
    );
  });
});
