/** Tests text search queries. Their results are tested in property-search.test.ts. */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { matchAnyOfEach, type SearchWords, toSearchWords } from './word-search.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  const agent = await server.addUser({ role: 'agent' });
  for (const description of ['A house with a moat.', 'A house of brick.', 'A house by the road.'])
    await server.addProperty(agent, { description: `${description} It has three rooms.` });
  return () => server.close();
});

async function readQueryText({ query }: SearchWords): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`select (${query})::text as text`.execute(server.db);
  return rows[0]?.text;
}

test.each([
  ['tower', "'tower'"],
  ['Roof, tower!', "'roof' & 'tower'"],
  ['Oak Street', "'oak' & ( 'saint' | 'st' | 'street' )"],
  ['Oak Apt 5', "'oak' & '5'"],
  ['roof ¿ •', "'roof'"],
  // Folding removes a full-width parenthesis.
  ['roof （', "'roof'"],
  ['roof éclair', "'roof' & 'eclair'"],
  ['!?', ''],
])('converts %s', async (text, expected) => {
  expect(await readQueryText(toSearchWords(text))).toBe(expected);
});

test('requires a word from each group', async () => {
  expect(await readQueryText(matchAnyOfEach([['roof'], ['tower', 'moat']]))).toBe(
    "'roof' & ( 'tower' | 'moat' )",
  );
  expect(await readQueryText(matchAnyOfEach([['garden', 'tower']]))).toBe("'garden' | 'tower'");
});

test('a search term that equals the JSON of word groups has a different key', () => {
  const groups = [['sunny', 'sun']];
  expect(toSearchWords(JSON.stringify(groups)).key).not.toBe(matchAnyOfEach(groups).key);
});

test('is_word_found reads only the index, even if a table scan is cheaper', async () => {
  await inTransaction(server.db, null, async (transaction) => {
    // Shadows the table with one that has so few listings that a full scan is cheaper.
    await sql`create temporary table properties on commit drop as
      select * from public.properties order by id limit 3`.execute(transaction);
    await sql`create index on pg_temp.properties using gin (search) where is_available`.execute(
      transaction,
    );
    await sql`analyze pg_temp.properties`.execute(transaction);
    const countScans = async () => {
      const { rows } = await sql<{ scans: number }>`
        select pg_stat_get_xact_numscans('pg_temp.properties'::regclass)::int as scans`.execute(
        transaction,
      );
      return rows[0]?.scans;
    };
    const before = await countScans();
    const { rows } = await sql<{ word: string; isFound: boolean }>`
      select word, is_word_found(word) as "isFound" from unnest(array['moat', 'keep']) word`.execute(
      transaction,
    );
    expect(rows).toEqual([
      { word: 'moat', isFound: true },
      { word: 'keep', isFound: false },
    ]);
    expect(await countScans()).toBe(before);
  });
});
