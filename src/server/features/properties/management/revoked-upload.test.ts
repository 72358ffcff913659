/** Tests that a user who loses permission during an upload cannot change anything. */

import { readdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { createDiskImageStore } from '#server/storage/disk-image-store.ts';
import { createNoise } from '#server/storage/image.fixture.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const folder = makeTempFolder();
/** Signals that let tests act while a picture is being stored. */
let started: PromiseWithResolvers<void>;
let canContinue: PromiseWithResolvers<void>;
let server: TestApp;
let admin: TestUser;
let picture: Buffer;

beforeAll(async () => {
  const disk = createDiskImageStore(folder);
  server = await startTestApp({
    images: {
      ...disk,
      async put(key, files) {
        started.resolve();
        await canContinue.promise;
        await disk.put(key, files);
      },
    },
  });
  admin = await server.addUser({ role: 'admin' });
  picture = await createNoise(700, 500).jpeg().toBuffer();
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a form with a picture and revokes the permission while the picture is being stored. */
async function sendAndRevoke(
  call: Parameters<TestApp['error']>,
  revoke: () => Promise<unknown>,
): Promise<{ status: number; code: string }> {
  started = Promise.withResolvers();
  canContinue = Promise.withResolvers();
  const rejection = server.error(...call);
  await Promise.race([started.promise, rejection]);
  await revoke();
  canContinue.resolve();
  const { status, code } = await rejection;
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((file) => file.endsWith('.webp'))).toEqual([]);
  return { status, code };
}

const buildListingForm = () =>
  toFormData(buildPropertyForm({ title: 'Late listing' }), [{ name: '1.jpg', data: picture }]);

const REVOCATIONS: [
  string,
  (agent: TestUser) => Promise<unknown>,
  { status: number; code: string },
][] = [
  [
    'the token is revoked',
    (agent) => server.ok(endpoints.logout, { as: agent }),
    { status: 401, code: 'UNAUTHENTICATED' },
  ],
  [
    'the account is deleted',
    (agent) => server.ok(endpoints.deleteUser, { as: admin, params: { id: agent._id } }),
    { status: 401, code: 'UNAUTHENTICATED' },
  ],
  [
    'the agent is demoted',
    (agent) =>
      server.ok(endpoints.changeRole, {
        as: admin,
        params: { id: agent._id },
        body: { role: 'user' },
      }),
    { status: 403, code: 'FORBIDDEN' },
  ],
];

describe.each(REVOCATIONS)('if %s during an upload,', (_name, revoke, expected) => {
  test('no listing is published', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const call = [endpoints.createProperty, { as: agent, form: buildListingForm() }] as const;
    expect(await sendAndRevoke([...call], () => revoke(agent))).toEqual(expected);
    const listings = server.db.selectFrom('properties').where('agent_id', '=', agent._id);
    expect(await listings.select('id').execute()).toEqual([]);
  });

  test('no listing is changed', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const id = await server.addProperty(agent, { title: 'Early listing' });
    const call = { as: agent, params: { id }, form: buildListingForm() };
    expect(await sendAndRevoke([endpoints.updateProperty, call], () => revoke(agent))).toEqual(
      expected,
    );
    const listings = server.db.selectFrom('properties').where('title', '=', 'Late listing');
    expect(await listings.select('id').execute()).toEqual([]);
  });

  // Users of every role can change their own profile.
  test.runIf(expected.status === 401)('no profile is changed', async () => {
    const agent = await server.addUser({ role: 'agent' });
    const form = new FormData();
    form.append('name', 'Late Name');
    form.append('email', agent.email);
    form.append('avatar', new Blob([Uint8Array.from(picture)]), 'me.jpg');
    const call = { as: agent, form };
    expect(await sendAndRevoke([endpoints.changeProfile, call], () => revoke(agent))).toEqual(
      expected,
    );
    const users = server.db.selectFrom('users').where('name', '=', 'Late Name');
    expect(await users.select('id').execute()).toEqual([]);
  });
});
