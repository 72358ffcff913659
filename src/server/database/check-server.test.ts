import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { StartError } from '../errors/start-error.ts';
import { checkDatabaseServer, requireVersion } from './check-server.ts';

let url: string;
beforeAll(async () => {
  const database = await createTestDatabase();
  url = database.url;
  return database.drop;
});

const pools: pg.Pool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end();
});

/** Checks a server and returns the error message; empty if it can be used. */
async function check(connectionString: string): Promise<string> {
  const pool = new pg.Pool({ connectionString });
  pools.push(pool);
  const error = await checkDatabaseServer(pool).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error !== null) expect(error).toBeInstanceOf(StartError);
  return error instanceof Error ? error.message : '';
}

describe('the server of DATABASE_URL', () => {
  test('is used if it responds', async () => {
    expect(await check(url)).toBe('');
  });

  test('is retried after a timeout', async () => {
    const { host, port, user, password, database } = new pg.Client({ connectionString: url });
    let connections = 0;
    const server = createServer((caller) => {
      caller.on('error', () => undefined);
      connections += 1;
      if (connections === 1) {
        // Only this connection, which gets no response, should time out.
        pool.options.connectionTimeoutMillis = 60_000;
        return;
      }
      const path = `${host}/.s.PGSQL.${port}`;
      const upstream = connect(host.startsWith('/') ? { path } : { host, port });
      upstream.on('error', () => caller.destroy());
      caller.pipe(upstream).pipe(caller);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const pool = new pg.Pool({
      user,
      password,
      database,
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      connectionTimeoutMillis: 3_000,
    });
    pools.push(pool);
    await checkDatabaseServer(pool);
    expect(connections).toBeGreaterThan(1);
    server.close();
  });

  test('is rejected with a one-line message if nothing listens there', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await check(`postgres://user:secret@${host}:1/nothing`)).toMatch(
        /^DATABASE_URL cannot be used: connect ECONNREFUSED [\d.:]+\.$/,
      );
    }
  });

  test('is rejected with a one-line message if the database does not exist', async () => {
    expect(await check(url.replace(/doorstep_test_\w+/, 'doorstep_missing'))).toBe(
      'DATABASE_URL cannot be used: database "doorstep_missing" does not exist.',
    );
  });

  test('is rejected with a one-line message if it is too old', () => {
    expect(() => requireVersion(150_000)).not.toThrow();
    expect(() => requireVersion(140_011)).toThrow(
      new StartError('DATABASE_URL points to PostgreSQL 14; version 15 or later is required.'),
    );
  });
});
