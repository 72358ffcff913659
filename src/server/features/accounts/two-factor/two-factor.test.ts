import { URI } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTwoFactor, codeAt } from './two-factor.fixture.ts';

const MINUTE_MS = 60 * 1000;

let server: TestApp;
let people: Record<'user' | 'agent' | 'admin', TestUser>;
let ann: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  people = {
    user: await server.addUser(),
    agent: await server.addUser({ role: 'agent' }),
    admin: await server.addUser({ role: 'admin' }),
  };
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clock.advance(15 * MINUTE_MS);
  ann = await server.addUser({ role: 'agent' });
});

const signIn = (user: TestUser, code?: string) =>
  server.send(endpoints.login, { body: { email: user.email, password: user.password, code } });
const readSignInError = (user: TestUser, code?: string, password = user.password) =>
  server.error(endpoints.login, { body: { email: user.email, password, code } });
const now = () => server.clock.now();
const readSecurity = (user: TestUser) => server.ok(endpoints.getSecurity, { as: user });
const setUp = (user: TestUser) =>
  server.ok(endpoints.setUpTwoFactor, { as: user, body: { currentPassword: user.password } });
const confirm = (user: TestUser, code: string) =>
  server.ok(endpoints.confirmTwoFactor, { as: user, body: { code } });

describe('POST /users/profile/two-factor', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(endpoints.setUpTwoFactor, people, { body: {} }));

  test('returns a secret that has no effect until it is confirmed', async () => {
    const { secret, uri } = await setUp(ann);
    const app = URI.parse(uri);
    expect(app).toMatchObject({
      issuer: 'Doorstep',
      label: ann.email,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
    });
    expect(app.secret.base32).toBe(secret);
    expect(app.secret.bytes).toHaveLength(20);
    expect((await readSecurity(ann)).twoFactor).toBe(false);
    expect((await signIn(ann)).status).toBe(200);
  });

  test('replaces the secret of an earlier call', async () => {
    const first = await setUp(ann);
    const second = await setUp(ann);
    expect(second.secret).not.toBe(first.secret);
    const error = await server.error(endpoints.confirmTwoFactor, {
      as: ann,
      body: { code: codeAt(first.secret, now()) },
    });
    expect(error).toMatchObject({ status: 401, code: 'INVALID_SECOND_FACTOR' });
    await confirm(ann, codeAt(second.secret, now()));
  });

  test('requires the current password', async () => {
    const wrongPassword = { as: ann, body: { currentPassword: 'wrong-one' } };
    expect(await server.error(endpoints.setUpTwoFactor, wrongPassword)).toMatchObject({
      status: 400,
      code: 'WRONG_PASSWORD',
    });
    const withoutPassword = { as: ann, body: {} };
    expect((await server.error(endpoints.setUpTwoFactor, withoutPassword)).code).toBe(
      'VALIDATION_FAILED',
    );
  });

  test('stores no secret or recovery code in plain text', async () => {
    const { secret, recoveryCodes } = await addTwoFactor(server, ann);
    await setUp(ann);
    for (const table of ['two_factors', 'two_factor_setups', 'recovery_codes'] as const) {
      const rows = await server.db.selectFrom(table).selectAll().execute();
      const text = rows
        .flatMap((row) => Object.values(row))
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
        .join(' ');
      expect(rows.length).toBeGreaterThan(0);
      for (const hiddenText of [secret, ...recoveryCodes]) expect(text).not.toContain(hiddenText);
    }
  });
});

