/** Words in memory are those of the column `search`: caches and alerts compare the ones with the others. */

import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { searchWords } from '#shared/properties/search-words.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  return () => server.close();
});

/** What the database makes of each text. */
async function wordsInDatabase(texts: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ words: string[] }>`
    select tsvector_to_array(to_tsvector('simple', fold_text(text))) as words
    from unnest(${texts}::text[]) with ordinality as t (text, place) order by place`.execute(
    server.db,
  );
  return rows.map(({ words }) => words.toSorted());
}

const inMemory = (text: string) => [...new Set(searchWords(text))].toSorted();

test.each([
  ['4e7c98', ['4e7', 'c98']],
  ['12E34, x4e7c', ['12e34', 'x4e7c']],
  ['3e5e7', ['3e5', 'e7']],
  ['3e 4ex 0e', ['0e', '3e', '4ex']],
])('%s', async (text, words) => {
  expect(inMemory(text)).toEqual(words);
  expect(await wordsInDatabase([text])).toEqual([words]);
});

test('any digits, letters and signs', async () => {
  const part = fc.constantFrom(...Array.from('0179eEefx zé-.,+/@#’яß'));
  const text = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));
  const texts = fc.sample(text, { numRuns: 3_000, seed: 7 });
  expect(await wordsInDatabase(texts)).toEqual(texts.map(inMemory));
});
