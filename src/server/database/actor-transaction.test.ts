/** Tests conflicting changes: they are retried or wait, and those that fail report the reason. */

import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { toAppError } from '../http/error-responses/error-handler.ts';
import {
  allowLongStatements,
  type Database,
  inTransaction,
  openServerDatabase,
} from './database.ts';

let server: TestApp;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.addUser({ role: 'admin' });
  return () => server.close();
});

const rename = (db: Database, id: string, name: string) =>
  db.updateTable('users').set({ name }).where('id', '=', id).execute();

/** Starts a transaction and returns a function that commits it. */
async function beginTransaction(work: (transaction: Database) => Promise<unknown>) {
  const started = Promise.withResolvers<void>();
  const canCommit = Promise.withResolvers<void>();
  const committed = server.db.transaction().execute(async (transaction) => {
    await work(transaction);
    started.resolve();
    await canCommit.promise;
  });
  await Promise.race([started.promise, committed]);
  return async () => {
    canCommit.resolve();
    await committed;
  };
}

describe('a transaction that PostgreSQL aborts because of another one', () => {
  test('is retried after a deadlock, so that both finish', async () => {
    const [first, second] = [await server.addUser(), await server.addUser()];
    const firstUpdates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const renameBothUsers = (name: string, ownIndex: 0 | 1, first: TestUser, second: TestUser) =>
      inTransaction(server.db, null, async (transaction) => {
        await rename(transaction, first._id, name);
        firstUpdates[ownIndex].resolve();
        await firstUpdates[ownIndex === 0 ? 1 : 0].promise;
        await rename(transaction, second._id, name);
      });
    await Promise.all([
      renameBothUsers('Forwards', 0, first, second),
      renameBothUsers('Backwards', 1, second, first),
    ]);
    const rows = await server.db
      .selectFrom('users')
      .select('name')
      .where('id', 'in', [first._id, second._id])
      .execute();
    expect(new Set(rows.map(({ name }) => name)).size).toBe(1);
  });

  test('fails after five attempts', async () => {
    let attempts = 0;
    const failedTransaction = inTransaction(server.db, null, async (transaction) => {
      attempts += 1;
      await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(transaction);
    });
    await expect(failedTransaction).rejects.toThrow();
    expect(attempts).toBe(5);
  });
});

describe('a transaction that waits for a lock', () => {
  /** Opens a server's database whose transactions wait 50 ms for a lock, with two connections for them. */
  function openImpatientDatabase() {
    const options = { maxConnections: 2, lockTimeoutMs: 50, connectTimeoutMs: 60_000 };
    return openServerDatabase(server.databaseUrl, options);
  }

  test('releases its connection and retries', async () => {
    const { db, close } = openImpatientDatabase();
    try {
      const user = await server.addUser();
      const commit = await beginTransaction((transaction) =>
        rename(transaction, user._id, 'Locked'),
      );
      let attempts = 0;
      const changes = [1, 2, 3].map(async () =>
        inTransaction(db, null, async (transaction) => {
          attempts += 1;
          await rename(transaction, user._id, 'Waited');
        }),
      );
      await expect.poll(() => attempts).toBeGreaterThanOrEqual(6);
      // If the waiting changes kept both connections, this would have to wait, too.
      const other = await server.addUser();
      await inTransaction(db, null, (transaction) => rename(transaction, other._id, 'Free'));
      await commit();
      await Promise.all(changes);
      const { name } = await server.db
        .selectFrom('users')
        .select('name')
        .where('id', '=', user._id)
        .executeTakeFirstOrThrow();
      expect(name).toBe('Waited');
    } finally {
      await close();
    }
  });

  test('waits as long as necessary if it allows long statements', async () => {
    const { db, close } = openImpatientDatabase();
    try {
      const user = await server.addUser();
      const commit = await beginTransaction((transaction) =>
        rename(transaction, user._id, 'Locked'),
      );
      let attempts = 0;
      const change = inTransaction(db, null, async (transaction) => {
        attempts += 1;
        await allowLongStatements(transaction);
        await rename(transaction, user._id, 'Waited');
      });
      await expectWaiting(server, 'transactionid', 1);
      await sql`select pg_sleep(0.2)`.execute(server.db);
      await commit();
      await change;
      expect(attempts).toBe(1);
    } finally {
      await close();
    }
  });
});

