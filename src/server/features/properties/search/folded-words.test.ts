/** Tests words that become longer when folded because a character can fold to several characters. */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { MAX_SEARCH_TERM_LENGTH } from '#shared/limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let admin: TestUser;
/** A character for each folded length, longest first. */
let expandingLetters: string[];

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.addUser({ role: 'admin' });
  await server.addProperty(admin, { title: 'Fine cottage by the river' });
  const { rows } = await sql<{ letter: string }>`
    select distinct on (char_length(fold_text(chr(code)))) chr(code) as letter
    from generate_series(1, 65535) code
    where code not between 55296 and 57343 and char_length(fold_text(chr(code))) > 1
    order by char_length(fold_text(chr(code))) desc, code`.execute(server.db);
  expandingLetters = rows.map(({ letter }) => letter);
  return () => server.close();
});

const buildTerms = () => [
  'ﬁne'.repeat(66),
  ...expandingLetters.map((letter) => letter.repeat(MAX_SEARCH_TERM_LENGTH)),
  // A long word that is similar to a listing's word.
  `cottag${'ﬀ'.repeat(MAX_SEARCH_TERM_LENGTH - 6)}`,
  'x'.repeat(MAX_SEARCH_TERM_LENGTH),
];

test('some characters fold to several characters', () => {
  expect(expandingLetters.length).toBeGreaterThan(1);
});

test('searches for words that become longer when folded do not fail', async () => {
  for (const searchTerm of buildTerms()) {
    const query = { searchTerm };
    expect(await server.ok(endpoints.listProperties, { query })).toEqual([]);
    await server.ok(endpoints.listProperties, {
      query: { searchTerm: `cottage ${searchTerm}`.slice(0, 200) },
    });
    await server.ok(endpoints.listAgents, { query });
    for (const endpoint of [
      endpoints.listAllProperties,
      endpoints.listMyProperties,
      endpoints.listUsers,
    ]) {
      await server.ok(endpoint, { as: admin, query });
    }
  }
});

test('spelling suggestions are found for ordinary words', async () => {
  const query = { searchTerm: 'cotage' };
  expect(await server.ok(endpoints.listProperties, { query })).toHaveLength(1);
});
