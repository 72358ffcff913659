import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { MAX_ENDED_IMPORTS } from '#shared/limits.ts';
import type { Import } from '#shared/schemas/brokerage/import.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { buildCsv, HEADER, buildRow } from '../import.fixture.ts';
import {
  hasImportFile,
  importFilePath,
  removeImportFolder,
  storeImportFile,
} from './import-files.ts';
import { longImportJobs } from './import-run-jobs.ts';
import { beginRun, pauseRun } from './import-run-repository.ts';

let server: TestApp;
let agent: TestUser;
/** Returns the free disk space of the fake operating system. */
let readFreeBytes = () => 1024 ** 4;
beforeAll(async () => {
  server = await startTestApp({ freeDiskBytes: async () => readFreeBytes() });
  agent = await server.addUser({ role: 'agent' });
  return () => server.close();
});
afterEach(async () => {
  readFreeBytes = () => 1024 ** 4;
  await server.waitUntilIdle();
  await sql`delete from properties`.execute(server.db);
  await sql`delete from imports`.execute(server.db);
});

async function upload(content: string, as = agent): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'homes.csv');
  return (await server.ok(endpoints.createImport, { as, form }))._id;
}

const readImport = async (id: string, as = agent): Promise<Import> =>
  server.ok(endpoints.getImport, { as, params: { id } });

async function uploadAndImport(content: string, as = agent): Promise<Import> {
  const id = await upload(content, as);
  await server.waitUntilIdle();
  return readImport(id, as);
}

test('an import that is interrupted twice fails and is not restarted', async () => {
  const id = await upload(buildCsv(buildRow('a')));
  const nextImport = await upload(buildCsv(buildRow('b')));
  const interrupt = () =>
    server.db.transaction().execute((transaction) => beginRun(transaction, id));
  await interrupt();
  expect(await interrupt()).toMatchObject({ state: 'running', interruptions: 1 });
  await server.waitUntilIdle();
  const { error, ...failedImport } = await readImport(id);
  expect(failedImport).toMatchObject({ state: 'failed', added: 0, finishedAt: expect.any(String) });
  expect(error).toBe(
    'The import was interrupted twice, so it was not restarted. Listings that were already imported are kept. Please split the file into smaller files.',
  );
  expect(readdirSync(server.importFolder)).toEqual([]);
  expect(await readImport(nextImport)).toMatchObject({ state: 'done', added: 1 });
  const homes = await server.db.selectFrom('properties').select('listing_key').execute();
  expect(homes).toEqual([{ listing_key: 'b' }]);
});

test('an import whose file is on another machine fails with an explanation', async () => {
  const id = await upload(buildCsv(buildRow('a')));
  for (const name of readdirSync(server.importFolder))
    rmSync(path.join(server.importFolder, name), { recursive: true });
  await server.waitUntilIdle();
  const { error, ...failedImport } = await readImport(id);
  expect(failedImport).toMatchObject({ state: 'failed', added: 0 });
  expect(error).toMatch(/^The uploaded file is missing.* all machines must share the folder/);
});

/** A file system other than that of the temporary folder, if available. */
const OTHER_FILE_SYSTEM = '/dev/shm';
const hasOtherFileSystem =
  existsSync(OTHER_FILE_SYSTEM) && statSync(OTHER_FILE_SYSTEM).dev !== statSync(tmpdir()).dev;

