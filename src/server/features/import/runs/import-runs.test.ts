import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Import } from '#shared/schemas/brokerage/import.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { HEADER, csv, row } from '../import.fixture.ts';
import { beginRun } from './import-run-repository.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
let other: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  other = await server.addUser({ role: 'agent' });
  return () => server.close();
});
afterEach(async () => {
  await server.settled();
  await sql`delete from properties`.execute(server.db);
  await sql`delete from imports`.execute(server.db);
});

const storedFiles = () => {
  try {
    return readdirSync(server.importFolder);
  } catch {
    return [];
  }
};

/** Uploads a file. */
async function upload(
  content: string | Buffer,
  fields: Record<string, string> = {},
  as: TestUser = people.agent,
): Promise<string> {
  return (await server.ok(endpoints.createImport, { as, form: formOf(content, fields) }))._id;
}

function formOf(content: string | Buffer, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(Buffer.from(content))]), 'homes.csv');
  return form;
}

const read = async (id: string, as: TestUser = people.agent): Promise<Import> =>
  server.ok(endpoints.getImport, { as, params: { id } });

const refusedRows = async (id: string, as: TestUser = people.agent) =>
  server.ok(endpoints.listRefusedRows, { as, params: { id } });

async function importNow(...args: Parameters<typeof upload>): Promise<Import> {
  const id = await upload(...args);
  await server.settled();
  return read(id, args[2]);
}

const homes = () => server.db.selectFrom('properties').selectAll().orderBy('id').execute();

