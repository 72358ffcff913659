import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTwoFactor } from '../two-factor/two-factor.fixture.ts';
import { createSoftwarePasskey } from './software-authenticator.fixture.ts';

const MINUTE_MS = 60 * 1000;

let server: TestApp;
let people: Record<'user' | 'agent' | 'admin', TestUser>;
let ann: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clock.advance(15 * MINUTE_MS);
  ann = await server.addUser();
});

const getAddOptions = (as: TestUser, body: object = {}) =>
  server.ok(endpoints.getPasskeyOptions, { as, body });
const getSignInOptions = () => server.ok(endpoints.getPasskeySignInOptions);

async function addPasskey(as: TestUser, name = 'My phone') {
  const passkey = createSoftwarePasskey();
  const response = passkey.register(await getAddOptions(as));
  const addedPasskey = await server.ok(endpoints.addPasskey, { as, body: { name, response } });
  return { passkey, addedPasskey };
}
const signIn = (response: unknown) =>
  server.ok(endpoints.signInWithPasskey, { body: { response } });
const readStatusAndCode = async (response: unknown) => {
  const { status, code } = await server.error(endpoints.signInWithPasskey, {
    body: { response },
  });
  return `${status} ${code}`;
};
const INVALID_CREDENTIALS = '401 INVALID_CREDENTIALS';

describe('POST /users/profile/passkeys/options', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(endpoints.getPasskeyOptions, people, { body: {} }));

  test('requests a discoverable passkey with user verification', async () => {
    const { addedPasskey, passkey } = await addPasskey(ann);
    expect(addedPasskey.name).toBe('My phone');
    expect(await getAddOptions(ann)).toMatchObject({
      rp: { id: 'homes.example.org', name: 'Doorstep' },
      user: { name: ann.email },
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: passkey.id }],
    });
  });

  test('requires a recent sign-in or the current password', async () => {
    await server.clock.advance(10 * MINUTE_MS + 1);
    const readError = async (body: object) =>
      server.error(endpoints.getPasskeyOptions, { as: ann, body });
    expect(await readError({})).toMatchObject({ status: 403, code: 'FRESH_CHECK_REQUIRED' });
    expect((await readError({ currentPassword: 'wrong-one' })).code).toBe('WRONG_PASSWORD');
    expect((await getAddOptions(ann, { currentPassword: ann.password })).challenge).toBeTruthy();
  });
});

test('challenges for adding a passkey are limited by account', async () => {
  const limitedServer = await startTestApp({
    rateLimits: {
      ...(await loadDefaultLimits()),
      passkeyChallengesPerAccount: { max: 2, seconds: 60 },
    },
  });
  const [first, second] = [await limitedServer.addUser(), await limitedServer.addUser()];
  const send = (as: TestUser) =>
    limitedServer.status(endpoints.getPasskeyOptions, { as, body: {} });
  expect([await send(first), await send(first), await send(first)]).toEqual([200, 200, 429]);
  expect(await send(second)).toBe(200);
  await limitedServer.close();
});

