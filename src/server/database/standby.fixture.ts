/** A primary with real streaming standbys for tests, run with the embedded PostgreSQL programs. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { databaseEnvironment } from './embedded/cluster.ts';
import { checkServer, type EmbeddedConnection } from './embedded/connect.ts';
import { type DatabaseUser, findDatabaseUser } from './embedded/database-user.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded/embedded-database.ts';
import { describeLayout } from './embedded/layout.ts';
import { preparePrograms } from './embedded/programs.ts';

export type Standby = {
  connection: EmbeddedConnection;
  /** Pauses WAL replay, so that the standby falls behind. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  stop: () => Promise<void>;
  start: () => Promise<void>;
};

export type PrimaryAndStandbys = {
  primary: { connection: EmbeddedConnection };
  standbys: [Standby, Standby];
  close: () => Promise<void>;
};

/** Starts a primary and two standbys that copy its data and replicate it. */
export async function startPrimaryAndStandbys(): Promise<PrimaryAndStandbys> {
  const dataDir = makeTempFolder();
  // Durable because the settings of a non-durable server disable streaming.
  const primary = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  const start = (name: string) => startStandby(dataDir, primary, name);
  const standbys: [Standby, Standby] = [await start('standby-1'), await start('standby-2')];
  return {
    primary,
    standbys,
    close: async () => {
      for (const { stop } of standbys) await stop();
      await primary.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function startStandby(
  dataDir: string,
  primary: EmbeddedDatabase,
  name: string,
): Promise<Standby> {
  const layout = describeLayout(dataDir);
  const user = findDatabaseUser(layout);
  const { postgres } = preparePrograms(layout.programsDir, user);
  const folder = path.join(layout.rootDir, name);
  await copyCluster(layout.clusterDir, folder, primary.superuserConnection, user);

  const socketDir = path.join(layout.rootDir, `${name}-socket`);
  mkdirSync(socketDir, { mode: 0o700 });
  if (user) chownSync(socketDir, user.uid, user.gid);
  const address = { host: socketDir, port: 5432 };
  const superuser = { ...primary.superuserConnection, ...address };
  let server = startServer();

  function startServer() {
    const settings = { listen_addresses: '', unix_socket_directories: socketDir, port: '5432' };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return spawn(postgres, ['-D', folder, ...options], {
      ...user,
      cwd: folder,
      env: databaseEnvironment(),
      stdio: 'ignore',
    });
  }

  async function waitUntilReady(): Promise<void> {
    while ((await checkServer(superuser)) !== 'ready') {
      if (server.exitCode !== null) throw new Error('The standby did not start.');
      await sleep(20);
    }
  }

  async function stop(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  }

  await waitUntilReady();
  return {
    connection: { ...primary.connection, ...address },
    pause: () => run(superuser, 'select pg_wal_replay_pause()'),
    resume: () => run(superuser, 'select pg_wal_replay_resume()'),
    stop,
    start: async () => {
      server = startServer();
      await waitUntilReady();
    },
  };
}

async function run(connection: EmbeddedConnection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statement).finally(() => void client.end());
}

/** Files of the running server, which can appear and disappear during the copy and are not needed (see `copyCluster`). */
const SKIPPED_FILES =
  /^postmaster\.(pid|opts)$|\bpgsql_tmp|\bpg_internal\.init|^(pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;

/** Makes a base backup (PostgreSQL manual, "Making a Base Backup Using the Low Level API"). */
async function copyCluster(
  from: string,
  to: string,
  superuser: EmbeddedConnection,
  user: DatabaseUser | undefined,
): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query(`select pg_backup_start('standby', true)`);
  cpSync(from, to, {
    recursive: true,
    filter: (file) => !SKIPPED_FILES.test(path.relative(from, file)),
  });
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
  await client.end();
  const [{ labelfile } = { labelfile: '' }] = rows as { labelfile: string }[];
  writeFileSync(path.join(to, 'backup_label'), labelfile);
  writeFileSync(path.join(to, 'standby.signal'), '');
  const { host, port, user: name, password } = superuser;
  const source = `host=${host} port=${port} user=${name} password=${password}`;
  appendFileSync(path.join(to, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  chmodSync(to, 0o700);
  if (user) changeOwnerOfAll(to, user);
}

function changeOwnerOfAll(folder: string, { uid, gid }: DatabaseUser): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(path.join(folder, entry), uid, gid);
  }
}