describe('POST /users/profile/two-factor/confirm', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(endpoints.confirmTwoFactor, people, { body: {} }));

  test('activates the app, returns ten recovery codes, and ends all other sessions', async () => {
    const { token = '' } = (await signIn(ann)).body;
    const { secret } = await setUp(ann);
    const { recoveryCodes } = await confirm(ann, codeAt(secret, now()));
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{10}$/);
    expect(await readSecurity(ann)).toEqual({
      twoFactor: true,
      recoveryCodesLeft: 10,
      passkeys: [],
      isRequired: false,
    });
    expect(await server.status(endpoints.getSecurity, { as: { token } })).toBe(401);
  });

  test('is rejected without a setup, or if repeated', async () => {
    const body = { code: '123456' };
    const error = await server.error(endpoints.confirmTwoFactor, { as: ann, body });
    expect(error).toMatchObject({ status: 409, code: 'CONFLICT' });
    const { secret } = await setUp(ann);
    const code = codeAt(secret, now());
    await confirm(ann, code);
    const rejection = await server.error(endpoints.confirmTwoFactor, { as: ann, body: { code } });
    expect(rejection.status).toBe(409);
  });

  test('invalidates its code and earlier codes for signing in', async () => {
    const { secret } = await setUp(ann);
    const [before, code] = [-30_000, 0].map((ms) => codeAt(secret, new Date(+now() + ms)));
    await confirm(ann, code ?? '');
    for (const usedCode of [code, before]) {
      expect((await readSignInError(ann, usedCode)).code).toBe('INVALID_SECOND_FACTOR');
    }
    await server.clock.advance(30_000);
    expect((await signIn(ann, codeAt(secret, now()))).status).toBe(200);
  });

  test('accepts the active app until the new one is confirmed', async () => {
    const oldApp = await addTwoFactor(server, ann);
    const { secret } = await setUp(ann);
    expect((await signIn(ann, oldApp.code())).status).toBe(200);
    await server.clock.advance(30_000);
    const { recoveryCodes } = await confirm(ann, codeAt(secret, now()));
    await server.clock.advance(30_000);
    expect((await readSignInError(ann, oldApp.code())).code).toBe('INVALID_SECOND_FACTOR');
    expect((await readSignInError(ann, oldApp.recoveryCodes[0])).code).toBe(
      'INVALID_SECOND_FACTOR',
    );
    expect((await signIn(ann, codeAt(secret, now()))).status).toBe(200);
    expect((await signIn(ann, recoveryCodes[0])).status).toBe(200);
  });

  test('limits wrong codes, regardless of IP address', async () => {
    const { secret } = await setUp(ann);
    const tryCode = (code: string, ip = '127.0.0.1') =>
      server.status(endpoints.confirmTwoFactor, { as: ann, ip, body: { code } });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await tryCode('000000', `203.0.113.${attempt}`)).toBe(401);
    }
    expect(await tryCode(codeAt(secret, now()))).toBe(429);
    await server.clock.advance(15 * MINUTE_MS);
    expect(await tryCode(codeAt(secret, now()))).toBe(200);
  });
});