describe('POST /users/profile/passkeys', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(endpoints.addPasskey, people, { body: {} }));

  test('adds a passkey to the list', async () => {
    const { addedPasskey } = await addPasskey(ann, ' My phone ');
    const { passkeys } = await server.ok(endpoints.getSecurity, { as: ann });
    expect(passkeys).toEqual([addedPasskey]);
    expect(addedPasskey).toEqual({
      _id: expect.any(String) as string,
      name: 'My phone',
      createdAt: server.clock.now().toISOString(),
      lastUsedAt: null,
    });
  });

  test.each([
    ['without user verification', { isVerified: false }],
    ['for another origin', { origin: 'https://evil.example.org' }],
    ['for another relying party', { rpId: 'evil.example.org' }],
    ['of another type', { type: 'webauthn.get' }],
  ])('rejects a response %s', async (_case, faults) => {
    const response = createSoftwarePasskey().register(await getAddOptions(ann), faults);
    const body = { name: 'My phone', response };
    expect(await server.status(endpoints.addPasskey, { as: ann, body })).toBe(400);
    expect((await server.ok(endpoints.getSecurity, { as: ann })).passkeys).toEqual([]);
  });

  test('rejects an ID longer than WebAuthn allows', async () => {
    const readStatus = async (idLength: number) => {
      const response = createSoftwarePasskey({ idLength }).register(await getAddOptions(ann));
      const body = { name: 'My phone', response };
      return server.status(endpoints.addPasskey, { as: ann, body });
    };
    expect(await readStatus(1_023)).toBe(201);
    expect(await readStatus(6_000)).toBe(400);
  });

  test('rejects malformed responses and names', async () => {
    const validResponse = createSoftwarePasskey().register(await getAddOptions(ann));
    const badAttestation = {
      ...validResponse,
      response: { ...validResponse.response, attestationObject: 'AAAA' },
    };
    const badClientData = {
      ...validResponse,
      response: { ...validResponse.response, clientDataJSON: 'AAAA' },
    };
    const badTransports = {
      ...validResponse,
      response: { ...validResponse.response, transports: ['\0'] },
    };
    for (const body of [
      {},
      { name: '', response: validResponse },
      { name: 'x'.repeat(101), response: validResponse },
      { name: 'My phone', response: badClientData },
      { name: 'My phone', response: badAttestation },
      { name: 'My phone', response: badTransports },
      { name: 'My\0phone', response: validResponse },
    ]) {
      expect(await server.status(endpoints.addPasskey, { as: ann, body })).toBe(400);
    }
  });

  test('accepts a challenge once, for five minutes, and only from its account', async () => {
    const options = await getAddOptions(ann);
    const add = (as: TestUser, response: object) =>
      server.status(endpoints.addPasskey, { as, body: { name: 'My phone', response } });
    expect(await add(people.user, createSoftwarePasskey().register(options))).toBe(400);
    expect(await add(ann, createSoftwarePasskey().register(await getSignInOptions()))).toBe(400);
    expect(await add(ann, createSoftwarePasskey().register(options))).toBe(201);
    expect(await add(ann, createSoftwarePasskey().register(options))).toBe(400);
    const expiredOptions = await getAddOptions(ann);
    await server.clock.advance(5 * MINUTE_MS);
    expect(await add(ann, createSoftwarePasskey().register(expiredOptions))).toBe(400);
  });

  test('rejects a passkey that has already been added to an account', async () => {
    const { passkey } = await addPasskey(ann);
    for (const as of [ann, await server.addUser()]) {
      const response = passkey.register(await getAddOptions(as));
      const body = { name: 'Copy', response };
      expect(await server.error(endpoints.addPasskey, { as, body })).toMatchObject({
        status: 409,
        message: 'This passkey has already been added to an account.',
      });
    }
  });

  test('allows at most ten passkeys', async () => {
    const optionsList = await Promise.all(Array.from({ length: 12 }, () => getAddOptions(ann)));
    const statuses = await Promise.all(
      optionsList.map((options) => {
        const response = createSoftwarePasskey().register(options);
        return server.status(endpoints.addPasskey, { as: ann, body: { name: 'x', response } });
      }),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
    expect(await server.status(endpoints.getPasskeyOptions, { as: ann, body: {} })).toBe(409);
  });
});

describe('POST /auth/passkeys/options', () => {
  test('requests any of the site’s passkeys, with user verification', async () => {
    const options = await getSignInOptions();
    expect(options).toMatchObject({ rpId: 'homes.example.org', userVerification: 'required' });
    expect(options['allowCredentials'] ?? []).toEqual([]);
    expect((await getSignInOptions()).challenge).not.toBe(options.challenge);
  });

  test('is limited by IP address', async () => {
    const limitedServer = await startTestApp({
      rateLimits: {
        ...(await loadDefaultLimits()),
        passkeyChallengesPerIp: { max: 2, seconds: 60 },
      },
    });
    const send = () => limitedServer.status(endpoints.getPasskeySignInOptions);
    expect([await send(), await send(), await send()]).toEqual([200, 200, 429]);
    await limitedServer.close();
  });
});

const loadDefaultLimits = async () =>
  (await import('#server/http/limits/rate-limits.ts')).DEFAULT_RATE_LIMITS;