test.runIf(hasOtherFileSystem)(
  'a file can be moved to a folder on another file system',
  async () => {
    const folder = mkdtempSync(path.join(OTHER_FILE_SYSTEM, 'doorstep-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const source = path.join(folder, 'upload');
    writeFileSync(source, 'rows');
    const root = server.importFolder;
    const stored = { folder: await storeImportFile(root, source, 'a.csv'), file_name: 'a.csv' };
    expect(readFileSync(importFilePath(root, stored.folder, 'a.csv'), 'utf8')).toBe('rows');
    expect(existsSync(source)).toBe(false);
    await removeImportFolder(root, stored.folder);
    expect(await hasImportFile(root, stored)).toBe(false);
  },
);

test('an import fails before a batch if less than 1 GB of disk space is free', async () => {
  const id = await upload(
    buildCsv(...Array.from({ length: 501 }, (_, index) => buildRow(`home-${index}`))),
  );
  let checks = 0;
  readFreeBytes = () => {
    checks += 1;
    return checks === 1 ? 1024 ** 3 : 1024 ** 3 - 1;
  };
  await server.waitUntilIdle();
  const error =
    'The server has less than 1 GB of free disk space. Listings that were already imported are kept.';
  expect(await readImport(id)).toMatchObject({ state: 'failed', added: 500, error });
  const homes = await server.db.selectFrom('properties').select('id').execute();
  expect(homes).toHaveLength(500);
  expect(readdirSync(server.importFolder)).toEqual([]);
});

test('a shutdown does not count as an interruption', async () => {
  const id = await upload(buildCsv(buildRow('a')));
  const run = longImportJobs['imports.run'];
  for (let count = 0; count < 3; count += 1) {
    const context = { ...server.jobContext(), shutdownSignal: AbortSignal.abort() };
    await expect(run?.({ importId: id }, context)).rejects.toThrow('aborted');
    expect(await readImport(id)).toMatchObject({ state: 'waiting' });
  }
  await server.waitUntilIdle();
  expect(await readImport(id)).toMatchObject({ state: 'done', added: 1 });
});

test('an import that was restarted is not paused by its previous attempt', async () => {
  const id = await upload(buildCsv(buildRow('a')));
  const startRun = () =>
    server.db.transaction().execute((transaction) => beginRun(transaction, id));
  const previousRun = await startRun();
  const currentRun = await startRun();
  if (previousRun === undefined || currentRun === undefined)
    throw new Error('The import has ended.');
  await pauseRun(server.db, previousRun);
  expect(await readImport(id)).toMatchObject({ state: 'running' });
  await pauseRun(server.db, currentRun);
  expect(await readImport(id)).toMatchObject({ state: 'waiting' });
  await server.waitUntilIdle();
  expect(await readImport(id)).toMatchObject({ state: 'done', added: 1 });
});

test('an import reads no server files as pictures, not even its own file', async () => {
  const names = ['homes.csv', 'https://example.org/a.jpg', '../x.jpg', ...Array(300).fill('y.jpg')];
  const file = `${HEADER},Media\n${[buildRow('a'), `"${names.join('|')}"`].join(',')}\n`;
  const importResult = await uploadAndImport(file);
  expect(importResult).toMatchObject({ state: 'done', added: 1, refused: 0 });
  const [notes] = (
    await server.ok(endpoints.listRefusedRows, { as: agent, params: { id: importResult._id } })
  ).map((reportedRow) => reportedRow.notes);
  expect(notes).toHaveLength(51);
  expect(notes?.slice(0, 3)).toEqual([
    'A picture was not imported: "homes.csv" does not exist',
    'A picture was not imported: "https://example.org/a.jpg" is a URL and was not downloaded',
    'A picture was not imported: "../x.jpg" does not exist',
  ]);
  expect(notes?.at(-1)).toBe('and 151 more');
});

test('only the newest ended imports of an account are kept', async () => {
  const otherAgent = await server.addUser({ role: 'agent' });
  const { _id: first } = await uploadAndImport(buildCsv(buildRow('a')));
  const other = await uploadAndImport(buildCsv(buildRow('b')), otherAgent);
  await sql`
    insert into imports (owner_id, folder, file_name, place, is_dry_run, state, created_at, finished_at)
    select ${agent._id}, 'x', 'x.csv', '', true, 'done', now(), now()
    from generate_series(1, ${MAX_ENDED_IMPORTS - 1})`.execute(server.db);
  const countImports = async (as: TestUser) => {
    const { headers } = await server.send(endpoints.listImports, { as });
    return headers['x-total-count'];
  };
  expect(await countImports(agent)).toBe(String(MAX_ENDED_IMPORTS));
  const waitingImport = await upload(buildCsv(buildRow('a')));
  const { _id: last } = await uploadAndImport(buildCsv(buildRow('a')));
  expect(await countImports(agent)).toBe(String(MAX_ENDED_IMPORTS));
  await server.error(endpoints.getImport, { as: agent, params: { id: first } });
  for (const id of [waitingImport, last])
    expect(await readImport(id)).toMatchObject({ state: 'done' });
  expect(await readImport(other._id, otherAgent)).toMatchObject({ state: 'done' });
});
