/** Characters that become several when they are folded make words longer than what was typed. */

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { SEARCH_TERM_MAX_LENGTH } from '#shared/limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let admin: TestUser;
/** One character of each length that folding makes of it, the longest first. */
let widest: string[];

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.addUser({ role: 'admin' });
  await server.addProperty(admin, { title: 'Fine cottage by the river' });
  const { rows } = await sql<{ letter: string }>`
    select distinct on (char_length(fold_text(chr(code)))) chr(code) as letter
    from generate_series(1, 65535) code
    where code not between 55296 and 57343 and char_length(fold_text(chr(code))) > 1
    order by char_length(fold_text(chr(code))) desc, code`.execute(server.db);
  widest = rows.map(({ letter }) => letter);
  return () => server.close();
});

const terms = () => [
  'ﬁne'.repeat(66),
  ...widest.map((letter) => letter.repeat(SEARCH_TERM_MAX_LENGTH)),
  // Long, and close to a word that a listing has.
  `cottag${'ﬀ'.repeat(SEARCH_TERM_MAX_LENGTH - 6)}`,
  'x'.repeat(SEARCH_TERM_MAX_LENGTH),
];

test('folding makes several characters of one', () => {
  expect(widest.length).toBeGreaterThan(1);
});

test('no search of such words fails', async () => {
  for (const searchTerm of terms()) {
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

test('spelling suggestions are still found beside them', async () => {
  const query = { searchTerm: 'cotage' };
  expect(await server.ok(endpoints.listProperties, { query })).toHaveLength(1);
});