describe('POST /auth/login with a second factor', () => {
  test('asks for the code only after the correct password', async () => {
    const { code } = await addTwoFactor(server, ann);
    expect(await readSignInError(ann)).toMatchObject({
      status: 401,
      code: 'SECOND_FACTOR_REQUIRED',
      message: 'Enter the code from your authenticator app.',
    });
    expect((await readSignInError(ann, ' ')).code).toBe('SECOND_FACTOR_REQUIRED');
    const wrongPasswordError = await readSignInError(ann, undefined, 'wrong-one');
    const { headers: _headers, ...error } = await readSignInError(
      people.user,
      undefined,
      'wrong-one',
    );
    expect(wrongPasswordError).toMatchObject(error);
    expect(await readSignInError(ann, code(), 'wrong-one')).toMatchObject(error);
    expect((await signIn(ann, code())).body.token).toMatch(/^[\w-]{43}$/);
  });

  test('accepts codes at most one step early or late', async () => {
    const { secret } = await addTwoFactor(server, ann);
    for (const steps of [-1, 0, 1]) {
      await server.clock.advance(5 * MINUTE_MS);
      const code = codeAt(secret, new Date(+now() + steps * 30_000));
      expect((await signIn(ann, code)).status).toBe(200);
      expect((await readSignInError(ann, code)).code).toBe('INVALID_SECOND_FACTOR');
    }
    await server.clock.advance(5 * MINUTE_MS);
    for (const code of [
      codeAt(secret, new Date(+now() - 60_000)),
      codeAt(secret, new Date(+now() + 60_000)),
      '12345',
      'no code',
    ]) {
      expect(await readSignInError(ann, code)).toMatchObject({
        status: 401,
        code: 'INVALID_SECOND_FACTOR',
        message: 'That code is not valid.',
      });
    }
  });

  test('accepts codes as displayed by apps and as printed', async () => {
    const { code, recoveryCodes } = await addTwoFactor(server, ann);
    const appCode = code();
    expect((await signIn(ann, `${appCode.slice(0, 3)} ${appCode.slice(3)}`)).status).toBe(200);
    const [printedCode = ''] = recoveryCodes;
    const formatted = `${printedCode.slice(0, 5)}-${printedCode.slice(5)}`.toUpperCase();
    expect((await signIn(ann, formatted)).status).toBe(200);
    expect((await readSecurity(ann)).recoveryCodesLeft).toBe(9);
    expect((await readSignInError(ann, printedCode)).code).toBe('INVALID_SECOND_FACTOR');
  });

  test.each(['code', 'recovery code'])(
    'signs in only one of 50 concurrent requests with the same %s',
    async (kind) => {
      const { code, recoveryCodes } = await addTwoFactor(server, ann);
      const usedCode = kind === 'code' ? code() : recoveryCodes[3];
      const statuses = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          server.status(endpoints.login, {
            // Different IP addresses, to stay below the limit on failures per IP address.
            ip: `203.0.113.${index}`,
            body: { email: ann.email, password: ann.password, code: usedCode },
          }),
        ),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(
        statuses.filter((status) => status !== 200 && status !== 401 && status !== 429),
      ).toEqual([]);
      const sessions = await server.ok(endpoints.listSessions, { as: ann });
      expect(sessions).toHaveLength(2);
    },
  );

  test('counts wrong codes as failures but not missing ones', async () => {
    const { code } = await addTwoFactor(server, ann);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect((await readSignInError(ann)).code).toBe('SECOND_FACTOR_REQUIRED');
    }
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await readSignInError(ann, '000000')).code).toBe('INVALID_SECOND_FACTOR');
    }
    expect((await readSignInError(ann, code())).code).toBe('TOO_MANY_REQUESTS');
    expect((await readSignInError(ann)).code).toBe('TOO_MANY_REQUESTS');
  });

  test('limits wrong codes for one account from many IP addresses', async () => {
    const { code } = await addTwoFactor(server, ann);
    const tryCodeFrom = (index: number, attemptedCode: string) =>
      server.status(endpoints.login, {
        ip: `203.0.113.${index}`,
        body: { email: ann.email, password: ann.password, code: attemptedCode },
      });
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(await tryCodeFrom(attempt, '000000')).toBe(401);
    expect(await tryCodeFrom(11, code())).toBe(429);
    await server.clock.advance(15 * MINUTE_MS);
    expect(await tryCodeFrom(11, code())).toBe(200);
  });

  test('still requires the code after a password reset, which does not sign the user in', async () => {
    const { code } = await addTwoFactor(server, ann);
    await server.ok(endpoints.forgotPassword, { body: { email: ann.email } });
    await server.waitUntilIdle();
    const mail = server.emails.findLast(({ text }) => text.includes('/reset-password?token='));
    const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    const reset = await server.ok(endpoints.resetPassword, {
      body: { token, password: 'brand-new' },
    });
    expect(Object.keys(reset)).toEqual(['message']);
    const newCredentials = { ...ann, password: 'brand-new' };
    expect((await readSignInError(newCredentials)).code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await signIn(newCredentials, code())).status).toBe(200);
  });

  test('leaves no session from a sign-in that began before the second factor was active', async () => {
    const { secret } = await setUp(ann);
    const signIns = Array.from({ length: 8 }, () =>
      server.status(endpoints.login, { body: { email: ann.email, password: ann.password } }),
    );
    await Promise.all([...signIns, confirm(ann, codeAt(secret, now()))]);
    // Regardless of the order of the requests, only the session that set up the factor remains.
    expect(await server.ok(endpoints.listSessions, { as: ann })).toHaveLength(1);
  });
});

