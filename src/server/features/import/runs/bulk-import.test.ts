/** Tests how imports affect the audit log, notifications, and search words. */

import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { announceAsImport } from '../import-repository.ts';
import { buildCsv, buildRow } from '../import.fixture.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});
afterEach(async () => {
  await server.waitUntilIdle();
  await sql`delete from properties`.execute(server.db);
});

async function isKnownWord(word: string): Promise<boolean> {
  const { rows } = await sql`select from search_words where word = ${word}`.execute(server.db);
  return rows.length > 0;
}

async function uploadAndImport(content: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]), 'homes.csv');
  const { _id } = await server.ok(endpoints.createImport, { as: people.agent, form });
  await server.waitUntilIdle();
  return server.ok(endpoints.getImport, { as: people.agent, params: { id: _id } });
}

const buildRows = (count: number, values: Record<string, string> = {}) =>
  buildCsv(...Array.from({ length: count }, (_, index) => buildRow(`home-${index}`, values)));

test('a batch of deletions writes one audit log entry, which can be found by any of its listings', async () => {
  await uploadAndImport(buildRows(30));
  const homes = await server.db.selectFrom('properties').select('id').orderBy('id').execute();
  const ids = homes.map(({ id }) => id);
  const deleted = await uploadAndImport(buildRows(30, { StandardStatus: 'Delete' }));
  expect(deleted).toMatchObject({ removed: 30 });
  const list = (entity: string) =>
    server.ok(endpoints.listAudit, { as: people.admin, query: { entity } });
  const entries = await list('listing');
  expect(entries).toMatchObject([
    {
      action: 'listing.deleted',
      entity: { _id: null, title: '30 listings' },
      changes: { listings: [expect.arrayContaining(ids), null] },
    },
  ]);
  expect(await list(`listing:${ids[7] ?? ''}`)).toEqual(entries);
  expect(await list('listing:999999')).toEqual([]);
});

test('admins get at most eleven notifications per import about listings that need a review', async () => {
  await server.ok(endpoints.changePolicies, { as: people.admin, body: { review: 'all' } });
  const readTitles = async () => {
    const notifications = await server.ok(endpoints.listNotifications, {
      as: people.admin,
      query: { limit: 100 },
    });
    return notifications.flatMap(({ kind, title }) => (kind === 'review' ? [title] : []));
  };
  // More than one batch.
  const result = await uploadAndImport(buildRows(600, { City: 'Waco' }));
  expect(result).toMatchObject({ added: 600 });
  const titles = await readTitles();
  expect(titles).toHaveLength(11);
  expect(titles[0]).toBe('More imported listings are waiting for review');
  // The limit applies to each import separately.
  await uploadAndImport(buildCsv(buildRow('another-home')));
  expect(await readTitles()).toHaveLength(12);
  const { headers } = await server.send(endpoints.listReviews, { as: people.admin });
  expect(headers['x-pending-count']).toBe('601');
  await server.ok(endpoints.changePolicies, { as: people.admin, body: { review: 'none' } });
});

test('a scheduled listing that an agent’s import changes is reviewed again', async () => {
  const setReview = (review: 'all' | 'none') =>
    server.ok(endpoints.changePolicies, { as: people.admin, body: { review } });
  await setReview('all');
  await uploadAndImport(buildRows(2));
  const publishAt = new Date(server.clock.now().getTime() + 60_000);
  await sql`update properties set publish_state = 'scheduled', publish_at = ${publishAt}, is_approved = true`.execute(
    server.db,
  );
  await uploadAndImport(buildCsv(buildRow('home-0', { ListPrice: '999' }), buildRow('home-1')));
  await server.runJobs(publishAt);
  const { rows } = await sql`
    select listing_key as key, publish_state as state from properties order by listing_key`.execute(
    server.db,
  );
  expect(rows).toEqual([
    { key: 'home-0', state: 'in_review' },
    { key: 'home-1', state: 'published' },
  ]);
  await setReview('none');
});

test('an agent can save the same new words as a running import without waiting for it', async () => {
  const [imported, other] = [
    await server.addProperty(people.agent),
    await server.addProperty(people.agent),
  ];
  const setTitle = (transaction: typeof server.db, id: string) =>
    sql`update properties set title = 'Quillowmere' where id = ${id}`.execute(transaction);
  await server.db.transaction().execute(async (running) => {
    await announceAsImport(running);
    await setTitle(running, imported);
    await server.db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '2s'`.execute(transaction);
      await setTitle(transaction, other);
    });
  });
  expect(await isKnownWord('quillowmere')).toBe(true);
});

test('the words of an import become spelling suggestions, but those of a dry run do not', async () => {
  const rows = buildCsv(buildRow('a', { PublicRemarks: `Thornwickle ${'and more '.repeat(20)}` }));
  await uploadAndImport(rows, { dryRun: '1' });
  expect(await isKnownWord('thornwickle')).toBe(false);
  await uploadAndImport(rows);
  const { headers } = await server.send(endpoints.listProperties, {
    query: { searchTerm: 'thornwikle' },
  });
  expect(headers['x-searched-for']).toBe('thornwickle');
});
