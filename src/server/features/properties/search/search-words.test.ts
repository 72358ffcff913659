/** Tests that words split in memory equal the words in the column `search`. */

import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { migrateTo, migrateToLatest } from '#server/database/migrate.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import { splitWords } from '#shared/properties/search-words.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { createEmptyDatabase } from '#tests/helpers/test-database.ts';
import { matchAllWords } from './word-search.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  return () => server.close();
});

/** Uses PostgreSQL to split each string into words. */
async function splitInDatabase(texts: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ words: string[] }>`
    select tsvector_to_array(to_tsvector('simple', fold_text(text))) as words
    from unnest(${texts}::text[]) with ordinality as t (text, place) order by place`.execute(
    server.db,
  );
  return rows.map(({ words }) => words.toSorted());
}

const splitInMemory = (text: string) => [...new Set(splitWords(text))].toSorted();

test.each([
  ['4e7c98', ['4e7', 'c98']],
  ['12E34, x4e7c', ['12e34', 'x4e7c']],
  ['3e5e7', ['3e5', 'e7']],
  ['3e 4ex 0e', ['0e', '3e', '4ex']],
  ["Kane'ohe O’Fallon ʻEwa d`Alene", ['dalene', 'ewa', 'kaneohe', 'ofallon']],
  ['京都の家、ガレージ', ['の', 'カ', 'シ', 'レ', 'ー', '京', '家', '都']],
  ['บ้าน', ['น', 'บ', 'า']],
])('splits %s into words', async (text, words) => {
  expect(splitInMemory(text)).toEqual(words);
  expect(await splitInDatabase([text])).toEqual([words]);
});

test('splits random digits, letters, and symbols into words', async () => {
  const symbols =
    "-.,+/@#’'`ʻ京が付บ้\u00a0\u00b7\u00b0\u00a3\u2003\u200b\u2022\u20ac\u2605\u3000\ufeff🏡";
  const part = fc.constantFrom(...Array.from(`0179eEefx zéяß${symbols}`));
  const text = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));
  const texts = fc.sample(text, { numRuns: 4_000, seed: 7 });
  expect(await splitInDatabase(texts)).toEqual(texts.map(splitInMemory));
});

test.each(['\u00a0', '\u2009', '•', '🏡'])(
  'finds a home by the words around %j',
  async (symbol) => {
    const agent = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(agent, {
      description: `Behind the house lies a pool${symbol}orangery, and more.`,
    });
    for (const searchTerm of ['orangery', `pool${symbol}orangery`, `${symbol} pool`]) {
      const results = await server.ok(endpoints.listProperties, { query: { searchTerm } });
      expect(results.map(({ _id }) => _id)).toContain(id);
    }
  },
);

test('does not treat symbols as words', async () => {
  for (const searchTerm of ['•', '★ 🏡', '£'])
    expect(await server.ok(endpoints.listProperties, { query: { searchTerm } })).toEqual([]);
});

test('reindexes existing homes in an upgrade without recording changes', async () => {
  const database = await createEmptyDatabase();
  const { db, pool } = openDatabase(database.url);
  try {
    await migrateTo(db, '0039_area_corners');
    const { id } = await db
      .insertInto('users')
      .values(buildUserRow({ role: 'agent' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const description of ['A pool\u00a0orangery behind it.', 'A pool and an orangery.'])
      await db.insertInto('properties').values(buildPropertyRow(id, { description })).execute();
    await sql`delete from property_changes`.execute(db);
    const countMatches = async () => {
      const { rows } =
        await sql`select id from properties where search @@ ${matchAllWords('pool')}`.execute(db);
      return rows.length;
    };
    expect(await countMatches()).toBe(1);
    await migrateToLatest(db);
    expect(await countMatches()).toBe(2);
    expect((await sql`select * from property_changes`.execute(db)).rows).toEqual([]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
