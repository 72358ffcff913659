import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Import } from '#shared/schemas/brokerage/import.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { HEADER, buildCsv, buildRow } from '../import.fixture.ts';
import { beginRun } from './import-run-repository.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
let otherAgent: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  otherAgent = await server.addUser({ role: 'agent' });
  return () => server.close();
});
afterEach(async () => {
  await server.waitUntilIdle();
  await sql`delete from properties`.execute(server.db);
  await sql`delete from imports`.execute(server.db);
});

const listStoredFolders = () => {
  try {
    return readdirSync(server.importFolder);
  } catch {
    return [];
  }
};

/** Uploads a file. Returns the import's ID. */
async function upload(
  content: string | Buffer,
  fields: Record<string, string> = {},
  as: TestUser = people.agent,
): Promise<string> {
  return (await server.ok(endpoints.createImport, { as, form: buildForm(content, fields) }))._id;
}

/** Builds a CSV file with one row. */
const buildFile = (...args: Parameters<typeof buildRow>) => buildCsv(buildRow(...args));

function buildForm(content: string | Buffer, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(Buffer.from(content))]), 'homes.csv');
  return form;
}

const readImport = async (id: string, as: TestUser = people.agent): Promise<Import> =>
  server.ok(endpoints.getImport, { as, params: { id } });

const listRefusedRows = async (id: string, as: TestUser = people.agent) =>
  server.ok(endpoints.listRefusedRows, { as, params: { id } });

async function uploadAndImport(...args: Parameters<typeof upload>): Promise<Import> {
  const id = await upload(...args);
  await server.waitUntilIdle();
  return readImport(id, args[2]);
}

const findHomes = () => server.db.selectFrom('properties').selectAll().orderBy('id').execute();