describe('POST /imports', () => {
  test('imports a file in the background, and reports the result', async () => {
    const file = csv(row('a', { City: 'Waco' }), row('b', { ListPrice: '0' }), row('c'));
    const id = await upload(file);
    expect(await read(id)).toMatchObject({
      fileName: 'homes.csv',
      state: 'waiting',
      isDryRun: false,
      rowsRead: 0,
      totalRows: null,
      sample: [],
      finishedAt: null,
    });
    expect(await homes()).toHaveLength(0);
    expect(storedFiles()).toHaveLength(1);
    await server.settled();
    expect(storedFiles()).toEqual([]);
    const done = await read(id);
    expect(done).toMatchObject({
      state: 'done',
      rowsRead: 3,
      totalRows: 3,
      added: 2,
      updated: 0,
      removed: 0,
      unchanged: 0,
      refused: 1,
      error: null,
      finishedAt: expect.any(String) as string,
    });
    expect(done.sample).toMatchObject([
      { city: 'Waco', agent: { _id: people.agent._id } },
      { city: 'Austin' },
    ]);
    expect((await homes()).map(({ listing_key, agent_id }) => [listing_key, agent_id])).toEqual([
      ['a', people.agent._id],
      ['c', people.agent._id],
    ]);
    expect(await importNow(file)).toMatchObject({ added: 0, unchanged: 2, refused: 1 });
  });

  test('a dry run reports the same and changes nothing', async () => {
    const file = csv(row('a', { City: 'Waco' }), row('b'));
    const dry = await importNow(file, { dryRun: '1' });
    expect(dry).toMatchObject({ state: 'done', isDryRun: true, added: 2, refused: 0 });
    expect(dry.sample).toMatchObject([{ city: 'Waco' }, { city: 'Austin' }]);
    expect(await homes()).toHaveLength(0);
  });

  test('reads gzip and JSON', async () => {
    expect(await importNow(gzipSync(csv(row('a'))))).toMatchObject({ state: 'done', added: 1 });
    const values = row('b').slice(1, -1).split('","');
    const names = HEADER.split(',');
    const record = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    expect(await importNow(JSON.stringify({ value: [record] }))).toMatchObject({ added: 1 });
  });

  test('an agent cannot import listings of another agent', async () => {
    const key = await server.addProperty(other, { listing_key: 'theirs' });
    const deleted = await server.addProperty(other, { listing_key: 'theirs too' });
    const before = await homes();
    const file = csv(
      row('mine', { ListAgentEmail: people.agent.email }),
      row('named', { ListAgentEmail: other.email }),
      row('theirs'),
      row('theirs too', { StandardStatus: 'Delete' }),
      row('unknown', { ListAgentEmail: 'nobody@example.org' }),
    );
    const done = await importNow(file);
    expect(done).toMatchObject({ added: 2, updated: 0, removed: 0, refused: 3 });
    const foreign = 'The listing belongs to another agent';
    expect(await refusedRows(done._id)).toEqual([
      {
        line: 3,
        key: 'named',
        reason: `${foreign} (ListAgentEmail is "${other.email}")`,
        notes: [],
      },
      { line: 4, key: 'theirs', reason: foreign, notes: [] },
      { line: 5, key: 'theirs too', reason: foreign, notes: [] },
    ]);
    const after = await homes();
    expect(after.filter(({ id }) => id === key || id === deleted)).toEqual(before);
    expect(after.filter(({ agent_id }) => agent_id === people.agent._id)).toHaveLength(2);
  });

  test('an admin imports for any agent, and for a chosen one if rows name none', async () => {
    const file = csv(row('a'), row('b', { ListAgentEmail: other.email }));
    const fields = { agentEmail: people.agent.email };
    expect(await importNow(file, fields, people.admin)).toMatchObject({ added: 2 });
    expect((await homes()).map(({ agent_id }) => agent_id)).toEqual([people.agent._id, other._id]);
    const without = await importNow(csv(row('c')), {}, people.admin);
    expect(without).toMatchObject({ added: 0, refused: 1 });
    const [refusal] = await refusedRows(without._id, people.admin);
    expect(refusal?.reason).toContain('No agent');
  });

  test('refuses another agent’s address from an agent, and unknown addresses', async () => {
    const send = (as: TestUser, fields: Record<string, string>) =>
      server.refused(endpoints.createImport, { as, form: formOf(csv(row('a')), fields) });
    expect(await send(people.agent, { agentEmail: other.email })).toMatchObject({ status: 403 });
    for (const agentEmail of ['nonsense', people.user.email]) {
      const { status, errors } = await send(people.admin, { agentEmail });
      expect([status, errors?.map(({ path }) => path)]).toEqual([400, ['agentEmail']]);
    }
    expect(await send(people.agent, { dryRun: 'maybe' })).toMatchObject({ status: 400 });
    const empty = await server.refused(endpoints.createImport, {
      as: people.agent,
      form: new FormData(),
    });
    expect(empty).toMatchObject({ status: 400 });
  });

  test('a file that cannot be read fails with its reason, and imports nothing', async () => {
    const done = await importNow(gzipSync(csv(row('a'))).subarray(0, 60));
    expect(done).toMatchObject({ state: 'failed', added: 0 });
    expect(done.error).toContain('homes.csv is a gzip file that ends too early');
    expect(await homes()).toHaveLength(0);
  });

  test('a file in another encoding fails with advice for Excel', async () => {
    const done = await importNow(Buffer.from(csv(row('a', { City: 'Cañon City' })), 'latin1'));
    expect(done).toMatchObject({ state: 'failed', added: 0 });
    expect(done.error).toBe(
      'homes.csv is not UTF-8. Please save it as UTF-8 (in Excel as “CSV UTF-8”) and choose it again.',
    );
    const utf16 = await importNow(Buffer.from(`\uFEFF${csv(row('a'))}`, 'utf16le'));
    expect(utf16.error).toBe(done.error);
  });

  test('lines of JSON count from 1', async () => {
    const done = await importNow('[{"ListingKey":"a"},{"ListingKey":"b"}]');
    const lines = (await refusedRows(done._id)).map(({ line, key }) => [line, key]);
    expect(lines).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  test('ends after it was created', async () => {
    const { createdAt, finishedAt } = await importNow(csv(row('a')));
    expect(Date.parse(finishedAt ?? '')).toBeGreaterThan(Date.parse(createdAt));
  });

  test('an empty field counts as absent', async () => {
    const done = await importNow(csv(row('a')), { dryRun: '', agentEmail: '' });
    expect(done).toMatchObject({ isDryRun: false, added: 1 });
  });

  test('a path in the file name is removed', async () => {
    const form = new FormData();
    form.append('file', new Blob([csv(row('a'))]), '../../etc/homes.csv');
    const { _id } = await server.ok(endpoints.createImport, { as: people.agent, form });
    expect((await read(_id)).fileName).toBe('homes.csv');
  });

  test('new homes wait for review according to the review policy', async () => {
    const change = async (review: string) =>
      server.ok(endpoints.changePolicies, { as: people.admin, body: { review } });
    const verify = async (at: Date | null) =>
      sql`update users set verified_at = ${at}, verified_by = ${at && 'admin'}
        where id = ${people.agent._id}`.execute(server.db);
    const states = async () =>
      (await homes()).map((home) => [home.listing_key, home.publish_state, home.is_available]);
    await importNow(csv(row('a')));
    await change('unverified');
    const waiting = await importNow(csv(row('a', { City: 'Waco' }), row('b')));
    expect(waiting).toMatchObject({ added: 1, updated: 1, refused: 0 });
    const expected = [
      ['a', 'published', true],
      ['b', 'in_review', false],
    ];
    expect(await states()).toEqual(expected);
    // A repeated import neither changes nor publishes anything.
    expect(await importNow(csv(row('b')))).toMatchObject({ unchanged: 1, refused: 0 });
    await verify(new Date());
    await importNow(csv(row('c')));
    await importNow(csv(row('d', { ListAgentEmail: people.agent.email })), {}, people.admin);
    await change('all');
    await importNow(csv(row('e')));
    expect(await states()).toEqual([
      ...expected,
      ['c', 'published', true],
      ['d', 'published', true],
      ['e', 'in_review', false],
    ]);
    // A dry run does not notify admins, and a home that stays in review is announced once.
    await importNow(csv(row('f')), { dryRun: '1' });
    await importNow(csv(row('e')));
    const notifications = await server.ok(endpoints.listNotifications, { as: people.admin });
    expect(notifications.filter(({ kind }) => kind === 'review')).toHaveLength(2);
    await change('none');
    await verify(null);
  });

  test('a home under contract is available and marked as such', async () => {
    const contract = async () =>
      (await homes()).map((home) => [home.is_available, home.is_under_contract]);
    await importNow(csv(row('a', { StandardStatus: 'Active Under Contract' })));
    expect(await contract()).toEqual([[true, true]]);
    await importNow(csv(row('a', { StandardStatus: '' })));
    expect(await contract()).toEqual([[true, true]]);
    await importNow(csv(row('a')));
    expect(await contract()).toEqual([[true, false]]);
  });

  test('an account that is no longer an agent imports nothing', async () => {
    const former = await server.addUser({ role: 'agent' });
    const id = await upload(csv(row('a')), {}, former);
    await sql`update users set role = 'user' where id = ${former._id}`.execute(server.db);
    await server.settled();
    const { rows } = await sql<{ state: string; error: string }>`
      select state, error from imports where id = ${id}`.execute(server.db);
    expect(rows).toEqual([
      { state: 'failed', error: 'This account can no longer import listings.' },
    ]);
    expect(await homes()).toHaveLength(0);
  });

  test('imports of one account take turns, and more than five are refused', async () => {
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await upload(csv(row('a'))));
    const form = formOf(csv(row('a')));
    const refusal = await server.refused(endpoints.createImport, { as: people.agent, form });
    expect(refusal.status).toBe(429);
    await upload(csv(row('b')), {}, other);
    const { rows } = await sql<{ id: string }>`
      select id from imports where has_job order by id`.execute(server.db);
    expect(rows.map(({ id }) => id)).toEqual([ids[0], expect.any(String)]);
    await server.settled();
    for (const id of ids) expect(await read(id)).toMatchObject({ state: 'done' });
  });

  test('an interrupted import starts over, and imports no row twice', async () => {
    const id = await upload(csv(row('a'), row('b', { ListPrice: '0' })));
    // Simulates a killed process: the import is running, and has written some rows.
    await server.db.transaction().execute((transaction) => beginRun(transaction, id));
    await sql`update imports set rows_read = 1, refused = 1 where id = ${id}`.execute(server.db);
    await sql`
      insert into import_rows (import_id, position, reason, notes)
      values (${id}, 3, 'Missing or invalid price', '[]')`.execute(server.db);
    await server.settled();
    expect(await read(id)).toMatchObject({ state: 'done', rowsRead: 2, added: 1, refused: 1 });
    expect(await refusedRows(id)).toHaveLength(1);
    expect(await homes()).toHaveLength(1);
  });

  test('an import without job and file, as after a restore, fails, and the next one begins', async () => {
    const lost = await upload(csv(row('a')));
    const next = await upload(csv(row('b')));
    await sql`select graphile_worker.remove_job(${`import:${lost}`})`.execute(server.db);
    await server.runJobs(server.clock.now(), { hasRecurring: true });
    expect(await read(lost)).toMatchObject({ state: 'failed', finishedAt: expect.any(String) });
    expect(await read(next)).toMatchObject({ state: 'done', added: 1 });
  });
});

describe('GET /imports', () => {
  test('lists the caller’s own, newest first', async () => {
    const first = await upload(csv(row('a')));
    const second = await upload(csv(row('a')));
    await upload(csv(row('a')), {}, other);
    const { body, headers } = await server.send(endpoints.listImports, { as: people.agent });
    expect(body.map(({ _id }) => _id)).toEqual([second, first]);
    expect(headers['x-total-count']).toBe('2');
  });
});

describe('GET /imports/:id', () => {
  test('is hidden from other accounts', async () => {
    const id = await upload(csv(row('a')));
    for (const as of [other, people.admin]) {
      const options = { as, params: { id } };
      for (const endpoint of [
        endpoints.getImport,
        endpoints.listRefusedRows,
        endpoints.exportRefusedRows,
        endpoints.cancelImport,
      ]) {
        expect(await server.refused(endpoint, options)).toMatchObject({ status: 404 });
      }
    }
  });
});

const WITH_NOTES = `${HEADER},YearBuilt\n${[row('a'), '"1066"'].join(',')}\n${[row('b', { City: '=1+1' }), '"1990"'].join(',')}\n`;

describe('GET /imports/:id/refused', () => {
  test('returns refused rows and rows with notes, in pages', async () => {
    const { _id } = await importNow(WITH_NOTES);
    const rows = [
      { line: 2, key: 'a', reason: null, notes: ['A value was not imported: YearBuilt is "1066"'] },
      { line: 3, key: 'b', reason: 'Missing or invalid city (City is "=1+1")', notes: [] },
    ];
    expect(await refusedRows(_id)).toEqual(rows);
    const page = await server.send(endpoints.listRefusedRows, {
      as: people.agent,
      params: { id: _id },
      query: { page: 2, limit: 1 },
    });
    expect(page.body).toEqual(rows.slice(1));
    expect(page.headers['x-total-count']).toBe('2');
  });
});

describe('GET /imports/:id/refused.csv', () => {
  test('returns the same rows', async () => {
    const { _id } = await importNow(WITH_NOTES);
    const table = await server.ok(endpoints.exportRefusedRows, {
      as: people.agent,
      params: { id: _id },
    });
    expect(table).toBe(
      '\uFEFFline,key,reason,notes\r\n' +
        '2,a,,"A value was not imported: YearBuilt is ""1066"""\r\n' +
        '3,b,"Missing or invalid city (City is ""=1+1"")",\r\n',
    );
  });
});

describe('DELETE /imports/:id', () => {
  test('a waiting import never begins, and one that has ended is unchanged', async () => {
    const first = await upload(csv(row('a')));
    const second = await upload(csv(row('b')));
    await server.ok(endpoints.cancelImport, { as: people.agent, params: { id: second } });
    await server.settled();
    expect(await read(second)).toMatchObject({ state: 'canceled', added: 0 });
    expect(storedFiles()).toEqual([]);
    expect((await homes()).map(({ listing_key }) => listing_key)).toEqual(['a']);
    for (const id of [first, second]) {
      const refusal = await server.refused(endpoints.cancelImport, {
        as: people.agent,
        params: { id },
      });
      expect(refusal.status).toBe(409);
    }
  });

  test('a running import stops after its batch without undoing it, and lets the next one begin', async () => {
    await server.addProperty(people.agent, { listing_key: 'k0' });
    const keys = Array.from({ length: 1_500 }, (_, index) => `k${index}`);
    const id = await upload(csv(...keys.map((key) => row(key))));
    const next = await upload(csv(row('next')));
    const listing = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    // Blocks the first batch.
    const holding = server.db.transaction().execute(async (transaction) => {
      await sql`select from properties where listing_key = 'k0' for update`.execute(transaction);
      locked.resolve();
      await listing.promise;
    });
    await locked.promise;
    const running = server.settled();
    // The rows are counted before the first batch.
    await expect.poll(async () => (await read(id)).totalRows).not.toBeNull();
    await server.ok(endpoints.cancelImport, { as: people.agent, params: { id } });
    expect(await read(id)).toMatchObject({ state: 'canceled' });
    listing.resolve();
    await Promise.all([holding, running]);
    const canceled = await read(id);
    expect(canceled.state).toBe('canceled');
    expect(storedFiles()).toEqual([]);
    expect(canceled.added + canceled.updated).toBeGreaterThanOrEqual(500);
    expect(canceled.added + canceled.updated).toBeLessThan(1_500);
    expect(await homes()).toHaveLength(canceled.added + canceled.updated + 1);
    expect(await read(next)).toMatchObject({ state: 'done', added: 1 });
  });
});

test('deleted listings are recorded in the audit log', async () => {
  const id = await server.addProperty(people.agent, {
    listing_key: 'a',
    title: 'A house that goes',
  });
  const file = csv(row('a', { StandardStatus: 'Delete' }));
  expect(await importNow(file, { dryRun: '1' })).toMatchObject({ removed: 1 });
  expect(await importNow(file)).toMatchObject({ removed: 1 });
  const entries = await server.ok(endpoints.listAudit, {
    as: people.admin,
    query: { entity: `listing:${id}` },
  });
  expect(entries).toMatchObject([
    {
      action: 'listing.deleted',
      actor: { _id: people.agent._id, name: people.agent.name },
      entity: { title: 'A house that goes' },
    },
  ]);
});

test('the event stream reports the progress of an import', async () => {
  const id = await upload(csv(row('a')));
  await server.settled();
  const { rows } = await sql<{ data: unknown }>`
    select data from events where user_id = ${people.agent._id} and kind = 'import'`.execute(
    server.db,
  );
  expect(rows.length).toBeGreaterThanOrEqual(3);
  expect(rows.at(-1)?.data).toEqual({ _id: id });
});

test('old imports are deleted', async () => {
  const { _id } = await importNow(csv(row('a')));
  await server.clock.advance(91 * 24 * 60 * 60 * 1000);
  await server.runJobs(server.clock.now(), { hasRecurring: true });
  const { rows } = await sql`select from imports where id = ${_id}`.execute(server.db);
  expect(rows).toHaveLength(0);
});
