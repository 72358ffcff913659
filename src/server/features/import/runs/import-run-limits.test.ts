import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Import } from '#shared/schemas/brokerage/import.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { csv, HEADER, row } from '../import.fixture.ts';

let server: TestApp;
let agent: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  return () => server.close();
});
afterEach(async () => {
  await server.settled();
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
  await server.settled();
  return readImport(id, as);
}

test('reads no files as pictures, not even its own', async () => {
  const names = [
    'homes.csv',
    'https://example.org/a.jpg',
    '../x.jpg',
    ...Array(300).fill('y.jpg'),
  ];
  const file = `${HEADER},Media\n${[row('a'), `"${names.join('|')}"`].join(',')}\n`;
  const done = await uploadAndImport(file);
  expect(done).toMatchObject({ state: 'done', added: 1, refused: 0 });
  const [notes] = (
    await server.ok(endpoints.listRefusedRows, { as: agent, params: { id: done._id } })
  ).map((reported) => reported.notes);
  expect(notes).toHaveLength(201);
  expect(notes?.slice(0, 3)).toEqual([
    'A picture was not imported: "homes.csv" does not exist',
    'A picture was not imported: "https://example.org/a.jpg" is a web address and was not downloaded',
    'A picture was not imported: "../x.jpg" does not exist',
  ]);
  expect(notes?.at(-1)).toBe(
    'A picture was not imported: only the first 200 pictures of the row were read',
  );
});
