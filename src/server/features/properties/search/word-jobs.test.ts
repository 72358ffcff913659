/** Tests that the number of words for spelling suggestions does not grow forever. */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { deleteUnusedWords } from './word-search.ts';
import { recurringWordJobs } from './word-jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestApp;
let agent: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  return () => server.close();
});

async function isKnown(word: string): Promise<boolean> {
  const { rows } = await sql`select from search_words where word = ${word}`.execute(server.db);
  return rows.length > 0;
}

const runJob = async () => {
  expect(recurringWordJobs['search.forget-words']?.every).toBe('day');
  await server.runJobs(new Date(server.clock.now().getTime() + 2 * DAY_MS));
};

test('the words of a deleted listing are deleted, and those of an available one are not', async () => {
  await server.addProperty(agent, { description: 'A house with a quillowmere.' });
  const id = await server.addProperty(agent, { description: 'A house with a thornwickle.' });
  // More than one batch.
  await sql`insert into search_words select 'w' || translate(g::text, '0123456789', 'abcdefghij')
    from generate_series(1, 5000) g`.execute(server.db);
  expect(await isKnown('thornwickle')).toBe(true);
  await server.db.deleteFrom('properties').where('id', '=', id).execute();
  await runJob();
  const { rows } = await sql`select from search_words where word ~ '^w[a-j]+$'`.execute(server.db);
  expect(rows).toEqual([]);
  expect(await isKnown('thornwickle')).toBe(false);
  expect(await isKnown('quillowmere')).toBe(true);
  expect(await isKnown('house')).toBe(true);
});

test('the words of a listing return when it becomes available again', async () => {
  const id = await server.addProperty(agent, { description: 'A house with a brambleside.' });
  const setAvailable = (isAvailable: boolean) =>
    server.db
      .updateTable('properties')
      .set({ is_available: isAvailable })
      .where('id', '=', id)
      .execute();
  await setAvailable(false);
  for (let last: string | null = ''; last !== null;)
    last = await deleteUnusedWords(server.db, last);
  expect(await isKnown('brambleside')).toBe(false);
  await setAvailable(true);
  expect(await isKnown('brambleside')).toBe(true);
});

test('the number and length of words are limited', async () => {
  await inTransaction(server.db, null, async (transaction) => {
    // Shadows the table with one that is quick to fill.
    await sql`create temporary table search_words (word text primary key) on commit drop`.execute(
      transaction,
    );
    await sql`insert into pg_temp.search_words
      select translate(g::text, '0123456789', 'abcdefghij') from generate_series(100001, 199999) g`.execute(
      transaction,
    );
    const long = 'a'.repeat(21);
    await sql`select remember_words(array[${long}, 'house', 'garden', 'pool'])`.execute(
      transaction,
    );
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_temp.search_words`.execute(transaction);
    expect(rows).toEqual([{ count: 100_000 }]);
    const words = sql`select from pg_temp.search_words where word = ${long}`;
    expect((await words.execute(transaction)).rows).toEqual([]);
  });
});

test('a misspelled word is compared with a limited number of words', async () => {
  await inTransaction(server.db, null, async (transaction) => {
    await sql`create temporary table search_words (word text primary key) on commit drop`.execute(
      transaction,
    );
    await sql`insert into pg_temp.search_words
      select 'garde' || translate(g::text, '0123456789', 'abcdefghij') from generate_series(1, 5000) g`.execute(
      transaction,
    );
    const { rows } = await sql`select close_words('garde', 5000)`.execute(transaction);
    expect(rows.length).toBeLessThanOrEqual(2_000);
  });
});
