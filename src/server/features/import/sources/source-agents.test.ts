import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { createSourceAgentFinder } from './source-agents.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  return () => server.close();
});

async function addLicensedAgent(license: string, isVerified: boolean) {
  const agent = await server.addUser({ role: 'agent' });
  await server.db
    .updateTable('users')
    .set({
      license_number: license,
      verified_at: isVerified ? server.clock.now() : null,
      verified_by: isVerified ? 'admin' : null,
    })
    .where('id', '=', agent._id)
    .execute();
  return agent._id;
}

test('a license belongs to its verified agent or to its only claimant', async () => {
  const fallback = await server.addUser({ role: 'agent' });
  const verifiedAgent = await addLicensedAgent('AB-1', true);
  await addLicensedAgent('ab-1', false);
  const onlyClaimant = await addLicensedAgent('AB-2', false);
  await addLicensedAgent('AB-3', false);
  await addLicensedAgent('AB-3', false);
  const finder = createSourceAgentFinder(server.db, 'license', {
    id: fallback._id,
    name: fallback.name,
    officeName: null,
  });
  const licenses = ['ab-1', 'ab-2', 'ab-3', 'ab-4', null];
  const find = await finder.find(licenses);
  expect(licenses.map((license) => find(license)?.id)).toEqual([
    verifiedAgent,
    onlyClaimant,
    fallback._id,
    fallback._id,
    fallback._id,
  ]);
});
