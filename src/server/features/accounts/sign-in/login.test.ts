import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const MINUTE_MS = 60 * 1000;

let server: TestApp;
let ann: TestUser;

beforeAll(async () => {
  server = await startTestApp({
    isDemoAllowed: false,
    rateLimits: {
      ...DEFAULT_RATE_LIMITS,
      loginFailuresPerAccountAndIp: { max: 3, seconds: 900 },
      loginFailuresPerIp: { max: 6, seconds: 900 },
    },
  });
  ann = await server.addUser({ role: 'agent', email: 'Ann@Example.org' });
});
afterAll(() => server.close());
beforeEach(() => server.clock.advance(15 * MINUTE_MS));

/** Attempts to sign in and returns the response's status. */
const trySignIn = (email: string, password: string, ip = '127.0.0.1') =>
  server.status(endpoints.login, { ip, body: { email, password } });

describe('POST /auth/login', () => {
  test('returns the account and a new token, ignoring the case of the address', async () => {
    for (const email of ['ann@example.org', ' ANN@EXAMPLE.ORG ']) {
      const body = await server.ok(endpoints.login, { body: { email, password: ann.password } });
      expect(body).toStrictEqual({
        _id: ann._id,
        name: ann.name,
        email: 'Ann@Example.org',
        role: 'agent',
        avatar: null,
        phone: null,
        office: null,
        isVerified: false,
        verification: null,
        licenseNumber: null,
        licenseState: null,
        agentRequestedAt: null,
        officeRole: null,
        token: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect(
        await server.ok(endpoints.agentStats, { as: { token: body.token ?? '' } }),
      ).toBeDefined();
    }
  });

  test.each([
    [{}, ['email', 'password']],
    [{ email: 'ann', password: '   ' }, ['email', 'password']],
    [{ email: 'ann@example.org', password: 'x'.repeat(201) }, ['password']],
    [{ email: ['ann@example.org'], password: 1 }, ['email', 'password']],
  ])('rejects the form %j', async (body, paths) => {
    const error = await server.error(endpoints.login, { body });
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(error.errors?.map(({ path }) => path)).toEqual(paths);
  });

  test('returns the form’s error messages', async () => {
    expect((await server.error(endpoints.login, { body: {} })).errors).toEqual([
      { path: 'email', message: 'Please enter a valid email address.' },
      { path: 'password', message: 'Password is required.' },
    ]);
  });

  test('fails the same way for wrong passwords, unknown addresses, and demo accounts that cannot sign in', async () => {
    const demo = await server.addUser({ is_demo: true });
    const before = server.passwordChecks.value;
    const responses = await Promise.all(
      [
        { email: ann.email, password: 'wrong' },
        { email: 'unknown@example.org', password: 'wrong' },
        { email: demo.email, password: demo.password },
      ].map((body) => server.error(endpoints.login, { body })),
    );
    for (const response of responses) {
      expect(response).toMatchObject({
        status: 401,
        code: 'INVALID_CREDENTIALS',
        message: 'Invalid credentials',
      });
    }
    // Every sign-in verifies a password because skipping it would reveal unknown addresses.
    expect(server.passwordChecks.value - before).toBe(3);
    const [first, second, third] = responses.map(({ headers: _headers, ...error }) => error);
    expect(first).toEqual(second);
    expect(first).toEqual(third);
    expect(await server.status(endpoints.logout, { as: demo })).toBe(401);
  });

  test('is limited by IP address and account after failures, whether or not the account exists', async () => {
    for (const email of [ann.email, 'unknown@example.org']) {
      const ip = email === ann.email ? '203.0.113.1' : '203.0.113.2';
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect(await trySignIn(email, 'no', ip)).toBe(401);
      const error = await server.error(endpoints.login, {
        ip,
        body: { email: email.toUpperCase(), password: ann.password },
      });
      expect(error).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
      expect(Number(error.headers['retry-after'])).toBeGreaterThan(800);
    }
    // Not limited: another account from the same IP address, and the same account from another IP address.
    const bob = await server.addUser();
    expect(await trySignIn(bob.email, bob.password, '203.0.113.1')).toBe(200);
    expect(await trySignIn(ann.email, ann.password, '203.0.113.3')).toBe(200);
    await server.clock.advance(15 * MINUTE_MS);
    expect(await trySignIn(ann.email, ann.password, '203.0.113.1')).toBe(200);
  });

  test('is limited by IP address after failures with many accounts', async () => {
    const ip = '203.0.113.4';
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect(await trySignIn(`unknown-${attempt}@example.org`, 'no', ip)).toBe(401);
    }
    expect(await trySignIn(ann.email, ann.password, ip)).toBe(429);
    expect(await trySignIn(ann.email, ann.password, '203.0.113.5')).toBe(200);
  });

  test('counts an IPv6 network as one address', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await trySignIn(ann.email, 'no', `2001:db8:1:2::${attempt}`)).toBe(401);
    }
    expect(await trySignIn(ann.email, ann.password, '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await trySignIn(ann.email, ann.password, '2001:db8:1:3::1')).toBe(200);
  });

  test('counts the addresses of an IPv6 /48 together, with ten times the limit of one', async () => {
    const max = 3;
    for (let subnet = 0; subnet < 10; subnet += 1)
      for (let attempt = 0; attempt < max; attempt += 1)
        expect(await trySignIn(ann.email, 'no', `2001:db8:7:${subnet}::1`)).toBe(401);
    expect(await trySignIn(ann.email, 'no', '2001:db8:7:ff::1')).toBe(429);
    expect(await trySignIn(ann.email, ann.password, '2001:db8:8:1::1')).toBe(200);
  });

  test('does not count successful sign-ins', async () => {
    const ip = '203.0.113.6';
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await trySignIn(ann.email, 'no', ip)).toBe(401);
    for (let attempt = 0; attempt < 8; attempt += 1) {
      expect(await trySignIn(ann.email, ann.password, ip)).toBe(200);
    }
    expect(await trySignIn(ann.email, 'no', ip)).toBe(401);
    expect(await trySignIn(ann.email, ann.password, ip)).toBe(429);
  });

  test('does not let concurrent failures exceed the limit', async () => {
    const ip = '203.0.113.7';
    const before = server.passwordChecks.value;
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () => trySignIn(ann.email, 'no', ip)),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(17);
    expect(server.passwordChecks.value - before).toBe(3);
  });

  test('accepts all concurrent sign-ins with the correct password', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, () => trySignIn(ann.email, ann.password, '203.0.113.8')),
    );
    expect(statuses).toEqual(Array(30).fill(200));
    const rows = await server.db
      .selectFrom('rate_limits')
      .select('points')
      .where('key', 'like', `%:${createHash('sha256').update('203.0.113.8').digest('base64url')}`)
      .execute();
    expect(rows.map(({ points }) => points)).toEqual([0]);
  });

  test('is limited by default after 10 failures per account and IP address, and 100 per IP address, in 15 minutes', () => {
    expect(DEFAULT_RATE_LIMITS.loginFailuresPerAccountAndIp).toEqual({ max: 10, seconds: 900 });
    expect(DEFAULT_RATE_LIMITS.loginFailuresPerIp).toEqual({ max: 100, seconds: 900 });
  });

  test('opens no session if the password changes while it is being verified', async () => {
    const passwordChange = Promise.withResolvers<void>();
    const check = Promise.withResolvers<void>();
    const slowServer = await startTestApp({
      passwords: {
        hash: async (password) => `hash of ${password}`,
        verify: async (storedHash, password) => {
          check.resolve();
          await passwordChange.promise;
          return storedHash === `hash of ${password}`;
        },
      },
    });
    try {
      const { email } = await slowServer.addUser({ password_hash: 'hash of first1' });
      const login = slowServer.error(endpoints.login, { body: { email, password: 'first1' } });
      await check.promise;
      await slowServer.db.updateTable('users').set({ password_hash: 'hash of second' }).execute();
      passwordChange.resolve();
      expect((await login).code).toBe('INVALID_CREDENTIALS');
    } finally {
      await slowServer.close();
    }
  });

  test('allows demo accounts if the configuration does', async () => {
    const openServer = await startTestApp({ isDemoAllowed: true });
    try {
      const demo = await openServer.addUser({ is_demo: true });
      const body = { email: demo.email, password: demo.password };
      const { token = '' } = await openServer.ok(endpoints.login, { body });
      expect(await openServer.ok(endpoints.logout, { as: { token } })).toBeNull();
    } finally {
      await openServer.close();
    }
  });
});
