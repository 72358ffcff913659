import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const HOUR_MS = 60 * 60 * 1000;

let server: TestApp;
let ann: TestUser;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.waitUntilIdle();
  server.emails.length = 0;
  server.mailFailure.error = null;
  ann = await server.addUser();
});

async function requestLink(email: string): Promise<void> {
  await server.ok(endpoints.forgotPassword, { body: { email } });
  await server.waitUntilIdle();
}

/** Requests a link and returns the token from the email. */
async function getToken(email: string): Promise<string> {
  await requestLink(email);
  const match = /\?token=([\w-]{43})\n/.exec(server.emails.at(-1)?.text ?? '');
  expect(match).not.toBeNull();
  return match?.[1] ?? '';
}

const reset = (token: string, password = 'brand-new') =>
  server.status(endpoints.resetPassword, { body: { token, password } });

describe('POST /auth/forgot-password', () => {
  test('sends a link to the account’s address', async () => {
    await requestLink(` ${ann.email.toUpperCase()} `);
    expect(server.emails).toHaveLength(1);
    expect(server.emails[0]).toMatchObject({
      to: ann.email,
      subject: 'Choose a new password for Doorstep',
    });
    expect(server.emails[0]?.text).toMatch(
      /^https:\/\/homes\.example\.org\/reset-password\?token=[\w-]{43}$/m,
    );
    // The email omits the name because anyone could sign up with a stranger's address and any text as
    // the name.
    expect(server.emails[0]?.text).not.toContain(ann.name);
  });

  test('responds identically before looking up whether an account has the address', async () => {
    const responses = await Promise.all(
      [ann.email, 'unknown@example.org'].map((email) =>
        server.send(endpoints.forgotPassword, { body: { email } }),
      ),
    );
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    expect(responses[0]?.headers).toEqual({
      ...responses[1]?.headers,
      date: responses[0]?.headers['date'],
    });
    await server.waitUntilIdle();

    // The response does not wait for the lookup, which the lock on the users table blocks here.
    const { promise: isUnlocked, resolve: unlock } = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const lock = server.db.transaction().execute(async (transaction) => {
      await sql`lock table users in access exclusive mode`.execute(transaction);
      locked.resolve();
      await isUnlocked;
    });
    await locked.promise;
    server.emails.length = 0;
    await server.ok(endpoints.forgotPassword, { body: { email: ann.email } });
    expect(server.emails).toEqual([]);
    unlock();
    await lock;
    await server.waitUntilIdle();
    expect(server.emails).toHaveLength(1);
  });

  test('sends nothing to an unknown address', async () => {
    await requestLink('unknown@example.org');
    expect(server.emails).toEqual([]);
  });

  test.each([{}, { email: 'ann' }, { email: null }])('rejects the form %j', async (body) => {
    expect((await server.error(endpoints.forgotPassword, { body })).errors).toEqual([
      { path: 'email', message: 'Please enter a valid email address.' },
    ]);
  });

  test('sends an account at most 3 emails an hour, with the same response', async () => {
    const bob = await server.addUser();
    const proven = await server.addUser({ isProven: true });
    await Promise.all(Array.from({ length: 5 }, () => requestLink(proven.email)));
    expect(server.emails).toHaveLength(3);
    await requestLink(bob.email);
    expect(server.emails).toHaveLength(4);
    await server.clock.advance(HOUR_MS);
    await requestLink(proven.email);
    expect(server.emails).toHaveLength(5);
    expect(DEFAULT_RATE_LIMITS.resetEmailsPerAccount).toEqual({ max: 3, seconds: 3600 });
  });

  test('queues at most 60 emails an hour per IP address, and alternates between IP addresses', async () => {
    expect(DEFAULT_RATE_LIMITS.resetEmailsPerIp).toEqual({ max: 60, seconds: 3600 });
    const limitedServer = await startTestApp({
      rateLimits: { ...DEFAULT_RATE_LIMITS, resetEmailsPerIp: { max: 3, seconds: 3600 } },
    });
    const requestFrom = async (ip: string) => {
      const { email } = await limitedServer.addUser();
      await limitedServer.ok(endpoints.forgotPassword, { ip, body: { email } });
      await limitedServer.app.background.waitUntilIdle();
      return email;
    };
    const busyClientEmails = [];
    for (let count = 0; count < 4; count += 1)
      busyClientEmails.push(await requestFrom('192.0.2.1'));
    const otherEmail = await requestFrom('192.0.2.2');
    await limitedServer.waitUntilIdle();
    expect(limitedServer.emails.map(({ to }) => to)).toEqual([
      busyClientEmails[0],
      otherEmail,
      busyClientEmails[1],
      busyClientEmails[2],
    ]);
    await limitedServer.close();
  });

  test('sends at most 3 emails a day to an unproven address', async () => {
    for (let count = 0; count < 3; count += 1) await requestLink(ann.email);
    await server.clock.advance(2 * HOUR_MS);
    await requestLink(ann.email);
    expect(server.emails).toHaveLength(3);
    await server.clock.advance(22 * HOUR_MS);
    await requestLink(ann.email);
    expect(server.emails).toHaveLength(4);
  });

  test('gives the same response if the mail server is down and sends the email later', async () => {
    server.mailFailure.error = new Error('The mail server is down');
    await requestLink(ann.email);
    server.mailFailure.error = null;
    expect(server.emails).toEqual([]);
    await server.clock.advance(HOUR_MS / 60);
    await server.waitUntilIdle();
    const token = /\?token=([\w-]{43})\n/.exec(server.emails.at(-1)?.text ?? '')?.[1] ?? '';
    expect(await reset(token)).toBe(200);
  });

  test('sends nothing to an address that the account no longer has', async () => {
    await server.ok(endpoints.forgotPassword, { body: { email: ann.email } });
    await server.app.background.waitUntilIdle();
    const changes = { email: 'moved-on@example.org' };
    await server.db.updateTable('users').set(changes).where('id', '=', ann._id).execute();
    await server.waitUntilIdle();
    expect(server.emails).toEqual([]);
  });

  test('stores no token in the queue', async () => {
    await server.ok(endpoints.forgotPassword, { body: { email: ann.email } });
    await server.app.background.waitUntilIdle();
    expect(
      await server.db
        .selectFrom('password_resets')
        .selectAll()
        .where('user_id', '=', ann._id)
        .execute(),
    ).toEqual([]);
    await server.waitUntilIdle();
  });

  test('sends nothing to demo accounts that cannot sign in', async () => {
    const closedServer = await startTestApp({ isDemoAllowed: false });
    try {
      const { email } = await closedServer.addUser({ is_demo: true });
      await closedServer.ok(endpoints.forgotPassword, { body: { email } });
      await closedServer.waitUntilIdle();
      expect(closedServer.emails).toEqual([]);
    } finally {
      await closedServer.close();
    }
  });

  test('queues the email before the app closes', async () => {
    const closingServer = await startTestApp();
    const { email } = await closingServer.addUser();
    await closingServer.ok(endpoints.forgotPassword, { body: { email } });
    await closingServer.app.close();
    await closingServer.runJobs();
    expect(closingServer.emails).toHaveLength(1);
    await closingServer.close();
  });
});

