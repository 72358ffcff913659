import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, statSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { canRun, describeSharedAccount, findDatabaseUser, OWN_ACCOUNT } from './database-user.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { describeLayout } from './layout.ts';
import {
  ask,
  endEverything,
  holdDatabase,
  makeDataDir,
  makeUsedDataDir,
  removeUsedDataDir,
  serverPid,
} from './test-processes.fixture.ts';

const isRoot = process.getuid?.() === 0;
const silent = { durable: false, log: () => undefined };
/** An ordinary user: any id works, but `initdb` requires it to have a name. */
const otherUser = isRoot
  ? findDatabaseUser({ rootDir: '/nowhere', clusterDir: '/nowhere' })
  : undefined;
const canRunNode = otherUser !== undefined && canRun(process.execPath, otherUser);

afterEach(endEverything);
afterAll(removeUsedDataDir);

const accountNumber = (name: string) =>
  Number.parseInt(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout, 10) | 0;
const canMakeAccounts = isRoot && !spawnSync('useradd', ['--help'], { stdio: 'ignore' }).error;

describe.skipIf(!isRoot)('run by root', () => {
  test.skipIf(!canMakeAccounts)('runs as a dedicated account', () => {
    expect(otherUser?.uid).toBe(accountNumber(OWN_ACCOUNT));
    expect(describeSharedAccount(otherUser)).toBeUndefined();
  });

  test('reports that it shares the account `nobody`', () => {
    const dataDir = makeDataDir();
    const uid = accountNumber('nobody');
    const { clusterDir } = describeLayout(dataDir);
    mkdirSync(clusterDir, { recursive: true });
    chownSync(clusterDir, uid, uid);
    expect(findDatabaseUser(describeLayout(dataDir))?.uid).toBe(uid);
    expect(describeSharedAccount({ uid, gid: uid })).toContain('runs as the account `nobody`');
  });

  test('runs as an account without rights, which cannot read the password or the lock files', async () => {
    const dataDir = makeDataDir();
    const layout = describeLayout(dataDir);
    const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silent });
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(`/proc/${serverPid(dataDir)}`).uid).toBe(otherUser?.uid);
    expect(statSync(layout.clusterDir).uid).toBe(otherUser?.uid);
    expect(statSync(layout.socketDir).uid).toBe(otherUser?.uid);
    expect(statSync(layout.passwordFile).uid).toBe(0);
    expect(statSync(layout.rootDir).uid).toBe(0);
    await stop();
  });

  test.skipIf(!canRunNode)(
    'uses an ordinary user’s database as that user, who can continue with it',
    async () => {
      const dataDir = makeDataDir();
      chownSync(dataDir, otherUser?.uid ?? 0, otherUser?.gid ?? 0);
      const asUser = { ...otherUser };
      expect(await (await holdDatabase(dataDir, 'stop', asUser)).end()).toBe(0);

      const { connection, stop } = await startEmbeddedDatabase({ dataDir, ...silent });
      expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      await stop();

      expect(await (await holdDatabase(dataDir, 'stop', asUser)).end()).toBe(0);
    },
  );

  test.skipIf(!canRunNode)('denies an ordinary user access to the data of root', async () => {
    const dataDir = await makeUsedDataDir();
    await expect(holdDatabase(dataDir, 'stop', { ...otherUser })).rejects.toThrow(
      /before it had a database/,
    );
  });
});
