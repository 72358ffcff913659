import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import type { EmbeddedConnection } from '#server/database/embedded/connect.ts';
import { startEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';
import { describeLayout } from '#server/database/embedded/layout.ts';
import { signalServer } from '#server/database/embedded/server-process.ts';
import { openDatabase } from '#server/database/database.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { migrateQueue } from '#server/jobs/queue-schema.ts';
import { makeTempFolder, removeAbandonedTempFolders } from './temp-folder.ts';

/** Access to the run's server, as plain data that can be passed to other processes. */
export interface TestClusterAccess {
  /** The URL for a role that can create databases. */
  adminUrl: string;
  /** The URL for the role that owns the copies; the database name is replaced. */
  ownerUrl: string;
  /** The migrated database that `createTestDatabase` copies. */
  template: string;
  /** The prefix of this run's database names, which lets several runs share a server. */
  prefix: string;
  /** The faster way to copy: files if nothing is synced to disk, otherwise through the WAL. */
  copyStrategy: 'file_copy' | 'wal_log';
}

/** PostgreSQL's empty template. */
export const EMPTY_TEMPLATE = 'template1';

export interface TestCluster {
  access: TestClusterAccess;
  /** Removes every database of the run, and the server if the run started it. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of one test run with a migrated, empty template database: the server of `TEST_DATABASE_URL`
 * (PostgreSQL 15 or later, with a role that can create databases), or a temporary embedded one that syncs nothing to
 * disk. Never touches `DATABASE_URL` or `DATA_DIR`.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const externalUrl = process.env['TEST_DATABASE_URL'];
  const server = externalUrl ? describeExternalServer(externalUrl) : await startTemporaryServer();
  const prefix = `doorstep_test_${randomBytes(4).toString('hex')}`;
  const access = { ...server.access, prefix, template: `${prefix}_template` };
  try {
    await createTemplate(access);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    access,
    async stop() {
      if (externalUrl) await dropRunDatabases(access);
      await server.stop();
    },
  };
}

type ServerAccess = Pick<TestClusterAccess, 'adminUrl' | 'ownerUrl' | 'copyStrategy'>;

function describeExternalServer(url: string): { access: ServerAccess; stop(): Promise<void> } {
  return {
    access: { adminUrl: url, ownerUrl: url, copyStrategy: 'wal_log' },
    stop: () => Promise.resolve(),
  };
}

async function startTemporaryServer(): Promise<{ access: ServerAccess; stop(): Promise<void> }> {
  await removeAbandonedTempFolders();
  const dataDir = makeTempFolder({ inMemory: true });
  const removeNow = (): void => {
    signalServer(describeLayout(dataDir), 'SIGQUIT');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  // After an interruption, no clean shutdown is needed.
  process.once('exit', removeNow);
  const database = await startEmbeddedDatabase({
    dataDir,
    isDurable: false,
    // Three test files at a time, some with 50 concurrent transactions.
    maxConnections: 300,
    log: (line) => void process.stderr.write(`${line}\n`),
  });
  return {
    access: {
      adminUrl: toUrl(database.superuserConnection),
      ownerUrl: toUrl(database.connection),
      copyStrategy: 'file_copy',
    },
    async stop() {
      await database.stop();
      process.off('exit', removeNow);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Converts a connection to a URL, whose parameter `host` overrides the placeholder host name. */
export function toUrl(connection: EmbeddedConnection): string {
  const url = new URL(`postgres://localhost:${connection.port}/${connection.database}`);
  url.username = connection.user;
  url.password = connection.password;
  url.searchParams.set('host', connection.host);
  return url.href;
}

/** Replaces the database in a URL. */
function withDatabase(url: string, name: string): string {
  const newUrl = new URL(url);
  newUrl.pathname = `/${name}`;
  return newUrl.href;
}

/** Runs one statement as the role that can create databases, on a new connection. */
export async function runAsAdmin(
  access: TestClusterAccess,
  statement: string,
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: access.adminUrl });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A separate database for one test file. */
export interface TestDatabase {
  name: string;
  /** The URL for `openDatabase`, or for `DATABASE_URL` of a process under test. */
  url: string;
  /** Drops the database, even with open connections. Close pools first: they would fail on their next use. */
  drop(): Promise<void>;
}

/** Copies the migrated template, or another template. Vitest tests use `createTestDatabase`. */
export async function copyTemplate(
  access: TestClusterAccess,
  template = access.template,
): Promise<TestDatabase> {
  const name = `${access.prefix}_${randomBytes(4).toString('hex')}`;
  await createDatabase(access, name, template);
  return {
    name,
    url: withDatabase(access.ownerUrl, name),
    async drop() {
      await runAsAdmin(access, `drop database if exists "${name}" with (force)`);
    },
  };
}

/** Creates a database owned by the role that tests use. */
async function createDatabase(
  access: TestClusterAccess,
  name: string,
  template: string,
): Promise<void> {
  const owner = decodeURIComponent(new URL(access.ownerUrl).username);
  const ownedBy =
    owner && access.ownerUrl !== access.adminUrl ? `owner ${pg.escapeIdentifier(owner)}` : '';
  await runAsAdmin(
    access,
    `create database "${name}" ${ownedBy} template "${template}" strategy ${access.copyStrategy}`,
  );
}

async function createTemplate(access: TestClusterAccess): Promise<void> {
  await createDatabase(access, access.template, EMPTY_TEMPLATE);
  const { db, pool } = openDatabase(withDatabase(access.ownerUrl, access.template));
  try {
    await migrateToLatest(db);
    await migrateQueue(db, pool);
  } finally {
    await db.destroy();
  }
}

async function dropRunDatabases(access: TestClusterAccess): Promise<void> {
  const { rows } = await runAsAdmin(
    access,
    `select datname as name from pg_database where datname like '${access.prefix}%'`,
  );
  for (const { name } of rows as { name: string }[]) {
    await runAsAdmin(access, `drop database if exists "${name}" with (force)`);
  }
}