describe('POST /auth/passkeys', () => {
  test('signs the user in and records the last use', async () => {
    const { passkey } = await addPasskey(ann);
    const { token, ...profile } = await signIn(passkey.signIn(await getSignInOptions(), ann._id));
    expect(profile).toMatchObject({ _id: ann._id, name: ann.name, email: ann.email, role: 'user' });
    const as = { token: token ?? '' };
    const { passkeys } = await server.ok(endpoints.getSecurity, { as });
    expect(passkeys).toMatchObject([{ lastUsedAt: server.clock.now().toISOString() }]);
    expect(await server.ok(endpoints.listSessions, { as })).toHaveLength(2);
  });

  test('requires no code even if there is an authenticator app', async () => {
    const { passkey } = await addPasskey(ann);
    await addTwoFactor(server, ann);
    expect((await signIn(passkey.signIn(await getSignInOptions(), ann._id))).token).toBeTruthy();
  });

  test.each([
    ['without user verification', { isVerified: false }],
    ['for another origin', { origin: 'https://evil.example.org' }],
    ['for another relying party', { rpId: 'evil.example.org' }],
    ['of another type', { type: 'webauthn.create' }],
  ])('rejects a response %s', async (_case, faults) => {
    const { passkey } = await addPasskey(ann);
    expect(await readStatusAndCode(passkey.signIn(await getSignInOptions(), ann._id, faults))).toBe(
      INVALID_CREDENTIALS,
    );
  });

  test('rejects a wrong signature, user, or credential', async () => {
    const { passkey } = await addPasskey(ann);
    const foreignResponse = createSoftwarePasskey().signIn(await getSignInOptions(), ann._id);
    expect(await readStatusAndCode(foreignResponse)).toBe(INVALID_CREDENTIALS);
    expect(await readStatusAndCode({ ...foreignResponse, id: passkey.id, rawId: passkey.id })).toBe(
      INVALID_CREDENTIALS,
    );
    expect(await readStatusAndCode(passkey.signIn(await getSignInOptions(), people.user._id))).toBe(
      INVALID_CREDENTIALS,
    );
  });

  test('rejects a challenge that cannot be stored', async () => {
    const clientDataJSON = Buffer.from(JSON.stringify({ challenge: '\0' })).toString('base64url');
    const { passkey } = await addPasskey(ann);
    const response = passkey.signIn(await getSignInOptions(), ann._id);
    const forgedResponse = { ...response, response: { ...response.response, clientDataJSON } };
    expect(await readStatusAndCode(forgedResponse)).toBe(INVALID_CREDENTIALS);
  });

  test('accepts a challenge once among 50 concurrent requests', async () => {
    const { passkey } = await addPasskey(ann);
    const response = passkey.signIn(await getSignInOptions(), ann._id);
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        server.status(endpoints.signInWithPasskey, {
          ip: `203.0.113.${index}`,
          body: { response },
        }),
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(49);
  });

  test('rejects expired challenges, and challenges for adding a passkey', async () => {
    const { passkey } = await addPasskey(ann);
    const options = await getSignInOptions();
    await server.clock.advance(5 * MINUTE_MS);
    expect(await readStatusAndCode(passkey.signIn(options, ann._id))).toBe(INVALID_CREDENTIALS);
    const freshSession = { ...ann, token: (await signInWithPassword(ann)) ?? '' };
    expect(
      await readStatusAndCode(passkey.signIn(await getAddOptions(freshSession), ann._id)),
    ).toBe(INVALID_CREDENTIALS);
  });

  test('rejects demo accounts if they cannot sign in', async () => {
    const demo = await server.addUser({ is_demo: true });
    const { passkey } = await addPasskey(demo);
    const response = passkey.signIn(await getSignInOptions(), demo._id);
    const error = await server.error(endpoints.signInWithPasskey, {
      headers: { 'x-forwarded-for': '203.0.113.9' },
      body: { response },
    });
    expect(error.code).toBe('INVALID_CREDENTIALS');
  });
});

const signInWithPassword = async ({ email, password }: TestUser) =>
  (await server.ok(endpoints.login, { body: { email, password } })).token;

describe('DELETE /users/profile/passkeys/:id', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(endpoints.removePasskey, people, { params: { id: '1' } }));

  test('removes one of the user’s passkeys', async () => {
    const { passkey, addedPasskey } = await addPasskey(ann);
    const params = { id: addedPasskey._id };
    expect(await server.status(endpoints.removePasskey, { as: people.admin, params })).toBe(404);
    await server.send(endpoints.removePasskey, { as: ann, params });
    expect(await server.status(endpoints.removePasskey, { as: ann, params })).toBe(404);
    expect(await readStatusAndCode(passkey.signIn(await getSignInOptions(), ann._id))).toBe(
      INVALID_CREDENTIALS,
    );
  });
});

describe('a password reset', () => {
  test('removes all passkeys because an intruder could have added them', async () => {
    const { passkey } = await addPasskey(ann);
    const bob = await server.addUser();
    const { passkey: bobsPasskey } = await addPasskey(bob);
    await server.ok(endpoints.forgotPassword, { body: { email: ann.email } });
    await server.waitUntilIdle();
    const mail = server.emails.findLast(({ text }) => text.includes('/reset-password?token='));
    const token = /\?token=([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? '';
    await server.ok(endpoints.resetPassword, { body: { token, password: 'brand-new' } });
    expect(await readStatusAndCode(passkey.signIn(await getSignInOptions(), ann._id))).toBe(
      INVALID_CREDENTIALS,
    );
    const bobsSession = await signIn(bobsPasskey.signIn(await getSignInOptions(), bob._id));
    expect(bobsSession.token).toBeTruthy();
  });
});
