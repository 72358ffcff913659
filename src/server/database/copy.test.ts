import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { copyIn, copyOut } from './copy.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('create table source (id integer primary key, text text)');
  await client.query('create table target (like source including all)');
  await client.query(
    `insert into source select n, repeat(md5(n::text), 1 + n % 40) from generate_series(1, 20000) n`,
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('copies megabytes out and back in unchanged, even if they are read slowly', async () => {
  const chunks: Buffer[] = [];
  let count = 0;
  for await (const chunk of copyOut(
    client,
    'copy (table source order by id) to stdout',
  ) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    count += 1;
    if (count % 2_000 === 0) await sleep(5);
  }
  const { rows } = await client.query(
    `select string_agg(id || E'\\t' || text || E'\\n', '' order by id) as text from source`,
  );
  const [{ text = '' } = {}] = rows as { text?: string }[];
  const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
  expect(hash(Buffer.concat(chunks))).toBe(hash(text));

  await copyIn(
    client,
    'copy target from stdin',
    (async function* () {
      yield* chunks;
    })(),
  );
  const missing = await client.query('table source except table target');
  expect(missing.rowCount).toBe(0);
});

test('an error on either side rolls back the statement, and the connection stays usable', async () => {
  const textSource = (text: string, error?: Error) =>
    (async function* () {
      yield Buffer.from(text);
      if (error) throw error;
    })();
  await client.query('truncate target');
  await expect(
    copyIn(client, 'copy target from stdin', textSource('1\ta\n', new Error('read failed'))),
  ).rejects.toThrow('read failed');
  await expect(copyIn(client, 'copy target from stdin', textSource('one\ta\n'))).rejects.toThrow(
    /invalid input/,
  );
  await expect(copyIn(client, 'copy nowhere from stdin', textSource('1\ta\n'))).rejects.toThrow(
    /nowhere/,
  );
  await expect(copyOut(client, 'copy nowhere to stdout').toArray()).rejects.toThrow(/nowhere/);
  expect((await client.query('table target')).rows).toEqual([]);
});
