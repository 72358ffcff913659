import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { seedDemo } from '../seed-demo.ts';

let server: TestApp;
/** An admin with a demo account. */
let demoAdmin: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  await seedDemo(server.db, { now: server.clock.now(), hashPassword: async () => 'hash' });
  demoAdmin = await server.addUser({ role: 'admin', is_demo: true });
  return () => server.close();
});

const countRows = async (table: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}`.execute(server.db);
  return rows[0]?.count;
};
const isDone = async (as: TestUser) => {
  const { steps } = await server.ok(endpoints.getSiteSetup, { as });
  return steps.find(({ step }) => step === 'demo')?.isDone;
};

describe('DELETE /demo', () => {
  test('returns 409 and removes nothing if no admin would remain', async () => {
    const before = await countRows('users');
    const error = await server.error(endpoints.removeDemo, { as: demoAdmin });
    expect(error).toMatchObject({ status: 409, code: 'CONFLICT' });
    await server.waitUntilIdle();
    expect(await countRows('users')).toBe(before);
  });

  test('requires an admin and removes only the demo data, in the background', async () => {
    const people = await server.addPeople();
    const { user: visitor, agent, admin } = people;
    await server.expectGuarded(endpoints.removeDemo, people);
    const realHome = await server.addProperty(agent);
    const [demoHome] = await server.ok(endpoints.listProperties, { query: { limit: 1 } });
    await server.send(endpoints.ask, {
      as: visitor,
      params: { id: demoHome?._id ?? '' },
      body: { name: 'A Visitor', email: visitor.email, message: 'Is it still there? I like it.' },
    });
    await server.addMessage();
    expect(await isDone(admin)).toBe(false);

    await server.send(endpoints.removeDemo, { as: demoAdmin });
    await server.waitUntilIdle();
    expect(await isDone(admin)).toBe(true);
    expect(await countRows('users')).toBe(3);
    expect(await server.status(endpoints.getSecurity, { as: demoAdmin })).toBe(401);
    const homes = await server.ok(endpoints.listProperties);
    expect(homes.map(({ _id }) => _id)).toEqual([realHome]);
    // Inquiries and contact messages that are not demo data remain.
    expect(await countRows('inquiries')).toBe(1);
    expect(await countRows('contact_messages')).toBe(1);
    for (const table of ['tours', 'favorites', 'shortlists', 'saved_searches']) {
      expect({ table, count: await countRows(table) }).toEqual({ table, count: 0 });
    }
    for (const action of ['demo.removed', 'user.deleted', 'listing.deleted']) {
      const entries = await server.ok(endpoints.listAudit, { as: admin, query: { action } });
      // The demo admin who started the removal no longer exists.
      expect(new Set(entries.map(({ actor }) => actor.name))).toEqual(new Set(['Deleted user']));
    }
    const rejection = await server.error(endpoints.removeDemo, { as: admin });
    expect(rejection).toMatchObject({ status: 409, message: 'There is no demo data left.' });
  });
});