describe('deleting an agent', () => {
  test('rejects a listing that the agent is publishing at the same time', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const commit = await beginTransaction((transaction) =>
      transaction.deleteFrom('users').where('id', '=', agent._id).execute(),
    );
    const rejection = server.error(endpoints.createProperty, {
      as: agent,
      form: toFormData(buildPropertyForm({ title: 'Late listing' })),
    });
    await expectWaiting(server, 'transactionid', 1);
    await commit();
    expect(await rejection).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    const published = server.db
      .selectFrom('properties')
      .select('id')
      .where('title', '=', 'Late listing');
    expect(await published.execute()).toEqual([]);
  });

  test('waits for an import that changes the same listings', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(agent);
    // Like an import, locks the account, then its listings.
    let change: (() => Promise<unknown>) | undefined;
    const commit = await beginTransaction(async (transaction) => {
      await sql`select from users where id = ${agent._id} for key share`.execute(transaction);
      change = () =>
        transaction.updateTable('properties').set({ price: 1 }).where('id', '=', id).execute();
    });
    const deletion = server.status(endpoints.deleteUser, { as: admin, params: { id: agent._id } });
    await expectWaiting(server, 'transactionid', 1);
    await change?.();
    await commit();
    expect(await deletion).toBe(204);
    expect(await server.status(endpoints.getProperty, { params: { id } })).toBe(404);
  });
});

describe('many concurrent changes by one account', () => {
  test('do not delay other accounts', async () => {
    const [busyUser, otherUser] = [await server.addUser(), await server.addUser()];
    const commit = await beginTransaction((transaction) =>
      rename(transaction, busyUser._id, 'Locked'),
    );
    const changeAs = (as: TestUser) =>
      server.status(endpoints.changePreferences, { as, body: { alertsOnFavorites: false } });
    const changes = Array.from({ length: 10 }, () => changeAs(busyUser));
    await expectWaiting(server, 'transactionid', 1);
    expect(await changeAs(otherUser)).toBe(200);
    await commit();
    expect(await Promise.all(changes)).toEqual(Array(10).fill(200));
  });

  test('run one at a time, even from several IP addresses, so that an admin’s change gets its turn', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const home = await server.addProperty(agent);
    const commit = await beginTransaction((transaction) =>
      sql`lock table favorites in access exclusive mode`.execute(transaction),
    );
    const changes = [1, 2, 3, 4].map((index) =>
      server.status(endpoints.saveFavorite, {
        as: agent,
        ip: `192.0.2.${index}`,
        params: { id: home },
        body: {},
      }),
    );
    await expectWaiting(server, 'relation', 1);
    // Waits for the one change that runs, and gets the lock before the others.
    const body = { role: 'user' };
    const options = { as: admin, ip: '198.51.100.1', params: { id: agent._id }, body };
    const demotion = server.status(endpoints.changeRole, options);
    await expectWaiting(server, 'transactionid', 1);
    await expectWaiting(server, 'relation', 1);
    await commit();
    expect(await demotion).toBe(200);
    expect(await Promise.all(changes)).toEqual(Array(4).fill(200));
  });
});

describe('errors from PostgreSQL', () => {
  test.each([
    ['23503', 409, 'CONFLICT'],
    ['23505', 409, 'CONFLICT'],
    ['23514', 409, 'CONFLICT'],
    ['40001', 503, 'UNAVAILABLE'],
    ['40P01', 503, 'UNAVAILABLE'],
    ['40002', 503, 'UNAVAILABLE'],
    ['55P03', 503, 'UNAVAILABLE'],
    ['42601', 500, 'INTERNAL'],
  ])('SQLSTATE %s becomes status %i', (sqlState, status, code) => {
    const error = Object.assign(new pg.DatabaseError('Key (id)=(7)', 1, 'error'), {
      code: sqlState,
    });
    const appError = toAppError(error);
    expect(appError).toMatchObject({ status, code });
    expect(appError.message).not.toContain('Key');
  });

  test('a reference to a nonexistent user is reported as a conflict', async () => {
    const insert = server.db.insertInto('properties').values(buildPropertyRow('999999')).execute();
    const error: unknown = await insert.catch((reason: unknown) => reason);
    expect(toAppError(error)).toMatchObject({ status: 409 });
  });
});