describe('POST /users/profile/two-factor/recovery-codes', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(endpoints.replaceRecoveryCodes, people, { body: {} }));

  test('replaces the codes', async () => {
    const { code, recoveryCodes } = await addTwoFactor(server, ann);
    const body = { currentPassword: ann.password, code: code() };
    const { recoveryCodes: newCodes } = await server.ok(endpoints.replaceRecoveryCodes, {
      as: ann,
      body,
    });
    expect(newCodes).toHaveLength(10);
    expect((await readSignInError(ann, recoveryCodes[0])).code).toBe('INVALID_SECOND_FACTOR');
    expect((await signIn(ann, newCodes[0])).status).toBe(200);
    // The code is used up.
    const rejection = await server.error(endpoints.replaceRecoveryCodes, { as: ann, body });
    expect(rejection.code).toBe('INVALID_SECOND_FACTOR');
  });
});

describe('DELETE /users/profile/two-factor', () => {
  test('requires a signed-in user', () =>
    server.expectGuarded(endpoints.removeTwoFactor, people, { body: {} }));

  test('requires the password, a valid code, and an active second factor', async () => {
    const { code } = await addTwoFactor(server, ann);
    const remove = async (as: TestUser, currentPassword: string, attemptedCode: string) =>
      (
        await server.error(endpoints.removeTwoFactor, {
          as,
          body: { currentPassword, code: attemptedCode },
        })
      ).code;
    expect(await remove(ann, 'wrong-one', code())).toBe('WRONG_PASSWORD');
    expect(await remove(ann, ann.password, '000000')).toBe('INVALID_SECOND_FACTOR');
    expect(await remove(people.user, people.user.password, '000000')).toBe('NOT_FOUND');
    expect((await readSecurity(ann)).twoFactor).toBe(true);
    await server.send(endpoints.removeTwoFactor, {
      as: ann,
      body: { currentPassword: ann.password, code: code() },
    });
    expect(await readSecurity(ann)).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
    expect((await signIn(ann)).status).toBe(200);
  });

  test('limits wrong codes', async () => {
    const { code } = await addTwoFactor(server, ann);
    const remove = (attemptedCode: string) =>
      server.status(endpoints.removeTwoFactor, {
        as: ann,
        body: { currentPassword: ann.password, code: attemptedCode },
      });
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await remove('000000')).toBe(401);
    expect(await remove(code())).toBe(429);
  });
});

describe('DELETE /users/:id/two-factor', () => {
  const removeForUser = (id: string, as: TestUser = people.admin) =>
    server.send(endpoints.removeTwoFactorOf, { as, params: { id } });

  test('requires an admin', () =>
    server.expectGuarded(endpoints.removeTwoFactorOf, people, { params: { id: ann._id } }));

  test('removes the second factor, records the removal, and emails the user', async () => {
    const { recoveryCodes } = await addTwoFactor(server, ann);
    server.emails.length = 0;
    await removeForUser(ann._id);
    expect(await readSecurity(ann)).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
    expect((await signIn(ann, recoveryCodes[0])).status).toBe(200);
    await server.waitUntilIdle();
    const emails = server.emails.filter(({ subject }) => subject.includes('second factor'));
    expect(emails.map(({ to }) => to)).toEqual([ann.email]);
    const [entry] = await server.ok(endpoints.listAudit, {
      as: people.admin,
      query: { entity: `user:${ann._id}` },
    });
    expect(entry).toMatchObject({
      action: 'user.second_factor_removed',
      actor: { _id: people.admin._id },
    });
  });

  test('is rejected for the caller’s own account, unknown accounts, and accounts without a second factor', async () => {
    const readErrorCode = async (id: string) =>
      (await server.error(endpoints.removeTwoFactorOf, { as: people.admin, params: { id } })).code;
    expect(await readErrorCode(people.admin._id)).toBe('OWN_ACCOUNT');
    expect(await readErrorCode('999999')).toBe('NOT_FOUND');
    expect(await readErrorCode(ann._id)).toBe('NOT_FOUND');
  });
});

describe('GET /users/profile/security', () => {
  test('requires a signed-in user', () => server.expectGuarded(endpoints.getSecurity, people));
});