describe('POST /auth/reset-password', () => {
  test('sets the password and ends every session', async () => {
    const token = await getToken(ann.email);
    expect(
      await server.ok(endpoints.resetPassword, { body: { token, password: ' brand-new ' } }),
    ).toEqual({ message: 'Your password was changed. Please sign in with the new one.' });
    expect((await server.error(endpoints.logout, { as: ann })).code).toBe('UNAUTHENTICATED');
    const { email, password } = ann;
    expect(await server.status(endpoints.login, { body: { email, password } })).toBe(401);
    expect(await server.status(endpoints.login, { body: { email, password: 'brand-new' } })).toBe(
      200,
    );
  });

  test('proves the address that the link was sent to', async () => {
    const readPreferences = () => server.ok(endpoints.getPreferences, { as: ann });
    expect(await readPreferences()).toMatchObject({ emailConfirmed: false });
    await reset(await getToken(ann.email));
    const { token } = await server.ok(endpoints.login, {
      body: { email: ann.email, password: 'brand-new' },
    });
    ann = { ...ann, token: token ?? '' };
    expect(await readPreferences()).toMatchObject({ emailConfirmed: true });
  });

  test('stores tokens only as hashes', async () => {
    const token = await getToken(ann.email);
    const rows = await server.db.selectFrom('password_resets').selectAll().execute();
    expect(JSON.stringify(rows.map((row) => [row, row.token_hash.toString()]))).not.toContain(
      token,
    );
  });

  test.each([
    [{}, ['token', 'password']],
    [{ token: '', password: '12345' }, ['token', 'password']],
    [{ token: 'x'.repeat(201), password: 'secret1' }, ['token']],
  ])('rejects the form %j', async (body, paths) => {
    const { errors } = await server.error(endpoints.resetPassword, { body });
    expect(errors?.map(({ path }) => path)).toEqual(paths);
  });

  test('accepts a token once, even in concurrent requests', async () => {
    const token = await getToken(ann.email);
    const statuses = await Promise.all([reset(token, 'first-one'), reset(token, 'second-one')]);
    expect(statuses.toSorted((one, two) => one - two)).toEqual([200, 400]);
    const newPassword = statuses[0] === 200 ? 'first-one' : 'second-one';
    const body = { email: ann.email, password: newPassword };
    expect(await server.status(endpoints.login, { body })).toBe(200);
    expect(
      await server.error(endpoints.resetPassword, { body: { token, password: 'third-one' } }),
    ).toMatchObject({
      status: 400,
      code: 'RESET_TOKEN_INVALID',
      message: 'This link is no longer valid. Please request a new one.',
    });
  });

  test('accepts a token for one hour', async () => {
    const [firstToken, secondToken] = [await getToken(ann.email), await getToken(ann.email)];
    await server.clock.advance(HOUR_MS - 1);
    expect(
      await server.status(endpoints.resetPassword, { body: { token: firstToken, password: '1' } }),
    ).toBe(400);
    expect(await reset(secondToken)).toBe(200);
    const bob = await server.addUser();
    const expiredToken = await getToken(bob.email);
    await server.clock.advance(HOUR_MS);
    expect(await reset(expiredToken)).toBe(400);
  });

  test('rejects an account’s other links after one was used', async () => {
    const [firstToken, secondToken] = [await getToken(ann.email), await getToken(ann.email)];
    expect(await reset(secondToken)).toBe(200);
    expect(await reset(firstToken)).toBe(400);
  });

  test('rejects links after a password change', async () => {
    const token = await getToken(ann.email);
    await server.ok(endpoints.changePassword, {
      as: ann,
      body: { currentPassword: ann.password, newPassword: 'changed-it' },
    });
    expect(await reset(token)).toBe(400);
  });

  test('rejects links after an email change, even if it is changed back', async () => {
    const token = await getToken(ann.email);
    for (const email of ['elsewhere@example.org', ann.email]) {
      const form = new FormData();
      form.append('name', ann.name);
      form.append('email', email);
      await server.ok(endpoints.changeProfile, { as: ann, form });
      expect(await reset(token)).toBe(400);
    }
  });

  test('rejects links for an address changed directly in the database', async () => {
    const token = await getToken(ann.email);
    await server.db
      .updateTable('users')
      .set({ email: 'moved@example.org' })
      .where('id', '=', ann._id)
      .execute();
    expect(await reset(token)).toBe(400);
  });

  test('rejects tokens of deleted accounts and made-up tokens', async () => {
    const token = await getToken(ann.email);
    await server.db.deleteFrom('users').where('id', '=', ann._id).execute();
    expect(await reset(token)).toBe(400);
    expect(await reset('A'.repeat(43))).toBe(400);
  });

  test('hashes no password for an invalid token', async () => {
    let hashCount = 0;
    const countingServer = await startTestApp({
      passwords: {
        hash: async (password) => {
          hashCount += 1;
          return password;
        },
        verify: async () => false,
      },
    });
    try {
      const body = { token: 'A'.repeat(43), password: 'brand-new' };
      expect((await countingServer.error(endpoints.resetPassword, { body })).status).toBe(400);
      expect(hashCount).toBe(0);
    } finally {
      await countingServer.close();
    }
  });
});
