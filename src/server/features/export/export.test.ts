import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { runImport } from '../import/import.fixture.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
});
afterAll(() => server.close());

const exportMine = (as: TestUser) => server.ok(endpoints.exportMyProperties, { as });
const exportAll = () => server.ok(endpoints.exportAllProperties, { as: people.admin });

/** Splits a table into lines; its cells must not contain line breaks. */
const linesOf = (table: string) => table.trimEnd().split('\r\n');

/**
 * Fields that an export can lose (docs/product/import.md, Export), or that do not belong to the
 * listing.
 */
const EXEMPT_FIELDS = new Set([
  '_id',
  'agent',
  'images',
  'pictures',
  'updatedAt',
  'tourMode',
  'nextOpenHouse',
  'daysListed',
]);

/** Returns listings as visitors see them, without exempt fields. */
async function listingsOf(app: TestApp): Promise<string[]> {
  const rows = await app.db.selectFrom('properties').select('id').execute();
  const listings = await Promise.all(
    rows.map(({ id }) => app.ok(endpoints.getProperty, { params: { id } })),
  );
  const texts = listings.map((listing) => {
    const comparedFields = Object.entries(listing).filter(([name]) => !EXEMPT_FIELDS.has(name));
    const { createdAt } = listing;
    return JSON.stringify(
      [Object.fromEntries(comparedFields), createdAt.slice(0, 10)].map(withoutTime),
    );
  });
  return texts.toSorted();
}

const withoutTime = (value: unknown) =>
  typeof value === 'object' && value !== null ? { ...value, createdAt: undefined } : value;

describe('GET /properties/my-listings.csv', () => {
  test('returns the caller’s own listings, with RESO’s field names', async () => {
    const other = await server.addUser({ role: 'agent' });
    await server.addProperty(people.agent, { title: 'My house' });
    await server.addProperty(other, { title: 'Another agent’s house' });
    const lines = linesOf(await exportMine(people.agent));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^ListingKey,.*\bListPrice\b.*,Media$/);
    expect(lines[1]).toContain('My house');
    expect(linesOf(await exportMine(other))[1]).toContain('Another agent’s house');
  });

  test('does not prefix formulas with an apostrophe, and quotes cells only when necessary', async () => {
    const as = await server.addUser({ role: 'agent' });
    await server.addProperty(as, { title: '=1+1 is, "two" here' });
    expect(await exportMine(as)).toContain(',"=1+1 is, ""two"" here",');
  });

  test('has keys that do not equal those of another site’s listings with the same ID', async () => {
    const as = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(as);
    const readKey = async () => linesOf(await exportMine(as))[1]?.split(',')[0];
    const key = await readKey();
    expect(key).toMatch(new RegExp(`^doorstep-${id}-[0-9a-f]{12}$`));
    expect(await readKey()).toBe(key);
    await sql`update properties set created_at = created_at + interval '1 millisecond' where id = ${id}`.execute(
      server.db,
    );
    expect(await readKey()).not.toBe(key);
  });

  test('returns only published listings', async () => {
    const as = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(as, { title: 'A house that is not ready' });
    await sql`update properties set publish_state = 'draft', is_available = false where id = ${id}`.execute(
      server.db,
    );
    expect(linesOf(await exportMine(as))).toHaveLength(1);
  });

  test('returns only the header for an agent without listings', async () => {
    expect(linesOf(await exportMine(await server.addUser({ role: 'agent' })))).toHaveLength(1);
  });
});

