/** Tests which saved searches are loaded into memory, and in which batches. */

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { confirmAddress } from '../alerts/alerts.fixture.ts';
import * as repository from './candidate-repository.ts';
import { findMatches } from './find-matches.ts';

const SEARCH = { city: 'Austin', state: 'TX' };

let server: TestApp;
let ann: TestUser;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('saved_searches').execute();
  ann = await server.addUser();
  await confirmAddress(server, ann);
});

const save = async (as: { token: string }) => {
  const body = { search: SEARCH, frequency: 'daily' as const };
  return (await server.ok(endpoints.createSavedSearch, { as, body }))._id;
};

test('candidate searches are read in batches', async () => {
  await save(ann);
  await sql`
    insert into saved_searches (user_id, name, search, filters, frequency, time_zone, keys, seen_at, created_at)
    select user_id, name, search, filters, frequency, time_zone, keys, seen_at, created_at
    from saved_searches, generate_series(1, 1099)`.execute(server.db);
  const readCandidates = vi.spyOn(repository, 'readCandidates');
  const agent = await server.addUser({ role: 'agent' });
  await server.addProperty(agent, { ...SEARCH, created_at: server.clock.now() });
  await server.waitUntilIdle();
  const sizes = readCandidates.mock.calls.map(([, ids]) => ids.length);
  readCandidates.mockRestore();
  expect(sizes).toEqual([500, 500, 100]);
  expect(await server.db.selectFrom('alert_news').selectAll().execute()).toHaveLength(1);
});

test('a candidate search is read once for all changed homes', async () => {
  const id = await save(ann);
  const changes = Array.from({ length: 12 }, (_, index) => {
    const after = buildProperty(SEARCH);
    return { propertyId: String(index), before: null, after, changedAt: server.clock.now() };
  });
  const readCandidates = vi.spyOn(repository, 'readCandidates');
  const matches = await findMatches(server.db, changes, {
    now: server.clock.now(),
    costRates: DEFAULT_COST_RATES,
    shutdownSignal: new AbortController().signal,
  });
  const idsRead = readCandidates.mock.calls.flatMap(([, ids]) => ids);
  readCandidates.mockRestore();
  expect(idsRead).toEqual([id]);
  expect(matches?.searches.map((search) => search.matches.length)).toEqual([12]);
});

test('searches with unconfirmed email addresses are not read', async () => {
  const [bob, userWithNewAddress] = [await server.addUser(), await server.addUser()];
  await confirmAddress(server, userWithNewAddress);
  const email = `new-${userWithNewAddress.email}`;
  await server.db
    .updateTable('users')
    .set({ email })
    .where('id', '=', userWithNewAddress._id)
    .execute();
  const annsSearchId = await save(ann);
  await save(bob);
  await save(userWithNewAddress);
  for (const address of ['no@example.org', 'yes@example.org']) {
    const body = { email: address, search: SEARCH, frequency: 'daily' };
    await server.ok(endpoints.createAlert, { body });
  }
  const confirmedSearch = await server.db
    .updateTable('saved_searches')
    .set({ confirmed_at: server.clock.now() })
    .where('email', '=', 'yes@example.org')
    .returning(['id', 'keys'])
    .executeTakeFirstOrThrow();
  const candidateIds = await repository.findCandidates(server.db, confirmedSearch.keys);
  expect(candidateIds.toSorted()).toEqual([annsSearchId, confirmedSearch.id].toSorted());
  const nextSearches = await repository.findNextSearches(server.db, '0', 1_000);
  expect(nextSearches.map(({ id }) => id).toSorted()).toEqual(candidateIds.toSorted());
});
