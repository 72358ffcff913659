/** Imports of homes that people have asked about, want to see, or have reported. */

import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { csv, row, runImport } from './import.fixture.ts';

let server: TestApp;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  admin = await server.addUser({ role: 'admin' });
  return () => server.close();
});

/** Imports one home of an agent; gives its identifier. */
async function importHome(key: string, agent: TestUser, fields: Record<string, string> = {}) {
  const content = csv(row(key, { ListAgentEmail: agent.email, ...fields }));
  await runImport(server.db, makeTempFolder(), content, { now: server.clock.now(), agent: null });
  const { id } = await server.db
    .selectFrom('properties')
    .select('id')
    .where('listing_key', '=', key)
    .executeTakeFirstOrThrow();
  return id;
}

describe('a hidden home', () => {
  const hide = async (id: string) => {
    const body = { reason: 'scam' };
    await server.ok(endpoints.reportProperty, { params: { id }, body });
    const [report] = await server.ok(endpoints.listReports, { as: admin });
    const decide = (decision: string) =>
      server.ok(endpoints.decideReport, {
        as: admin,
        params: { id: report?._id ?? '' },
        body: { decision },
      });
    await decide('hidden');
    return () => decide('dismissed');
  };
  const isAvailable = async (id: string) =>
    (await server.ok(endpoints.getProperty, { params: { id } })).isAvailable;

  test('stays sold if the file said so meanwhile, and is there again if it said Active last', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const id = await importHome('hidden', agent);
    const dismissSold = await hide(id);
    await importHome('hidden', agent, { StandardStatus: 'Closed' });
    await dismissSold();
    expect(await isAvailable(id)).toBe(false);
    const dismissActive = await hide(id);
    await importHome('hidden', agent);
    expect(await isAvailable(id)).toBe(false);
    await dismissActive();
    expect(await isAvailable(id)).toBe(true);
  });
});
