import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { createSpellingSuggestions } from './spelling-suggestions.ts';
import { matchWords } from './word-search.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  const agent = await server.addUser({ role: 'agent' });
  await server.addProperty(agent, { title: 'Lighthouse', description: 'A kitchen and a garden.' });
  return () => server.close();
});

test('suggestions are looked up once per term until a listing changes', async () => {
  let version: number | null = 1;
  const suggest = createSpellingSuggestions({
    cacheVersion: () => version,
    loadPlaceNames: async () => ({ hasName: () => false }),
  });
  const [first, second] = await Promise.all([
    suggest(server.db, 'lighthuose'),
    suggest(server.db, 'lighthuose'),
  ]);
  expect(first).toEqual([{ word: 'lighthuose', isFound: false, suggestions: ['lighthouse'] }]);
  // The same object because it was looked up only once.
  expect(second).toBe(first);
  expect(await suggest(server.db, 'lighthuose')).toBe(first);
  // Callers that could have changed data bypass the cache.
  expect(await suggest(server.db, 'lighthuose', { bypassCache: true })).not.toBe(first);
  version = 2;
  const laterSuggestions = await suggest(server.db, 'lighthuose');
  expect(laterSuggestions).not.toBe(first);
  version = null;
  expect(await suggest(server.db, 'lighthuose')).not.toBe(laterSuggestions);
});

test('suggestions are looked up only if at most four words are unknown', async () => {
  const suggestionsOf = async (text: string) =>
    (await matchWords(server.db, text)).map(({ suggestions }) => suggestions);
  expect(await suggestionsOf('lighthuose kichen garde kitche garden')).toEqual([
    ['lighthouse'],
    ['kitchen'],
    ['garden'],
    ['kitchen'],
    [],
  ]);
  expect(await suggestionsOf('lighthuose kichen garde kitche lighthose')).toEqual([
    [],
    [],
    [],
    [],
    [],
  ]);
});

test('suggestions never replace place names', async () => {
  const agent = await server.addUser({ role: 'agent' });
  await server.addProperty(agent, { title: 'Nice looks in San Diego', city: 'San Diego' });
  for (const searchTerm of ['saint louis', 'st. louis', 'homes in saint louis']) {
    const { body, headers } = await server.send(endpoints.listProperties, {
      query: { searchTerm },
    });
    expect([body, headers['x-searched-for']]).toEqual([[], undefined]);
  }
  // A misspelled word that is not a place name is replaced.
  const results = await server.ok(endpoints.listProperties, { query: { searchTerm: 'lookss' } });
  expect(results).toHaveLength(1);
});
