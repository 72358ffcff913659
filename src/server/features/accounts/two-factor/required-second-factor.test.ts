import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { createSoftwarePasskey } from '../passkeys/software-authenticator.fixture.ts';
import { addTwoFactor } from './two-factor.fixture.ts';

let server: TestApp;
let admin: TestUser;
let agent: TestUser;
let user: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  return () => server.close();
});
beforeEach(async () => {
  await server.db.deleteFrom('policies').execute();
  ({ admin, agent, user } = await server.addPeople());
});

const setPolicy = (secondFactor: 'optional' | 'admins' | 'staff') =>
  server.ok(endpoints.changePolicies, { as: admin, body: { secondFactor } });
const readStatusAndCode = async (endpoint: Endpoint, as: { token: string }) => {
  const { status, code } = await server.error(endpoint, { as, params: { id: '1' }, body: {} });
  return `${status} ${code}`;
};
const SETUP_REQUIRED = '403 SECOND_FACTOR_SETUP_REQUIRED';

describe('a required second factor', () => {
  test('applies to admins, to agents and admins, or to no one, depending on the policy', async () => {
    await setPolicy('admins');
    expect(await readStatusAndCode(endpoints.listUsers, admin)).toBe(SETUP_REQUIRED);
    expect(await server.status(endpoints.listMyProperties, { as: agent })).toBe(200);
    expect((await server.ok(endpoints.getSecurity, { as: admin })).isRequired).toBe(true);
    expect((await server.ok(endpoints.getSecurity, { as: agent })).isRequired).toBe(false);
    await addTwoFactor(server, admin);
    await setPolicy('staff');
    expect(await readStatusAndCode(endpoints.listMyProperties, agent)).toBe(SETUP_REQUIRED);
    expect(await server.status(endpoints.listFavorites, { as: user })).toBe(200);
    await setPolicy('optional');
    expect(await server.status(endpoints.listMyProperties, { as: agent })).toBe(200);
  });

  test('blocks every endpoint that requires a token, except those for the profile, its security, and signing out', async () => {
    await setPolicy('admins');
    const all: Endpoint[] = Object.values(endpoints);
    for (const endpoint of all.filter(({ access }) => access !== 'public')) {
      const { method, path, access } = endpoint;
      const isOpen = access === 'profile:change' || access === 'session:end';
      expect({ path, isOpen }).toEqual({
        path,
        isOpen: /^\/(users\/profile|auth\/logout)(?!\/preferences)/.test(path),
      });
      if (!isOpen) {
        expect({ method, path, error: await readStatusAndCode(endpoint, admin) }).toEqual({
          method,
          path,
          error: SETUP_REQUIRED,
        });
      }
    }
    await server.send(endpoints.logout, { as: admin });
  });

  test('makes public endpoints treat a user without a second factor as a visitor', async () => {
    await setPolicy('admins');
    const body = {
      name: 'Another Admin',
      email: 'another@example.org',
      password: 'a-password',
      role: 'admin',
    };
    const rejection = await server.error(endpoints.register, { as: admin, body });
    expect(rejection.code).toBe('VALIDATION_FAILED');
  });

  test('lets users sign in, and unblocks endpoints once it is set up', async () => {
    await setPolicy('admins');
    const { email, password } = admin;
    const { token = '' } = await server.ok(endpoints.login, { body: { email, password } });
    expect(await readStatusAndCode(endpoints.listUsers, { token })).toBe(SETUP_REQUIRED);
    await addTwoFactor(server, { ...admin, token });
    expect(await server.status(endpoints.listUsers, { as: { token } })).toBe(200);
  });

  test('is satisfied by signing in with a passkey but not by just having one', async () => {
    const passkey = createSoftwarePasskey();
    const options = await server.ok(endpoints.getPasskeyOptions, { as: admin, body: {} });
    const { _id } = await server.ok(endpoints.addPasskey, {
      as: admin,
      body: { name: 'My phone', response: passkey.register(options) },
    });
    await setPolicy('admins');
    expect(await readStatusAndCode(endpoints.listUsers, admin)).toBe(SETUP_REQUIRED);
    const challenge = await server.ok(endpoints.getPasskeySignInOptions);
    const response = passkey.signIn(challenge, admin._id);
    const { token = '' } = await server.ok(endpoints.signInWithPasskey, { body: { response } });
    expect(await server.status(endpoints.listUsers, { as: { token } })).toBe(200);
    await server.send(endpoints.removePasskey, { as: { token }, params: { id: _id } });
    expect(await readStatusAndCode(endpoints.listUsers, { token })).toBe(SETUP_REQUIRED);
  });
});