describe('GET /properties/all.csv', () => {
  test('returns all agents’ listings, in several batches', async () => {
    const as = await server.addUser({ role: 'agent' });
    for (let count = 0; count < 600; count += 1) await server.addProperty(as);
    const count = await server.db
      .selectFrom('properties')
      .select(({ fn }) => fn.countAll<string>().as('all'))
      .where('publish_state', '=', 'published')
      .executeTakeFirstOrThrow();
    const table = await exportAll();
    expect(table.match(/\r\n/g)).toHaveLength(1 + Number(count.all));
  });

  test('changes its listings if it is edited and imported on the same site', async () => {
    const site = await startTestApp();
    try {
      const admin = await site.addUser({ role: 'admin' });
      const [agent, other] = [
        await site.addUser({ role: 'agent' }),
        await site.addUser({ role: 'agent' }),
      ];
      const created_at = new Date('2026-01-02T03:04:05Z');
      const id = await site.addProperty(agent, { title: 'First title', created_at });
      await site.addProperty(agent, { title: 'Unchanged' });
      const table = await site.ok(endpoints.exportAllProperties, { as: admin });
      const importTable = (content: string, isDryRun = false) =>
        runImport(site.db, makeTempFolder(), content, {
          agent: other.email,
          now: site.clock.now(),
          isDryRun,
        });
      const before = await listingsOf(site);
      for (const isDryRun of [true, false]) {
        const { summary } = await importTable(table, isDryRun);
        expect(summary).toMatchObject({ imported: 0, updated: 0, unchanged: 2, refused: 0 });
        expect(await listingsOf(site)).toEqual(before);
      }
      // The import stored the key, so it no longer depends on the creation time.
      await sql`update properties set created_at = now() where id = ${id}`.execute(site.db);
      const edited = table.replace('First title', 'Second title');
      const { summary } = await importTable(edited);
      expect(summary).toMatchObject({ imported: 0, updated: 1, unchanged: 1, refused: 0 });
      const listing = await site.ok(endpoints.getProperty, { params: { id } });
      expect(listing).toMatchObject({ title: 'Second title', agent: { _id: agent._id } });
    } finally {
      await site.close();
    }
  });

  test('does not let an agent change another agent’s listing by its key', async () => {
    const [agent, other] = [
      await server.addUser({ role: 'agent' }),
      await server.addUser({ role: 'agent' }),
    ];
    const id = await server.addProperty(agent, { title: 'First title' });
    const table = (await exportMine(agent)).replaceAll(agent.email, other.email);
    const form = new FormData();
    form.set('file', new File([table], 'homes.csv'));
    const { _id } = await server.ok(endpoints.createImport, { as: other, form });
    await server.waitUntilIdle();
    const run = await server.ok(endpoints.getImport, { as: other, params: { id: _id } });
    expect(run).toMatchObject({ added: 0, updated: 0, refused: 1 });
    expect(await server.ok(endpoints.getProperty, { params: { id } })).toMatchObject({
      title: 'First title',
      agent: { _id: agent._id },
    });
  });

  test('can be imported into an empty installation without changes, except for exempt fields', async () => {
    const sourceServer = await startTestApp();
    const hashPassword = async () => people.admin.name;
    await seedDemo(sourceServer.db, { now: sourceServer.clock.now(), hashPassword });
    const admin = await sourceServer.addUser({ role: 'admin' });
    const agent = await sourceServer.addUser({ role: 'agent' });
    const texts = {
      title: '12 OAK STREET &amp; MORE <b>',
      description:
        'Call 512-555-0142 & ask.\n\n  Rooms: 3 < 4, &eacute;, it’s "nice".\r\n- one\n- two',
      address: '12 OAK ST APT 4, 512-555-0142',
      city: 'KANE’OHE',
      state: 'Texas',
      zip_code: '00501-1234',
    };
    for (const is_available of [true, false])
      await sourceServer.addProperty(agent, { ...texts, is_available });
    const table = await sourceServer.ok(endpoints.exportAllProperties, { as: admin });
    const targetServer = await startTestApp();
    try {
      const { email } = await targetServer.addUser({ role: 'agent' });
      const { summary, report } = await runImport(targetServer.db, makeTempFolder(), table, {
        agent: email,
        now: sourceServer.clock.now(),
      });
      expect({ refused: summary.refused, rejectedValues: summary.rejectedValues }).toEqual({
        refused: 0,
        rejectedValues: 0,
      });
      expect(report).toContain('https://homes.example.org/images/');
      expect(await listingsOf(targetServer)).toEqual(await listingsOf(sourceServer));
    } finally {
      await Promise.all([targetServer.close(), sourceServer.close()]);
    }
  });
});