describe('POST /imports', () => {
  test('imports a file in the background and reports the result', async () => {
    const invalidRow = buildRow('b', { ListPrice: '0' });
    const file = buildCsv(buildRow('a', { City: 'Waco' }), invalidRow, buildRow('c'));
    const id = await upload(file);
    expect(await readImport(id)).toMatchObject({
      fileName: 'homes.csv',
      state: 'waiting',
      isDryRun: false,
      rowsRead: 0,
      totalRows: null,
      sample: [],
      finishedAt: null,
    });
    expect(await findHomes()).toHaveLength(0);
    expect(listStoredFolders()).toHaveLength(1);
    await server.waitUntilIdle();
    expect(listStoredFolders()).toEqual([]);
    const importResult = await readImport(id);
    expect(importResult).toMatchObject({
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
    expect(importResult.sample).toMatchObject([
      { city: 'Waco', agent: { _id: people.agent._id } },
      { city: 'Austin' },
    ]);
    expect((await findHomes()).map(({ listing_key, agent_id }) => [listing_key, agent_id])).toEqual(
      [
        ['a', people.agent._id],
        ['c', people.agent._id],
      ],
    );
    expect(await uploadAndImport(file)).toMatchObject({ added: 0, unchanged: 2, refused: 1 });
  });

  test('a dry run reports the changes without making them', async () => {
    const file = buildCsv(buildRow('a', { City: 'Waco' }), buildRow('b'));
    const dryRun = await uploadAndImport(file, { dryRun: '1' });
    expect(dryRun).toMatchObject({ state: 'done', isDryRun: true, added: 2, refused: 0 });
    expect(dryRun.sample).toMatchObject([{ city: 'Waco' }, { city: 'Austin' }]);
    expect(await findHomes()).toHaveLength(0);
  });

  test('reads gzip and JSON', async () => {
    expect(await uploadAndImport(gzipSync(buildFile('a')))).toMatchObject({ added: 1 });
    const values = buildRow('b').slice(1, -1).split('","');
    const names = HEADER.split(',');
    const record = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    expect(await uploadAndImport(JSON.stringify({ value: [record] }))).toMatchObject({ added: 1 });
  });

  test('an agent cannot import another agent’s listings', async () => {
    const unchangedId = await server.addProperty(otherAgent, { listing_key: 'theirs' });
    const undeletedId = await server.addProperty(otherAgent, { listing_key: 'theirs too' });
    const before = await findHomes();
    const file = buildCsv(
      buildRow('mine', { ListAgentEmail: people.agent.email }),
      buildRow('named', { ListAgentEmail: otherAgent.email }),
      buildRow('theirs'),
      buildRow('theirs too', { StandardStatus: 'Delete' }),
      buildRow('unknown', { ListAgentEmail: 'unknown@example.org' }),
    );
    const importResult = await uploadAndImport(file);
    expect(importResult).toMatchObject({ added: 2, updated: 0, removed: 0, refused: 3 });
    const reason = 'The listing belongs to another agent';
    expect(await listRefusedRows(importResult._id)).toEqual([
      {
        line: 3,
        key: 'named',
        reason: `${reason} (ListAgentEmail is "${otherAgent.email}")`,
        notes: [],
      },
      { line: 4, key: 'theirs', reason, notes: [] },
      { line: 5, key: 'theirs too', reason, notes: [] },
    ]);
    const after = await findHomes();
    expect(after.filter(({ id }) => id === unchangedId || id === undeletedId)).toEqual(before);
    expect(after.filter(({ agent_id }) => agent_id === people.agent._id)).toHaveLength(2);
  });

  test('an admin can import for any agent and choose the agent for rows without one', async () => {
    const file = buildCsv(buildRow('a'), buildRow('b', { ListAgentEmail: otherAgent.email }));
    const fields = { agentEmail: people.agent.email };
    expect(await uploadAndImport(file, fields, people.admin)).toMatchObject({ added: 2 });
    expect((await findHomes()).map(({ agent_id }) => agent_id)).toEqual([
      people.agent._id,
      otherAgent._id,
    ]);
    const withoutAgent = await uploadAndImport(buildFile('c'), {}, people.admin);
    expect(withoutAgent).toMatchObject({ added: 0, refused: 1 });
    const [rejection] = await listRefusedRows(withoutAgent._id, people.admin);
    expect(rejection?.reason).toContain('No agent');
  });

  test('rejects an agentEmail sent by an agent, an agentEmail that belongs to no agent, an invalid dryRun, and a missing file', async () => {
    const send = (as: TestUser, fields: Record<string, string>) =>
      server.error(endpoints.createImport, { as, form: buildForm(buildFile('a'), fields) });
    expect(await send(people.agent, { agentEmail: otherAgent.email })).toMatchObject({
      status: 403,
    });
    for (const agentEmail of ['nonsense', people.user.email]) {
      const { status, errors } = await send(people.admin, { agentEmail });
      expect([status, errors?.map(({ path }) => path)]).toEqual([400, ['agentEmail']]);
    }
    expect(await send(people.agent, { dryRun: 'maybe' })).toMatchObject({ status: 400 });
    const error = await server.error(endpoints.createImport, {
      as: people.agent,
      form: new FormData(),
    });
    expect(error).toMatchObject({ status: 400 });
  });

  test('an unreadable file fails with the reason and imports nothing', async () => {
    const importResult = await uploadAndImport(gzipSync(buildFile('a')).subarray(0, 60));
    expect(importResult).toMatchObject({ state: 'failed', added: 0 });
    expect(importResult.error).toContain('homes.csv is a gzip file that ends too early');
    expect(await findHomes()).toHaveLength(0);
  });

  test('a file in another encoding fails with advice for Excel', async () => {
    const importResult = await uploadAndImport(
      Buffer.from(buildFile('a', { City: 'Cañon City' }), 'latin1'),
    );
    expect(importResult).toMatchObject({ state: 'failed', added: 0 });
    expect(importResult.error).toBe(
      'homes.csv is not UTF-8. Please save it as UTF-8 (in Excel as “CSV UTF-8”) and choose it again.',
    );
    const utf16 = await uploadAndImport(Buffer.from(`\uFEFF${buildFile('a')}`, 'utf16le'));
    expect(utf16.error).toBe(importResult.error);
  });

  test('JSON entries are numbered from 1', async () => {
    const importResult = await uploadAndImport('[{"ListingKey":"a"},{"ListingKey":"b"}]');
    const lines = (await listRefusedRows(importResult._id)).map(({ line, key }) => [line, key]);
    expect(lines).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  test('finishedAt is later than createdAt', async () => {
    const { createdAt, finishedAt } = await uploadAndImport(buildFile('a'));
    expect(Date.parse(finishedAt ?? '')).toBeGreaterThan(Date.parse(createdAt));
  });

  test('an empty field counts as absent', async () => {
    const importResult = await uploadAndImport(buildFile('a'), { dryRun: '', agentEmail: '' });
    expect(importResult).toMatchObject({ isDryRun: false, added: 1 });
  });

  test('a path in the file name is removed', async () => {
    const form = new FormData();
    form.append('file', new Blob([buildFile('a')]), '../../etc/homes.csv');
    const { _id } = await server.ok(endpoints.createImport, { as: people.agent, form });
    expect((await readImport(_id)).fileName).toBe('homes.csv');
  });

  test('new homes wait for review if the policy requires it', async () => {
    const setReviewPolicy = async (review: string) =>
      server.ok(endpoints.changePolicies, { as: people.admin, body: { review } });
    const setVerifiedAt = async (at: Date | null) =>
      sql`update users set verified_at = ${at}, verified_by = ${at && 'admin'}
        where id = ${people.agent._id}`.execute(server.db);
    const readPublishStates = async () =>
      (await findHomes()).map((home) => [home.listing_key, home.publish_state, home.is_available]);
    await uploadAndImport(buildFile('a'));
    await setReviewPolicy('unverified');
    const changedFile = buildCsv(buildRow('a', { City: 'Waco' }), buildRow('b'));
    const importInReview = await uploadAndImport(changedFile);
    expect(importInReview).toMatchObject({ added: 1, updated: 1, refused: 0 });
    const expected = [
      ['a', 'published', true],
      ['b', 'in_review', false],
    ];
    expect(await readPublishStates()).toEqual(expected);
    // A repeated import neither changes nor publishes anything.
    expect(await uploadAndImport(buildFile('b'))).toMatchObject({ unchanged: 1, refused: 0 });
    await setVerifiedAt(new Date());
    await uploadAndImport(buildFile('c'));
    await uploadAndImport(buildFile('d', { ListAgentEmail: people.agent.email }), {}, people.admin);
    await setReviewPolicy('all');
    await uploadAndImport(buildFile('e'));
    expect(await readPublishStates()).toEqual([
      ...expected,
      ['c', 'published', true],
      ['d', 'published', true],
      ['e', 'in_review', false],
    ]);
    // A dry run does not notify admins, and a home that stays in review is announced once.
    await uploadAndImport(buildFile('f'), { dryRun: '1' });
    await uploadAndImport(buildFile('e'));
    const notifications = await server.ok(endpoints.listNotifications, { as: people.admin });
    expect(notifications.filter(({ kind }) => kind === 'review')).toHaveLength(2);
    await setReviewPolicy('none');
    await setVerifiedAt(null);
  });

  test('a home under contract stays available and is marked as under contract', async () => {
    const readAvailability = async () =>
      (await findHomes()).map((home) => [home.is_available, home.is_under_contract]);
    await uploadAndImport(buildFile('a', { StandardStatus: 'Active Under Contract' }));
    expect(await readAvailability()).toEqual([[true, true]]);
    await uploadAndImport(buildFile('a', { StandardStatus: '' }));
    expect(await readAvailability()).toEqual([[true, true]]);
    await uploadAndImport(buildFile('a'));
    expect(await readAvailability()).toEqual([[true, false]]);
  });

  test('an account that is no longer an agent imports nothing', async () => {
    const formerAgent = await server.addUser({ role: 'agent' });
    const id = await upload(buildFile('a'), {}, formerAgent);
    await sql`update users set role = 'user' where id = ${formerAgent._id}`.execute(server.db);
    await server.waitUntilIdle();
    const { rows } = await sql<{ state: string; error: string }>`
      select state, error from imports where id = ${id}`.execute(server.db);
    expect(rows).toEqual([
      { state: 'failed', error: 'This account can no longer import listings.' },
    ]);
    expect(await findHomes()).toHaveLength(0);
  });

  test('imports of an account run one at a time, and a sixth is rejected', async () => {
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await upload(buildFile('a')));
    const form = buildForm(buildFile('a'));
    const error = await server.error(endpoints.createImport, { as: people.agent, form });
    expect(error.status).toBe(429);
    await upload(buildFile('b'), {}, otherAgent);
    const { rows } = await sql<{ id: string }>`
      select id from imports where has_job order by id`.execute(server.db);
    expect(rows.map(({ id }) => id)).toEqual([ids[0], expect.any(String)]);
    await server.waitUntilIdle();
    for (const id of ids) expect(await readImport(id)).toMatchObject({ state: 'done' });
  });

  test('an interrupted import starts over without counting or reporting rows twice', async () => {
    const id = await upload(buildCsv(buildRow('a'), buildRow('b', { ListPrice: '0' })));
    // Simulates a killed process: the import is running, and has counted and reported a row.
    await server.db.transaction().execute((transaction) => beginRun(transaction, id));
    await sql`update imports set rows_read = 1, refused = 1 where id = ${id}`.execute(server.db);
    await sql`
      insert into import_rows (import_id, position, reason, notes)
      values (${id}, 3, 'Missing or invalid price', '[]')`.execute(server.db);
    await server.waitUntilIdle();
    expect(await readImport(id)).toMatchObject({
      state: 'done',
      rowsRead: 2,
      added: 1,
      refused: 1,
    });
    expect(await listRefusedRows(id)).toHaveLength(1);
    expect(await findHomes()).toHaveLength(1);
  });

  test('an import whose job is missing, as after a restore, fails, and the next one starts', async () => {
    const interruptedImport = await upload(buildFile('a'));
    const nextImport = await upload(buildFile('b'));
    await sql`select graphile_worker.remove_job(${`import:${interruptedImport}`})`.execute(
      server.db,
    );
    await server.runJobs(server.clock.now(), { includesRecurring: true });
    expect(await readImport(interruptedImport)).toMatchObject({
      state: 'failed',
      finishedAt: expect.any(String),
    });
    expect(await readImport(nextImport)).toMatchObject({ state: 'done', added: 1 });
  });
});

describe('GET /imports', () => {
  test('lists the caller’s imports, newest first', async () => {
    const first = await upload(buildFile('a'));
    const second = await upload(buildFile('a'));
    await upload(buildFile('a'), {}, otherAgent);
    const { body, headers } = await server.send(endpoints.listImports, { as: people.agent });
    expect(body.map(({ _id }) => _id)).toEqual([second, first]);
    expect(headers['x-total-count']).toBe('2');
  });
});

describe('GET /imports/:id', () => {
  test('returns 404 to other accounts, like the other endpoints of an import', async () => {
    const id = await upload(buildFile('a'));
    for (const as of [otherAgent, people.admin]) {
      const options = { as, params: { id } };
      for (const endpoint of [
        endpoints.getImport,
        endpoints.listRefusedRows,
        endpoints.exportRefusedRows,
        endpoints.cancelImport,
      ]) {
        expect(await server.error(endpoint, options)).toMatchObject({ status: 404 });
      }
    }
  });
});

const CSV_WITH_NOTES = `${HEADER},YearBuilt\n${[buildRow('a'), '"1066"'].join(',')}\n${[buildRow('b', { City: '=1+1' }), '"1990"'].join(',')}\n`;

describe('GET /imports/:id/refused', () => {
  test('returns rejected rows and rows with notes in pages', async () => {
    const { _id } = await uploadAndImport(CSV_WITH_NOTES);
    const rows = [
      { line: 2, key: 'a', reason: null, notes: ['A value was not imported: YearBuilt is "1066"'] },
      { line: 3, key: 'b', reason: 'Missing or invalid city (City is "=1+1")', notes: [] },
    ];
    expect(await listRefusedRows(_id)).toEqual(rows);
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
  test('returns rejected rows and rows with notes as CSV', async () => {
    const { _id } = await uploadAndImport(CSV_WITH_NOTES);
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
  test('a canceled waiting import never starts, and ended imports cannot be canceled', async () => {
    const first = await upload(buildFile('a'));
    const second = await upload(buildFile('b'));
    await server.ok(endpoints.cancelImport, { as: people.agent, params: { id: second } });
    await server.waitUntilIdle();
    expect(await readImport(second)).toMatchObject({ state: 'canceled', added: 0 });
    expect(listStoredFolders()).toEqual([]);
    expect((await findHomes()).map(({ listing_key }) => listing_key)).toEqual(['a']);
    for (const id of [first, second]) {
      const error = await server.error(endpoints.cancelImport, {
        as: people.agent,
        params: { id },
      });
      expect(error.status).toBe(409);
    }
  });

  test('a canceled running import stops after its batch, and the next one starts', async () => {
    await server.addProperty(people.agent, { listing_key: 'k0' });
    const keys = Array.from({ length: 1_500 }, (_, index) => `k${index}`);
    const id = await upload(buildCsv(...keys.map((key) => buildRow(key))));
    const nextImport = await upload(buildFile('next'));
    const unlock = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    // Blocks the first batch.
    const lockHolder = server.db.transaction().execute(async (transaction) => {
      await sql`select from properties where listing_key = 'k0' for update`.execute(transaction);
      locked.resolve();
      await unlock.promise;
    });
    await locked.promise;
    const running = server.waitUntilIdle();
    // The rows are counted before the first batch.
    await expect.poll(async () => (await readImport(id)).totalRows).not.toBeNull();
    await server.ok(endpoints.cancelImport, { as: people.agent, params: { id } });
    expect(await readImport(id)).toMatchObject({ state: 'canceled' });
    unlock.resolve();
    await Promise.all([lockHolder, running]);
    const canceled = await readImport(id);
    expect(canceled.state).toBe('canceled');
    expect(listStoredFolders()).toEqual([]);
    expect(canceled.added + canceled.updated).toBeGreaterThanOrEqual(500);
    expect(canceled.added + canceled.updated).toBeLessThan(1_500);
    expect(await findHomes()).toHaveLength(canceled.added + canceled.updated + 1);
    expect(await readImport(nextImport)).toMatchObject({ state: 'done', added: 1 });
  });
});

test('deleted listings are recorded in the audit log', async () => {
  const id = await server.addProperty(people.agent, {
    listing_key: 'a',
    title: 'A house to delete',
  });
  const file = buildFile('a', { StandardStatus: 'Delete' });
  expect(await uploadAndImport(file, { dryRun: '1' })).toMatchObject({ removed: 1 });
  expect(await uploadAndImport(file)).toMatchObject({ removed: 1 });
  const entries = await server.ok(endpoints.listAudit, {
    as: people.admin,
    query: { entity: `listing:${id}` },
  });
  expect(entries).toMatchObject([
    {
      action: 'listing.deleted',
      actor: { _id: people.agent._id, name: people.agent.name },
      entity: { title: 'A house to delete' },
    },
  ]);
});

test('the event stream reports the progress of an import', async () => {
  const id = await upload(buildFile('a'));
  await server.waitUntilIdle();
  const { rows } = await sql<{ data: unknown }>`
    select data from events where user_id = ${people.agent._id} and kind = 'import' order by id`.execute(
    server.db,
  );
  expect(rows.length).toBeGreaterThanOrEqual(3);
  expect(rows.at(-1)?.data).toEqual({ _id: id });
});

test('old imports are deleted', async () => {
  const { _id } = await uploadAndImport(buildFile('a'));
  await server.clock.advance(91 * 24 * 60 * 60 * 1000);
  await server.runJobs(server.clock.now(), { includesRecurring: true });
  const { rows } = await sql`select from imports where id = ${_id}`.execute(server.db);
  expect(rows).toHaveLength(0);
});
